// Whether a database file is intact, table by table until the time is up. Read-only, beside others that use the file.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from './open-engine.ts';

export interface CheckedFile {
  /** What SQLite says is wrong; empty if nothing is. */
  readonly faults: readonly string[];
  /** Tables that the time was not enough for. */
  readonly unchecked: readonly string[];
}

const FAULTS_MAX = 5;

export const checkSqliteFile = (dataDir: string, deadlineMs: number): CheckedFile => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true, timeout: 1_000 });
    const names = database
      .prepare("select name from pragma_table_list where schema = 'main' order by 1")
      .all();
    const faults: string[] = [];
    const unchecked: string[] = [];
    for (const { name } of names as { readonly name: string }[]) {
      if (performance.now() > deadlineMs) unchecked.push(name);
      else faults.push(...checkTable(database, name));
    }
    return { faults: faults.slice(0, FAULTS_MAX), unchecked };
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)], unchecked: [] };
  } finally {
    database?.close();
  }
};

const checkTable = (database: DatabaseSync, table: string): string[] => {
  const rows = database.prepare(`pragma quick_check("${table.replaceAll('"', '""')}")`).all();
  return (rows as { readonly quick_check: string }[])
    .map((row) => row.quick_check)
    .filter((text) => text !== 'ok');
};
