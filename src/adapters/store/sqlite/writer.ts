// The connection for writes. After an error of the disk it may be unusable (read-only, or stuck in a transaction), so it is
// replaced before the next write.

import { Failure } from '../../../domain/failures/failures.ts';
import type { Db } from '../sql/engine.ts';
import { whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { buildDb } from './dialect.ts';
import { touch } from './touch.ts';

export interface Writer {
  /** For statements within `transact`. */
  readonly db: Db;
  /** Commits all of `work` or nothing. Waits for other processes until the deadline, a `performance.now()`. */
  transact<T>(work: () => Promise<T>, deadline: number): Promise<T>;
  /** A transaction that changes nothing but is written to the journal. */
  touch(deadline: number): Promise<void>;
  /** Holds the write lock while `work` runs. */
  exclude<T>(work: () => Promise<T>, deadline: number): Promise<T>;
  readonly isOpen: boolean;
  /** From now on commits run checkpoints themselves. */
  checkpointItself(): void;
  close(): void;
}

const PAGES_BEFORE_CHECKPOINT = 1000;

/** `replace` opens a new connection of the same kind. */
export const buildWriter = (first: Connection, replace: () => Promise<Connection>): Writer => {
  let connection = first;
  let isDoubtful = false;
  let isOwnCheckpointer = false;

  const run = (sql: string) => connection.run(sql, []);

  const setUp = (): void => {
    if (isOwnCheckpointer) run(`pragma wal_autocheckpoint = ${PAGES_BEFORE_CHECKPOINT}`);
  };

  const refresh = async (): Promise<void> => {
    const old = connection;
    connection = await replace();
    isDoubtful = false;
    old.close();
    setUp();
  };

  const rollBack = (): void => {
    // After some errors SQLite has rolled back already; a second rollback would hide the first error.
    if (!connection.database.isTransaction) return;
    try {
      run('rollback');
    } catch {
      isDoubtful = true;
    }
  };

  const within = async <T>(work: () => Promise<T>, end: () => void, deadline: number): Promise<T> => {
    if (isDoubtful) await refresh();
    try {
      await whileBusy(() => run('begin immediate'), deadline);
      const result = await work();
      end();
      return result;
    } catch (error) {
      rollBack();
      if (leavesDoubt(error)) isDoubtful = true;
      throw error;
    }
  };
  const transact: Writer['transact'] = (work, deadline) => within(work, () => run('commit'), deadline);

  return {
    db: buildDb({ run: (sql, parameters) => connection.run(sql, parameters) }, { retryBusy: false }),
    transact,
    touch: (deadline) => transact(async () => touch(connection), deadline),
    exclude: (work, deadline) => within(work, rollBack, deadline),
    get isOpen() {
      return connection.database.isOpen;
    },
    checkpointItself: () => {
      isOwnCheckpointer = true;
      if (connection.database.isOpen) setUp();
    },
    close: () => connection.close(),
  };
};

/** A full disk does not break the connection. The other faults may have existed when it was opened. */
const leavesDoubt = (error: unknown): boolean =>
  error instanceof Failure && ['StorageReadOnly', 'StorageDamaged', 'StorageFailed'].includes(error.name);
