// One connection to the database file, with a cache of prepared statements. Each statement runs to completion before it
// returns: no cursor stays open across an await.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const STATEMENTS_MAX = 256;
const CACHE_KIBIBYTES = 16_384;

/** The size of the journal from which a checkpoint is worth it, and its size afterwards. */
export const JOURNAL_BYTES = 4 * 1024 * 1024;

export interface Connection {
  readonly database: DatabaseSync;
  run(sql: string, parameters: readonly unknown[]): StatementResult;
  close(): void;
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

interface KeptStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

/** Maps an error of SQLite to the error that callers get. `SQLITE_BUSY` must stay as it is. */
export type Explain = (error: unknown) => unknown;

/** Throws `SQLITE_BUSY` while another connection switches or recovers the journal: try again then. */
export const openConnection = (
  file: string,
  mode: 'read' | 'write',
  explain: Explain = (error) => error,
): Connection => {
  try {
    return wrap(openDatabase(file, mode), explain);
  } catch (error) {
    throw explain(error);
  }
};

const openDatabase = (file: string, mode: 'read' | 'write'): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = wal');
    // The commit does not flush the journal, since that would block the process. `flusher.ts` does, before the write is
    // acknowledged. NORMAL protects the file from corruption; FULL would flush a second time.
    database.exec('pragma synchronous = normal');
    // Overwrites deleted data. Without it, a deleted submission could be read from free pages for years.
    database.exec('pragma secure_delete = on');
    database.exec('pragma temp_store = memory');
    database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
    database.exec(`pragma journal_size_limit = ${JOURNAL_BYTES}`);
    // Another thread runs the checkpoints (`checkpointer.ts`), so commits must not.
    database.exec('pragma wal_autocheckpoint = 0');
    if (mode === 'read') database.exec('pragma query_only = on');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
};

const wrap = (database: DatabaseSync, explain: Explain): Connection => {
  const kept = new Map<string, KeptStatement>();

  const find = (sql: string): KeptStatement => {
    const found = kept.get(sql);
    if (found !== undefined) {
      return found;
    }
    const statement = database.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    const oldest = kept.size >= STATEMENTS_MAX ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(sql, entry);
    return entry;
  };

  const run = (sql: string, parameters: readonly unknown[]): StatementResult => {
    try {
      const { statement, returnsRows } = find(sql);
      const values = parameters as SQLInputValue[];
      if (returnsRows) {
        return { rows: statement.all(...values), changes: 0 };
      }
      return { rows: [], changes: Number(statement.run(...values).changes) };
    } catch (error) {
      throw explain(error);
    }
  };

  return {
    database,
    run,
    close: () => {
      kept.clear();
      database.close();
    },
  };
};
