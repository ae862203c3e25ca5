// The settings of search on OpenSearch: where it is, who may use it, and what is kept there.

import { readFileSync } from 'node:fs';
import { isLoopback, type Kind, oneOf, plainSecret, readList, ValueFault, wholeNumber } from './kinds.ts';
import { optional, PREFIX, variable } from './variable.ts';

export interface SearchServerConfig {
  /** Empty: searches run in this process. */
  readonly searchUrls: readonly string[];
  readonly searchUsername: string | undefined;
  readonly searchPassword: string | undefined;
  /** What the file contains. */
  readonly searchPasswordFile: string | undefined;
  readonly searchToken: string | undefined;
  /** What the file contains. */
  readonly searchCaFile: string | undefined;
  readonly searchPrefix: string;
  readonly searchOwnIndexTenants: readonly string[];
  readonly searchShards: number;
  readonly searchReplicas: number;
  readonly searchStale: SearchStale;
}

const staleAnswers = ['refuse', 'answer'] as const;
export type SearchStale = (typeof staleAnswers)[number];

const readAddress = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ValueFault('is not an http or https URL');
  if (url.username !== '' || url.password !== '')
    throw new ValueFault('must not contain a user name or password, which have settings of their own');
  if (url.search !== '' || url.hash !== '') throw new ValueFault('must not contain a query or a fragment');
  return url.href.replace(/\/$/, '');
};

const addresses: Kind<readonly string[]> = {
  allowed: 'comma-separated http or https URLs of nodes',
  read: (text) => readList(text, readAddress),
};

const FILE_MAX_BYTES = 1_048_576;

const readSmallFile = (path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ValueFault('names a file that cannot be read');
  }
  if (text.length > FILE_MAX_BYTES) throw new ValueFault('names a file that is too large');
  return text;
};

const secretFile: Kind<string> = {
  allowed: 'a path of a file with up to 512 visible ASCII characters',
  read: (path) => {
    try {
      return plainSecret.read(readSmallFile(path).trim());
    } catch (error) {
      if (!(error instanceof ValueFault) || error.message.startsWith('names ')) throw error;
      throw new ValueFault('names a file that is empty or not such a secret');
    }
  },
};

const certificateFile: Kind<string> = {
  allowed: 'a path of a file with certificates in PEM',
  read: (path) => {
    const text = readSmallFile(path);
    if (!text.includes('-----BEGIN CERTIFICATE-----'))
      throw new ValueFault('names a file without a certificate in PEM');
    return text;
  },
};

const userName: Kind<string> = {
  allowed: 'up to 512 visible ASCII characters, without a colon',
  read: (text) => {
    if (plainSecret.read(text).includes(':')) throw new ValueFault('contains a colon');
    return text;
  },
};

/** What OpenSearch allows at the start of a name, and short enough for all that follows. */
const namePrefix: Kind<string> = {
  allowed: '1 to 64 lower-case letters, digits and -, beginning with a letter',
  read: (text) => {
    if (!/^[a-z][a-z0-9-]{0,63}$/.test(text)) throw new ValueFault('is no valid prefix of an index');
    return text;
  },
};

const tenants: Kind<readonly string[]> = {
  allowed: 'comma-separated ids of tenants, without spaces',
  read: (text) =>
    readList(text, (item) => {
      if (!/^\S{1,256}$/.test(item)) throw new ValueFault('is not the id of a tenant');
      return item;
    }),
};

export const searchServerVariables = {
  searchUrls: variable(
    'SEARCH_URL',
    addresses,
    '',
    'Nodes of OpenSearch that searches run on; without it, they run in this process.',
  ),
  searchUsername: optional('SEARCH_USERNAME', userName, 'User name for OpenSearch.'),
  searchPassword: optional('SEARCH_PASSWORD', plainSecret, 'Password of that user.'),
  searchPasswordFile: optional('SEARCH_PASSWORD_FILE', secretFile, 'File that contains that password.'),
  searchToken: optional('SEARCH_TOKEN', plainSecret, 'Bearer token for OpenSearch, instead of a user.'),
  searchCaFile: optional(
    'SEARCH_CA_FILE',
    certificateFile,
    'Certificate authorities to trust for OpenSearch, instead of the well-known ones.',
  ),
  searchPrefix: variable(
    'SEARCH_PREFIX',
    namePrefix,
    'vitrine',
    'First part of the names of indexes in OpenSearch.',
  ),
  searchOwnIndexTenants: variable(
    'SEARCH_OWN_INDEX_TENANTS',
    tenants,
    '',
    'Tenants with an index of their own in OpenSearch; all others share one.',
  ),
  searchShards: variable(
    'SEARCH_SHARDS',
    wholeNumber(1, 1_024),
    '4',
    'Shards of an index in OpenSearch that is created; all documents of a workspace are in one.',
  ),
  searchReplicas: variable(
    'SEARCH_REPLICAS',
    wholeNumber(0, 10),
    '1',
    'Copies of each shard of an index in OpenSearch that is created, beside the first.',
  ),
  searchStale: variable(
    'SEARCH_STALE',
    oneOf(staleAnswers),
    'refuse',
    'What a search gets that must include a write which OpenSearch does not have in time: 503, or a response without it.',
  ),
};

/** What cannot be told from one setting alone. Those that are wrong by themselves are undefined here, and reported before. */
export const searchServerFaults = (
  {
    searchUrls = [],
    searchUsername,
    searchPassword,
    searchPasswordFile,
    searchToken,
  }: Partial<SearchServerConfig>,
  env: Readonly<Record<string, string>>,
): string[] => {
  const [user, password, file, token] = ['USERNAME', 'PASSWORD', 'PASSWORD_FILE', 'TOKEN'].map(
    (name) => `${PREFIX}SEARCH_${name}`,
  ) as [string, string, string, string];
  const faults: string[] = [];
  const refuseBoth = (one: string, other: string): void => {
    faults.push(`${one} and ${other} are both set: one is enough`);
  };
  if (searchPassword !== undefined && searchPasswordFile !== undefined) refuseBoth(password, file);
  if (searchUsername !== undefined && searchToken !== undefined) refuseBoth(user, token);
  if (searchUsername !== undefined && env[password] === undefined && env[file] === undefined)
    faults.push(`${password} is missing: ${user} needs it`);
  const open = searchUrls.findIndex((url) => url.startsWith('http:') && !isLoopback(url));
  const secret = [token, password, file].find((name) => env[name] !== undefined);
  if (open !== -1 && secret !== undefined)
    faults.push(`${PREFIX}SEARCH_URL entry ${open + 1} must be an https URL: ${secret} is sent there`);
  return faults;
};

/** As the client wants it. */
export const searchServerOf = (config: SearchServerConfig) => ({
  urls: config.searchUrls,
  username: config.searchUsername,
  password: config.searchPassword ?? config.searchPasswordFile,
  token: config.searchToken,
  ca: config.searchCaFile,
});

/** As the feeder wants them. */
export const searchIndexesOf = (config: SearchServerConfig) => ({
  prefix: config.searchPrefix,
  ownIndexTenants: new Set(config.searchOwnIndexTenants),
  shards: config.searchShards,
  replicas: config.searchReplicas,
});
