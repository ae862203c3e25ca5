// Snapshots: read transactions that do not see later writes. Each has its own connection, and a limit of time: the database
// cannot clean up what a snapshot may still read. They are of the primary, or of a replica.

import type pg from 'pg';
import { deadlineExceeded } from '../../../domain/failures/unavailable-failures.ts';
import type { Snapshot } from '../sql/engine.ts';
import { openClient, type PostgresClient, runOn } from './connections.ts';
import { buildDb } from './dialect.ts';
import { NoStandby, ReachedStandby } from './postgres-errors.ts';
import type { Reach } from './reach.ts';
import { keepScope } from './row-scope.ts';

const SNAPSHOT_MAX_MS = 30 * 60_000;
const RETRY_SECONDS = 60;

export interface Snapshots {
  /** `beforeBegin`: on the connection, before the state is fixed that is seen. */
  open(beforeBegin?: (client: PostgresClient) => Promise<void>): Promise<Snapshot>;
  /** Closes all that are still open. */
  close(): Promise<void>;
}

export interface SnapshotOptions {
  readonly url: string;
  readonly name: string;
  readonly isScoped: boolean;
  readonly maxMs?: number | undefined;
  readonly statementMaxMs?: number;
  /** Whether the server has to be a standby; otherwise it must not be one. */
  readonly isReplica?: boolean;
}

export const buildSnapshots = (
  { url, name, isScoped, maxMs = SNAPSHOT_MAX_MS, statementMaxMs, isReplica = false }: SnapshotOptions,
  reach: Pick<Reach, 'assertTried' | 'explain'>,
): Snapshots => {
  const open = new Set<Snapshot>();

  const openOne: Snapshots['open'] = async (beforeBegin) => {
    reach.assertTried();
    const client = await openClient(url, name, statementMaxMs);
    const run = keepScope(runOn(client));
    const end = async (): Promise<void> => {
      clearTimeout(timer);
      if (open.delete(snapshot)) await client.end().catch(() => {});
    };
    const timer = setTimeout(() => void end(), maxMs).unref();
    const snapshot: Snapshot = {
      db: buildDb(
        (...statement) =>
          run(...statement).catch((error: unknown) => {
            if (!open.has(snapshot)) throw deadlineExceeded(RETRY_SECONDS);
            throw reach.explain(error, false);
          }),
        isScoped,
      ),
      close: end,
    };
    open.add(snapshot);
    try {
      await beforeBegin?.(client);
      // It begins with the first read, not with `begin`.
      const results = (await client.query(
        'begin isolation level repeatable read, read only; select pg_is_in_recovery() as is_standby',
      )) as unknown as pg.QueryResult<{ is_standby: boolean }>[];
      const isStandby = results.at(-1)?.rows[0]?.is_standby === true;
      if (isStandby !== isReplica) throw isStandby ? new ReachedStandby() : new NoStandby();
    } catch (error) {
      await end();
      throw error;
    }
    return snapshot;
  };

  return {
    open: (beforeBegin) =>
      openOne(beforeBegin).catch((error: unknown) => {
        throw reach.explain(error);
      }),
    close: async () => {
      for (const snapshot of open) await snapshot.close();
    },
  };
};
