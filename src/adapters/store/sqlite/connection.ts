// One connection to the database file: how it is set up, and its statements, prepared once and kept.
// Every statement runs to its end before it returns: no cursor is ever open across an await.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const STATEMENTS_MAX = 256;
const CACHE_KIBIBYTES = 16_384;

/** How long the journal may grow before it is worth copying into the database, and how long it stays afterwards. */
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

/** What SQLite throws, as others are to see it. `SQLITE_BUSY` has to stay what it is. */
export type Explain = (error: unknown) => unknown;

/** Throws `SQLITE_BUSY` when another connection is just switching the journal or recovering it: the caller tries again. */
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
    // The journal is not flushed by the commit, which would hold the process still, but before anybody hears of it
    // (`flusher.ts`). NORMAL is what keeps the file whole, whatever happens; FULL would flush a second time.
    database.exec('pragma synchronous = normal');
    // What is erased is overwritten: without this a submission could be read from free pages for years.
    database.exec('pragma secure_delete = on');
    database.exec('pragma temp_store = memory');
    database.exec(`pragma cache_size = -${CACHE_KIBIBYTES}`);
    database.exec(`pragma journal_size_limit = ${JOURNAL_BYTES}`);
    // A thread of its own copies the journal into the database (`checkpointer.ts`), so no commit does.
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
