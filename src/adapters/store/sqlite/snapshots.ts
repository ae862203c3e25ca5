// Snapshots: read transactions that do not see later writes. Each has its own connection, which is closed with it.

import type { Snapshot } from '../sql/engine.ts';
import { LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { buildDb } from './dialect.ts';

export interface Snapshots {
  open(): Promise<Snapshot>;
  /** Closes all that are still open. */
  close(): Promise<void>;
}

export const buildSnapshots = (openReader: () => Promise<Connection>): Snapshots => {
  const open = new Set<Snapshot>();
  return {
    open: async (): Promise<Snapshot> => {
      const connection = await openReader();
      const snapshot: Snapshot = {
        db: buildDb(connection, { retryBusy: false }),
        close: async () => {
          if (open.delete(snapshot)) connection.close();
        },
      };
      open.add(snapshot);
      try {
        await whileBusy(() => pin(connection), performance.now() + LOCK_TIMEOUT_MS);
      } catch (error) {
        await snapshot.close();
        throw error;
      }
      return snapshot;
    },
    close: async (): Promise<void> => {
      for (const snapshot of open) await snapshot.close();
    },
  };
};

/** A snapshot begins with the first read, not with `begin`. */
const pin = (connection: Connection): void => {
  if (!connection.database.isTransaction) connection.run('begin', []);
  connection.run('select count(*) from sqlite_schema', []);
};
