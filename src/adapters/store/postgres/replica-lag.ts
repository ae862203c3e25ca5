// How far read replicas lag behind: the end of the primary's log is noted at intervals, and each replica is asked how far it has
// replayed it. So no clocks are compared, and a primary that writes nothing makes nobody late.

import type pg from 'pg';
import type { RunStatement } from '../sql/driver.ts';
import { breakConnection, openClient, type PostgresClient } from './connections.ts';

const INTERVAL_MS = 2_000;
const RESPONSE_MAX_MS = 4_000;
/** Half an hour. A replica that lags further keeps the time at which it was last known to be up to date. */
const NOTES_MAX = 900;
const MS_PER_SECOND = 1_000;

const END_OF_LOG = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as place`;
/** Null once it is promoted. */
const REPLAYED = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as place`;

interface Note {
  readonly atMs: number;
  readonly place: number;
}

interface Followed {
  readonly url: string;
  client: pg.Client | undefined;
  /** When its state was last that of the primary. */
  asOfMs: number;
  isCurrent: boolean;
}

export const buildReplicaLag = (urls: readonly string[], readPrimary: RunStatement) => {
  const replicas: Followed[] = [];
  const notes: Note[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const measure = async (): Promise<void> => {
    const atMs = performance.now();
    const place = await readEnd(readPrimary).catch(() => undefined);
    if (place !== undefined) notes.push({ atMs, place });
    if (notes.length > NOTES_MAX) notes.shift();
    await Promise.all(replicas.map((replica) => measureOne(replica, notes)));
    if (isClosed) breakAll();
    else timer = setTimeout(measure, INTERVAL_MS).unref();
  };
  const breakAll = (): void => {
    for (const { client } of replicas) if (client !== undefined) breakConnection(client);
  };

  return {
    start: (): (() => number) => {
      const startedMs = performance.now();
      replicas.push(...urls.map((url) => ({ url, client: undefined, asOfMs: startedMs, isCurrent: true })));
      void measure();
      return () => Math.max(...replicas.map(lagOf));
    },
    /** Whoever still waits for a response gets none. */
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
      breakAll();
    },
  };
};

const lagOf = ({ isCurrent, asOfMs }: Followed): number =>
  isCurrent ? 0 : (performance.now() - asOfMs) / MS_PER_SECOND;

/** Where the log of the primary ends, as a number of bytes. */
export const readEnd = async (readPrimary: RunStatement): Promise<number> =>
  placeIn((await readPrimary(END_OF_LOG, [])).rows) ?? Number.NaN;

/** How far the standby has replayed it. Undefined once it is promoted. */
export const readReplayed = async (client: PostgresClient): Promise<number | undefined> =>
  placeIn((await client.query(REPLAYED)).rows);

const measureOne = async (replica: Followed, notes: readonly Note[]): Promise<void> => {
  const replayed = await askReplayed(replica);
  const newest = notes.at(-1);
  const reached = replayed === undefined ? undefined : notes.findLast(({ place }) => place <= replayed);
  if (reached !== undefined) replica.asOfMs = reached.atMs;
  replica.isCurrent = reached !== undefined && reached === newest;
};

const askReplayed = async (replica: Followed): Promise<number | undefined> => {
  try {
    replica.client ??= await openClient(replica.url, 'vitrine replica', RESPONSE_MAX_MS);
    return await readReplayed(replica.client);
  } catch {
    void replica.client?.end().catch(() => {});
    replica.client = undefined;
    return undefined;
  }
};

const placeIn = (rows: readonly unknown[]): number | undefined =>
  (rows[0] as { readonly place: number | null } | undefined)?.place ?? undefined;
