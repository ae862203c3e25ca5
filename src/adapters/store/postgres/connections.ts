// Connections to PostgreSQL. Each has every timeout, so that nothing waits for ever for a server that is gone, and no
// connection that breaks ends the process.

import type { Socket } from 'node:net';
import pg from 'pg';
import type { RunStatement } from '../sql/driver.ts';
import { ReachedStandby } from './postgres-errors.ts';
import { queryInScope } from './row-scope.ts';

/** How long a connection may take to open, or to become free. */
const CONNECT_MAX_MS = 5_000;
const STATEMENT_MAX_MS = 30_000;
/** A transaction that asks for nothing holds up others. */
const IDLE_TRANSACTION_MAX_MS = 120_000;
/** Shorter than others wait for a lock. */
const PAUSE_IN_TRANSACTION_MAX_MS = 5_000;
/** The server ends a statement first. This is for a server that does not respond any more. */
const RESPONSE_MARGIN_MS = 5_000;
const LOCK_MAX_MS = 10_000;
const IDLE_MAX_MS = 60_000;
/** Also moves connections to a new server after a failover of the address. */
const LIFETIME_MAX_S = 1_800;
const KEEP_ALIVE_MS = 10_000;

const INT8 = 20;
const NUMERIC = 1700;

/** Sums and counts are integers below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC
      ? (text: string) => Number(text)
      : pg.types.getTypeParser(oid, format as 'text'),
};

const settingsOf = (url: string, name: string, statementMaxMs = STATEMENT_MAX_MS): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: CONNECT_MAX_MS,
  statement_timeout: statementMaxMs,
  lock_timeout: LOCK_MAX_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MAX_MS,
  query_timeout: statementMaxMs + RESPONSE_MARGIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types,
});

export type PostgresClient = pg.ClientBase;

/** A statement that may wait for a lock needs so much longer. */
export const runOn =
  (client: PostgresClient, extraMs = 0): RunStatement =>
  async (sql, parameters, scope) => {
    const statement = {
      text: sql,
      values: parameters as unknown[],
      ...(extraMs === 0 ? {} : { query_timeout: STATEMENT_MAX_MS + extraMs + RESPONSE_MARGIN_MS }),
    };
    const result = await (scope === undefined
      ? client.query(statement)
      : queryInScope(client, scope, statement));
    return { rows: result.rows, changes: result.rowCount ?? 0 };
  };

/**
 * What begins a transaction that waits so long for locks. `isSlow`: it may wait for its input in between. Any other one whose
 * process is frozen or cut off is ended soon, so that those who wait for its locks still get them.
 */
export const timeLimits = (lockTimeoutMs: number, isSlow: boolean): string =>
  `set local lock_timeout = ${Math.ceil(lockTimeoutMs)}; ` +
  `set local statement_timeout = ${Math.ceil(STATEMENT_MAX_MS + lockTimeoutMs)}` +
  (isSlow ? '' : `; set local idle_in_transaction_session_timeout = ${PAUSE_IN_TRANSACTION_MAX_MS}`);

/** A primary never becomes a standby while its connections last, so this holds as long as the connection, unless a pooler is in between. */
const assertPrimary = async (client: PostgresClient): Promise<void> => {
  const { rows } = await client.query<{ is_standby: boolean }>({
    text: 'select pg_is_in_recovery() as is_standby',
    query_timeout: CONNECT_MAX_MS,
  } as pg.QueryConfig);
  if (rows[0]?.is_standby === true) throw new ReachedStandby();
};

export const openPool = (url: string, name: string, connectionsMax: number): pg.Pool => {
  const pool = new pg.Pool({
    ...settingsOf(url, name),
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MAX_MS,
    maxLifetimeSeconds: LIFETIME_MAX_S,
    allowExitOnIdle: true,
    onConnect: assertPrimary,
  });
  // The statement that uses a connection gets its error too. An idle one is replaced.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const streamOf = (client: PostgresClient): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;

/** Closes it at once. Whoever waits for a response gets an error. */
export const breakConnection = (client: PostgresClient): void => {
  streamOf(client).destroy();
};

/**
 * Finds connections that are dead but not closed. Call it before a query, and call the result if the query gets no response: then
 * every connection that has received nothing since is destroyed, and queries that wait on one fail now, not at their timeout.
 */
export const watchSilence = (pools: readonly pg.Pool[]): (() => () => void) => {
  const streams = new Map<unknown, Socket>();
  for (const pool of pools) {
    pool.on('connect', (client) => {
      streams.set(client, streamOf(client));
    });
    pool.on('remove', (client) => streams.delete(client));
  }
  return () => {
    const received = [...streams.values()].map((stream) => [stream, stream.bytesRead] as const);
    return () => {
      for (const [stream, bytes] of received) if (stream.bytesRead === bytes) stream.destroy();
    };
  };
};

/** A connection of its own. The caller ends it. */
export const openClient = async (url: string, name: string, statementMaxMs?: number): Promise<pg.Client> => {
  const client = new pg.Client(settingsOf(url, name, statementMaxMs));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  return client;
};
