// The connection that writes. One that a disk has failed may stay as it is for good (opened where nothing could be written,
// or left within a transaction): it is replaced before the next write.

import { Failure } from '../../../domain/failures/failures.ts';
import type { Db } from '../sql/engine.ts';
import { whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { buildDb } from './dialect.ts';

export interface Writer {
  /** For statements within `transact`. */
  readonly db: Db;
  /** Commits what `work` does, or none of it. Waits for other processes until the deadline, a `performance.now()`. */
  transact<T>(work: () => Promise<T>, deadline: number): Promise<T>;
  /** One transaction that changes nothing, and is written all the same. */
  touch(deadline: number): Promise<void>;
  /** Keeps everyone else from writing for as long as `work` takes. */
  exclude<T>(work: () => Promise<T>, deadline: number): Promise<T>;
  readonly isOpen: boolean;
  /** From now on commits copy the journal into the database themselves. */
  checkpointItself(): void;
  close(): void;
}

const PAGES_BEFORE_CHECKPOINT = 1000;

/** `replace` opens another connection like the first. */
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
    // SQLite has rolled back by itself after some errors; a second rollback would hide the first one.
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
    touch: (deadline) =>
      transact(async () => {
        const [row] = run('pragma user_version').rows as { readonly user_version: number }[];
        // The same number again; SQLite does not compare.
        run(`pragma user_version = ${row?.user_version ?? 0}`);
      }, deadline),
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

/** A disk that is full takes nothing from the connection; the others may have been there when it was opened. */
const leavesDoubt = (error: unknown): boolean =>
  error instanceof Failure && ['StorageReadOnly', 'StorageDamaged', 'StorageFailed'].includes(error.name);
