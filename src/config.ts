// Reads the environment variables, as the only file that does, into one frozen, validated configuration. All faults are
// reported together. Messages never repeat a value, since a secret may have ended up in the wrong variable.

import { settingsIn } from './config/environment.ts';
import { type ImportConfig, importVariables } from './config/import-variables.ts';
import {
  addressForSecrets,
  databaseUrl,
  databaseUrls,
  folder,
  listenHost,
  oneOf,
  operatorSecret,
  origins,
  plainSecret,
  proxies,
  type Rate,
  rate,
  wholeNumber,
  workerCount,
} from './config/kinds.ts';
import { type McpConfig, mcpVariables } from './config/mcp-variables.ts';
import { missingSettings } from './config/needs.ts';
import { type RecordingConfig, recordingVariables } from './config/recording-variables.ts';
import {
  type SearchServerConfig,
  searchServerFaults,
  searchServerVariables,
} from './config/search-server-variables.ts';
import { readTelemetry, type TelemetryConfig } from './config/telemetry-variables.ts';
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

export { workerCount } from './config/kinds.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config extends RecordingConfig, SearchServerConfig, McpConfig, ImportConfig {
  /** Absolute. */
  readonly dataDir: string;
  /** Absent: a SQLite file in the data folder. */
  readonly storeUrl: string | undefined;
  /** Standbys of that database, for work that reads much. */
  readonly storeReplicaUrls: readonly string[];
  /** Of the main thread; other threads have a few more. */
  readonly storeConnections: number;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Processes that serve. */
  readonly workers: number;
  readonly bodyLimitBytes: number;
  readonly corsOrigins: '*' | readonly string[];
  /** Addresses and address ranges whose forwarding headers are trusted; `true` trusts every sender. */
  readonly trustProxy: boolean | readonly string[];
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** 0: requests are refused at once. */
  readonly shutdownDrainMs: number;
  readonly searchMemoryMiB: number;
  /** For long queries. 0: one fewer than there are cores. */
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
  /** Absent, like the secret: forms with a captcha cannot be submitted. */
  readonly captchaVerifyUrl: string | undefined;
  readonly captchaSecret: string | undefined;
  /** Absent: operations for the operator cannot be called. */
  readonly operatorToken: string | undefined;
  /** Absent: no limit. */
  readonly rateLimitPerTenant: Rate | undefined;
  readonly rateLimitPerToken: Rate | undefined;
  /** 0: no limit. */
  readonly concurrentRequestsPerTenant: number;
  readonly limits: Limits;
  /** Absent: nothing is exported. */
  readonly telemetry: TelemetryConfig | undefined;
}

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Plain = Omit<Config, 'limits' | 'telemetry'>;

const variables: { readonly [K in keyof Plain]: Variable<Plain[K]> } = {
  dataDir: variable('DATA_DIR', folder, './data', 'Folder that holds the data.'),
  storeUrl: optional(
    'STORE_URL',
    databaseUrl,
    'PostgreSQL database that holds the data; without it, a file in the data folder does.',
  ),
  storeReplicaUrls: variable(
    'STORE_REPLICA_URL',
    databaseUrls,
    '',
    'Standbys of that database, to build search indexes from.',
  ),
  storeConnections: variable(
    'STORE_CONNECTIONS',
    wholeNumber(2, 1_000),
    '10',
    'Connections to the PostgreSQL database.',
  ),
  host: variable('HOST', listenHost, '127.0.0.1', 'Address to listen on.'),
  port: variable('PORT', wholeNumber(0, 65_535), '8080', 'Port to listen on; 0 picks a free port.'),
  logLevel: variable('LOG_LEVEL', oneOf(logLevels), 'info', 'Least severe level to log.'),
  workers: variable('WORKERS', workerCount, '1', 'Processes that serve; auto means one for each core.'),
  bodyLimitBytes: variable(
    'BODY_LIMIT_BYTES',
    wholeNumber(1, 104_857_600),
    '1048576',
    'Largest request body to accept.',
  ),
  corsOrigins: variable('CORS_ORIGINS', origins, '', 'Origins that may call the service from a browser.'),
  trustProxy: variable(
    'TRUST_PROXY',
    proxies,
    'false',
    'Proxies whose forwarding headers are trusted; true trusts every sender.',
  ),
  requestTimeoutMs: variable(
    'REQUEST_TIMEOUT_MS',
    wholeNumber(1, 3_600_000),
    '30000',
    'Time within which a complete request must arrive.',
  ),
  shutdownTimeoutMs: variable(
    'SHUTDOWN_TIMEOUT_MS',
    wholeNumber(0, 3_600_000),
    '15000',
    'Time that running requests get to finish when the service stops.',
  ),
  shutdownDrainMs: variable(
    'SHUTDOWN_DRAIN_MS',
    wholeNumber(0, 600_000),
    '0',
    'Time before that in which it still takes requests, while /readyz tells load balancers to send no more.',
  ),
  ...recordingVariables,
  searchMemoryMiB: variable(
    'SEARCH_MEMORY_MIB',
    wholeNumber(1, 1_048_576),
    '1024',
    'Memory for search indexes, in MiB; the least recently used are evicted.',
  ),
  searchThreads: variable(
    'SEARCH_THREADS',
    wholeNumber(0, 256),
    '0',
    'Threads for long queries, of about 29 MB each, started when they are needed; 0 means one fewer than there are cores, but at least two.',
  ),
  searchDeadlineMs: variable(
    'SEARCH_DEADLINE_MS',
    wholeNumber(10, 600_000),
    '2000',
    'Time within which a long query must finish, including its wait for a thread; one with more than 16 kB of criteria may first wait as long for its turn to be read.',
  ),
  searchBudgetMs: variable(
    'SEARCH_BUDGET_MS',
    wholeNumber(1, 600_000),
    '1000',
    'Work that one query may cause, in milliseconds of an idle core; more is refused.',
  ),
  searchWaitMs: variable(
    'SEARCH_WAIT_MS',
    wholeNumber(0, 600_000),
    '1000',
    'How long a request waits for a search index that is being built or updated.',
  ),
  ...searchServerVariables,
  responseCacheMiB: variable(
    'RESPONSE_CACHE_MIB',
    wholeNumber(1, 65_536),
    '32',
    'Memory for cached responses, in MiB.',
  ),
  publicCacheSeconds: variable(
    'PUBLIC_CACHE_SECONDS',
    wholeNumber(0, 31_536_000),
    '5',
    'How long shared caches may keep responses that need no token; 0 means not at all.',
  ),
  publicStaleSeconds: variable(
    'PUBLIC_STALE_SECONDS',
    wholeNumber(0, 31_536_000),
    '30',
    'How much longer they may serve a stale response while they revalidate it.',
  ),
  formSubmissionsPerMinute: variable(
    'FORM_SUBMISSIONS_PER_MINUTE',
    wholeNumber(0, 100_000),
    '10',
    'How often one client address may submit one form; 0 means no limit.',
  ),
  captchaVerifyUrl: optional(
    'CAPTCHA_VERIFY_URL',
    addressForSecrets,
    'URL that verifies captchas, by the siteverify protocol.',
  ),
  captchaSecret: optional('CAPTCHA_SECRET', plainSecret, 'Secret key issued by the captcha service.'),
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
    'How many requests of a tenant may run at the same time; 0 means no limit.',
  ),
  ...importVariables,
  ...mcpVariables,
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
      `Maximum number of ${counted} per ${holder}.`,
    ),
    name: settingOf(limit),
  };
};

const limitVariables = limitNames.map((limit) => [limit, limitVariable(limit)] as const);

/** Used by help and documentation. */
export const configVariables: readonly ConfigVariable[] = [
  ...Object.values<ConfigVariable>(variables),
  ...limitVariables.map(([, limit]) => limit),
].map(({ name, defaultValue, allowed, meaning }) => ({ name, defaultValue, allowed, meaning }));

export const loadConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const env = settingsIn(PREFIX, environment);
  const faults: string[] = [];
  const entries = Object.entries(variables).map(([key, entry]) => [key, readVariable(entry, env, faults)]);
  const limits = limitVariables.map(([limit, entry]) => [limit, readVariable(entry, env, faults)]);
  faults.push(
    ...missingSettings(env),
    ...unknownNames(
      Object.keys(env),
      configVariables.map(({ name }) => name),
    ),
  );
  const telemetry = readTelemetry(environment, faults);
  const plain = Object.fromEntries(entries) as Plain;
  faults.push(...searchServerFaults(plain, env));
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({
    ...plain,
    limits: Object.freeze(Object.fromEntries(limits) as Limits),
    telemetry,
  });
};

/** Whether npm or another package manager started the process as a script. All of them set this variable. */
export const isRunByScript = (env: NodeJS.ProcessEnv = process.env): boolean =>
  env['npm_lifecycle_event'] !== undefined;
