// Environment variables → one frozen, checked configuration; the only file that reads them. Every fault is reported at
// once, and no value is ever repeated in a message: a secret may have ended up in the wrong variable.

import { meantVariables } from './config/environment.ts';
import {
  addressForSecrets,
  folder,
  listenHost,
  oneOf,
  operatorSecret,
  origins,
  plainSecret,
  proxies,
  type Rate,
  rate,
  trueOrFalse,
  wholeNumber,
} from './config/kinds.ts';
import { unknownNames } from './config/typos.ts';
import {
  type ConfigVariable,
  optional,
  PREFIX,
  readVariable,
  type Variable,
  variable,
} from './config/variable.ts';
import {
  defaultLimits,
  type LimitName,
  type Limits,
  limitNames,
  settingOf,
  wordsOf,
} from './domain/limits/limits.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly bodyLimitBytes: number;
  readonly corsOrigins: '*' | readonly string[];
  /** Addresses and address ranges whose forwarding headers count; `true` trusts every sender. */
  readonly trustProxy: boolean | readonly string[];
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** 0: never. */
  readonly popularTermsRefreshMinutes: number;
  readonly popularTermsMinVisitors: number;
  readonly searchRecording: boolean;
  readonly searchMemoryMiB: number;
  /** For queries that may take long; 0: one fewer than there are cores. */
  readonly searchThreads: number;
  readonly searchDeadlineMs: number;
  readonly searchBudgetMs: number;
  readonly searchWaitMs: number;
  readonly responseCacheMiB: number;
  /** 0: shared caches keep nothing. */
  readonly publicCacheSeconds: number;
  readonly publicStaleSeconds: number;
  /** 0: no limit. */
  readonly formSubmissionsPerMinute: number;
  /** Absent, as is the secret: no form that asks for a captcha can be sent in. */
  readonly captchaVerifyUrl: string | undefined;
  readonly captchaSecret: string | undefined;
  /** Absent: nobody can do what only the operator may. */
  readonly operatorToken: string | undefined;
  /** Absent: no limit. */
  readonly rateLimitPerTenant: Rate | undefined;
  readonly rateLimitPerToken: Rate | undefined;
  /** 0: no limit. */
  readonly concurrentRequestsPerTenant: number;
  readonly limits: Limits;
}

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Plain = Omit<Config, 'limits'>;

const variables: { readonly [K in keyof Plain]: Variable<Plain[K]> } = {
  dataDir: variable('DATA_DIR', folder, './data', 'Folder that holds the data.'),
  host: variable('HOST', listenHost, '127.0.0.1', 'Address to listen on.'),
  port: variable('PORT', wholeNumber(0, 65_535), '8080', 'Port to listen on; 0 takes any free one.'),
  logLevel: variable('LOG_LEVEL', oneOf(logLevels), 'info', 'Least severe kind of message that is logged.'),
  bodyLimitBytes: variable(
    'BODY_LIMIT_BYTES',
    wholeNumber(1, 104_857_600),
    '1048576',
    'Largest request body that is read.',
  ),
  corsOrigins: variable(
    'CORS_ORIGINS',
    origins,
    '',
    'Origins whose pages may call the service from a browser.',
  ),
  trustProxy: variable(
    'TRUST_PROXY',
    proxies,
    'false',
    'Proxies whose forwarding headers are believed; true believes every sender.',
  ),
  requestTimeoutMs: variable(
    'REQUEST_TIMEOUT_MS',
    wholeNumber(1, 3_600_000),
    '30000',
    'Time in which a whole request must have arrived.',
  ),
  shutdownTimeoutMs: variable(
    'SHUTDOWN_TIMEOUT_MS',
    wholeNumber(0, 3_600_000),
    '15000',
    'Time that running requests are given when the service stops.',
  ),
  popularTermsRefreshMinutes: variable(
    'POPULAR_TERMS_REFRESH_MINUTES',
    wholeNumber(0, 10_080),
    '60',
    'How often popular terms are computed; 0 is never.',
  ),
  popularTermsMinVisitors: variable(
    'POPULAR_TERMS_MIN_VISITORS',
    wholeNumber(1, 1_000_000),
    '2',
    'How many visitors must have searched a term before it is shown.',
  ),
  searchRecording: variable(
    'SEARCH_RECORDING',
    trueOrFalse,
    'true',
    'Whether searches are recorded for popular terms.',
  ),
  searchMemoryMiB: variable(
    'SEARCH_MEMORY_MIB',
    wholeNumber(1, 1_048_576),
    '1024',
    'Memory for search indexes, in MiB; what was used least recently makes room.',
  ),
  searchThreads: variable(
    'SEARCH_THREADS',
    wholeNumber(0, 256),
    '0',
    'Threads for queries that may take long; 0: one fewer than there are cores, at least two.',
  ),
  searchDeadlineMs: variable(
    'SEARCH_DEADLINE_MS',
    wholeNumber(10, 600_000),
    '2000',
    'Time in which such a query must be done, waiting included.',
  ),
  searchBudgetMs: variable(
    'SEARCH_BUDGET_MS',
    wholeNumber(1, 600_000),
    '1000',
    'Work that one query may ask for, in milliseconds of an idle core; more is refused.',
  ),
  searchWaitMs: variable(
    'SEARCH_WAIT_MS',
    wholeNumber(0, 600_000),
    '1000',
    'How long a request waits for a search index that is being built or brought up to date.',
  ),
  responseCacheMiB: variable(
    'RESPONSE_CACHE_MIB',
    wholeNumber(1, 65_536),
    '32',
    'Memory for responses that may be sent again.',
  ),
  publicCacheSeconds: variable(
    'PUBLIC_CACHE_SECONDS',
    wholeNumber(0, 31_536_000),
    '5',
    'How long shared caches may keep what anybody may read without a token; 0: not at all.',
  ),
  publicStaleSeconds: variable(
    'PUBLIC_STALE_SECONDS',
    wholeNumber(0, 31_536_000),
    '30',
    'How much longer they may send it while they ask for a newer one.',
  ),
  formSubmissionsPerMinute: variable(
    'FORM_SUBMISSIONS_PER_MINUTE',
    wholeNumber(0, 100_000),
    '10',
    'How often one address may send in one form; 0 is no limit.',
  ),
  captchaVerifyUrl: optional(
    'CAPTCHA_VERIFY_URL',
    addressForSecrets,
    'Where captchas are verified, by the siteverify protocol.',
  ),
  captchaSecret: optional('CAPTCHA_SECRET', plainSecret, 'Secret that the captcha service gave out.'),
  operatorToken: optional(
    'OPERATOR_TOKEN',
    operatorSecret,
    'Bearer token of the operator, who may manage tenants and workspaces.',
  ),
  rateLimitPerTenant: optional('RATE_LIMIT_PER_TENANT', rate, 'How many requests a tenant may send.'),
  rateLimitPerToken: optional('RATE_LIMIT_PER_TOKEN', rate, 'How many requests may be sent with one token.'),
  concurrentRequestsPerTenant: variable(
    'CONCURRENT_REQUESTS_PER_TENANT',
    wholeNumber(0, 1_000_000),
    '256',
    'How many requests of a tenant are answered at the same time; 0 is no limit.',
  ),
};

const LIMIT_MAX = 999_999_999_999_999;

/** Decision 0025. */
const limitVariable = (limit: LimitName): Variable<number> => {
  const { counted, holder } = wordsOf(limit);
  return {
    ...variable(
      '',
      wholeNumber(1, LIMIT_MAX),
      String(defaultLimits[limit]),
      `Most ${counted} of a ${holder}.`,
    ),
    name: settingOf(limit),
  };
};

const limitVariables = limitNames.map((limit) => [limit, limitVariable(limit)] as const);

/** For help texts and documentation. */
export const configVariables: readonly ConfigVariable[] = [
  ...Object.values<ConfigVariable>(variables),
  ...limitVariables.map(([, limit]) => limit),
].map(({ name, defaultValue, allowed, meaning }) => ({ name, defaultValue, allowed, meaning }));

export const loadConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const env = meantVariables(PREFIX, environment);
  const faults: string[] = [];
  const entries = Object.entries(variables).map(([key, entry]) => [key, readVariable(entry, env, faults)]);
  const limits = limitVariables.map(([limit, entry]) => [limit, readVariable(entry, env, faults)]);
  faults.push(
    ...halfCaptcha(env),
    ...unknownNames(
      Object.keys(env),
      configVariables.map(({ name }) => name),
    ),
  );
  if (faults.length > 0) throw new ConfigError(faults);
  const plain = Object.fromEntries(entries) as Plain;
  return Object.freeze({ ...plain, limits: Object.freeze(Object.fromEntries(limits) as Limits) });
};

/** Whether npm, or a package manager like it, runs this as a script. All of them set this variable. */
export const isRunByScript = (env: NodeJS.ProcessEnv = process.env): boolean =>
  env['npm_lifecycle_event'] !== undefined;

/** One without the other verifies nothing. */
const halfCaptcha = (env: Readonly<Record<string, string>>): string[] => {
  const both = [variables.captchaVerifyUrl.name, variables.captchaSecret.name];
  const missing = both.filter((name) => env[name] === undefined);
  return missing.length === 1
    ? [`${missing[0]} is missing: it belongs to ${both.find((name) => name !== missing[0])}`]
    : [];
};
