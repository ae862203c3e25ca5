// The connection for writes. After an error of the disk it may be unusable (read-only, or stuck in a transaction), so it is
// replaced before the next write.

import type { StatementSync } from 'node:sqlite';
import { Failure } from '../../../domain/failures/failures.ts';
import type { Db } from '../sql/engine.ts';
import { whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { buildDb } from './dialect.ts';
import type { LockAwaited } from './lock-awaited.ts';
import { buildLockTime } from './lock-time.ts';
import { touch } from './touch.ts';

export interface Writer {
  /** For statements within `transact`. */
  readonly db: Db;
  /** The same, for one that is written as SQL. */
  readonly run: Connection['run'];
  /**
   * Commits all of `work` or nothing. Waits for other processes until the deadline, a `performance.now()`. `committed` is called before
   * anything else runs.
   */
  transact<T>(work: () => Promise<T>, deadline: number, committed?: () => void): Promise<T>;
  /**
   * Changes whenever another connection has committed anything, and not with commits of this one. Throws if that is not known, and
   * while the connection is to be replaced: it may be stuck in an old state.
   */
  countOthers(): number;
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
/** More than one connection ever counts: it has 32 bits. */
const CONNECTION_COUNTS = 2 ** 32;

/** `replace` opens a new connection of the same kind. */
export const buildWriter = (
  first: Connection,
  replace: () => Promise<Connection>,
  awaited: LockAwaited,
): Writer => {
  let connection = first;
  let isDoubtful = false;
  let isOwnCheckpointer = false;
  let version = prepareVersion(first);
  let replaced = 0;
  const lockTime = buildLockTime(awaited);

  const run = (sql: string, parameters: readonly unknown[] = []) => connection.run(sql, parameters);

  const setUp = (): void => {
    if (isOwnCheckpointer) run(`pragma wal_autocheckpoint = ${PAGES_BEFORE_CHECKPOINT}`);
  };

  const refresh = async (): Promise<void> => {
    const old = connection;
    connection = await replace();
    version = prepareVersion(connection);
    replaced += 1;
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
    await lockTime.leaveToOthers();
    try {
      let attempts = 0;
      const begin = () => {
        attempts += 1;
        run('begin immediate');
      };
      await whileBusy(begin, deadline, awaited.note);
      lockTime.locked(attempts > 1);
      const result = await work();
      // To commit takes a step too.
      await lockTime.yieldIfDue();
      end();
      return result;
    } catch (error) {
      rollBack();
      if (leavesDoubt(error)) isDoubtful = true;
      throw error;
    } finally {
      lockTime.unlocked();
    }
  };
  const transact: Writer['transact'] = (work, deadline, committed) => {
    const end = () => {
      run('commit');
      committed?.();
    };
    return within(work, end, deadline);
  };

  return {
    db: buildDb({ run }, { retryBusy: false, yieldIfDue: lockTime.yieldIfDue }),
    run,
    transact,
    countOthers: () => {
      if (isDoubtful) throw new Error('the connection is to be replaced');
      // Each connection counts by itself.
      return replaced * CONNECTION_COUNTS + Number(version.get()?.['data_version'] ?? 0);
    },
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

/** SQLite counts, for each connection, the commits of all others. */
const prepareVersion = ({ database }: Connection): StatementSync => database.prepare('pragma data_version');

/** A full disk does not break the connection. The other faults may have existed when it was opened. */
const leavesDoubt = (error: unknown): boolean =>
  error instanceof Failure && ['StorageReadOnly', 'StorageDamaged', 'StorageFailed'].includes(error.name);
