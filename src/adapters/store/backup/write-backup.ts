// The lines of a new backup: all rows of a database, or only what differs from an earlier backup. That is found by comparing every row, so it does
// not matter how a change was made, and nothing that was deleted is forgotten (decision 0100).

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { readChunks } from '../copy/table-rows.ts';
import type { Db } from '../sql/engine.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables, keyOf } from '../sql/table-keys.ts';
import {
  type BackupEntry,
  BackupFault,
  type BackupHeader,
  type BackupRow,
  encodeDeleted,
  encodeEnd,
  encodeHeader,
  encodeTable,
  LineDigest,
  StateDigest,
} from './backup-format.ts';
import type { BackupSummary, OpenChain } from './read-chain.ts';
import { compareRows } from './row-order.ts';

export type OnRows = (table: string, rows: number) => void;

/** `since`: the backup that the new one continues. */
export const buildHeader = (
  state: Pick<BackupHeader, 'migration' | 'createdAt' | 'visitorSecret'>,
  since: { readonly id: string; readonly path: string } | undefined,
): BackupHeader => ({
  id: randomUUID(),
  ...state,
  since: since && { id: since.id, file: basename(since.path) },
});

async function* readState(
  db: Db,
  tables: readonly WorkspaceTable[],
  state: StateDigest,
  onRows: OnRows,
): AsyncGenerator<BackupRow> {
  for (const table of tables) {
    let columns: readonly string[] | undefined;
    for await (const { rows } of readChunks(db, table)) {
      for (const found of rows) {
        columns ??= Object.keys(found).sort();
        const values = columns.map((column) => found[column] ?? null);
        const key = keyOf(table).map((column) => found[column] ?? null);
        const row = { table, columns, key, values, line: JSON.stringify(values) };
        state.add(row);
        yield row;
      }
      onRows(table, rows.length);
    }
  }
}

/** The digest of the rows of these tables as a backup has it. */
export const digestRows = async (
  db: Db,
  tables: readonly WorkspaceTable[],
  onRows: OnRows,
): Promise<string> => {
  const state = new StateDigest();
  const rows = readState(db, tables, state, onRows);
  while ((await rows.next()).done !== true);
  return state.finish().rowsSha256;
};

/** `db` must not change meanwhile: give it a snapshot. `since`: what the header says; undefined for a full backup. */
export async function* backupLines(
  db: Db,
  header: BackupHeader,
  onRows: OnRows,
  since?: OpenChain,
): AsyncGenerator<string> {
  if (since !== undefined) assertContinued(header, since.header);
  const digest = new LineDigest();
  const state = new StateDigest();
  const add = (line: string): string => {
    digest.add(line);
    return line;
  };
  yield add(encodeHeader(header));
  let table: WorkspaceTable | undefined;
  for await (const entry of findChanges(since?.rows ?? noRows(), readState(db, dataTables, state, onRows))) {
    if (entry.table !== table) yield add(encodeTable(entry));
    table = entry.table;
    yield add(entry.line);
  }
  yield encodeEnd({ ...state.finish(), sha256: digest.finish() });
}

async function* noRows(): AsyncGenerator<never, undefined> {}

/** A store is known by its visitor secret, which is made once and restored with it. */
const assertContinued = (header: BackupHeader, before: BackupHeader): void => {
  const full = 'make a full backup, without --since';
  if (header.migration !== before.migration)
    throw new BackupFault(
      `it is of another version: it has migration ${before.migration}, the database has ${header.migration}; ${full}`,
    );
  if (before.visitorSecret !== undefined && before.visitorSecret !== header.visitorSecret)
    throw new BackupFault(`it is of another store; ${full}`);
};

/** Both in the order of their keys. */
async function* findChanges(
  before: AsyncIterator<BackupRow, BackupSummary | undefined>,
  after: AsyncGenerator<BackupRow>,
): AsyncGenerator<BackupEntry> {
  let old = await before.next();
  for await (const row of after) {
    while (old.done !== true && compareRows(old.value, row) < 0) {
      yield deletionOf(old.value);
      old = await before.next();
    }
    const known = old.done !== true && compareRows(old.value, row) === 0 ? old.value : undefined;
    if (known?.line !== row.line) yield row;
    if (known !== undefined) old = await before.next();
  }
  while (old.done !== true) {
    yield deletionOf(old.value);
    old = await before.next();
  }
}

const deletionOf = ({ table, columns, key }: BackupRow): BackupEntry => ({
  table,
  columns,
  key,
  line: encodeDeleted(key),
});
