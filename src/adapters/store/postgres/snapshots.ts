// Snapshots: read transactions that do not see later writes. Each has its own connection, and a limit of time: the database
// cannot clean up what a snapshot may still read.

import type pg from 'pg';
import { deadlineExceeded } from '../../../domain/failures/unavailable-failures.ts';
import type { Snapshot } from '../sql/engine.ts';
import { openClient, runOn } from './connections.ts';
import { buildDb } from './dialect.ts';
import { StandbyAnswered } from './postgres-errors.ts';
import type { Reach } from './reach.ts';
import { keepScope } from './row-scope.ts';

const SNAPSHOT_MAX_MS = 30 * 60_000;
const RETRY_SECONDS = 60;

export interface Snapshots {
  open(): Promise<Snapshot>;
  /** Closes all that are still open. */
  close(): Promise<void>;
}

export const buildSnapshots = (
  {
    url,
    name,
    isScoped,
    maxMs = SNAPSHOT_MAX_MS,
  }: {
    readonly url: string;
    readonly name: string;
    readonly isScoped: boolean;
    readonly maxMs?: number | undefined;
  },
  reach: Reach,
): Snapshots => {
  const open = new Set<Snapshot>();

  const openOne = async (): Promise<Snapshot> => {
    reach.assertTried();
    const client = await openClient(url, name);
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
      // It begins with the first read, not with `begin`.
      const results = (await client.query(
        'begin isolation level repeatable read, read only; select pg_is_in_recovery() as is_standby',
      )) as unknown as pg.QueryResult<{ is_standby: boolean }>[];
      if (results.at(-1)?.rows[0]?.is_standby === true) throw new StandbyAnswered();
    } catch (error) {
      await end();
      throw error;
    }
    return snapshot;
  };

  return {
    open: () =>
      openOne().catch((error: unknown) => {
        throw reach.explain(error);
      }),
    close: async () => {
      for (const snapshot of open) await snapshot.close();
    },
  };
};
