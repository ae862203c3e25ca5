// Fills a database from a chain of backups that was checked, and proves that it has the same rows. Until the end the database counts as an incomplete copy, and no service starts on it; an interrupted restore is repeated.

import { CopyRefused, claimTarget, completeCopy } from '../copy/incomplete-copy.ts';
import { type Column, deleteAllRows, insertRows, type Row, readSchema } from '../copy/table-rows.ts';
import { migrate, NEWEST_MIGRATION, readMigration } from '../migrations/migrate.ts';
import type { Engine } from '../sql/engine.ts';
import { dataTables } from '../sql/table-keys.ts';
import { BackupFault, type Value } from './backup-format.ts';
import type { BackupFile } from './read-backup.ts';
import { type BackupSummary, type ChainRow, type OpenChain, openChain } from './read-chain.ts';
import { findDocumentFault } from './stored-documents.ts';
import { digestRows } from './write-backup.ts';

const ROWS_MAX = 512;
const CHUNK_CHARS = 4_000_000;
const REFUSED =
  'the database refuses it, since another row has a value that must be unique, or a value is too long or not allowed';

export interface RestoreOptions {
  /** Replaces a target that is not empty. */
  readonly overwrite: boolean;
  readonly onProgress: (progress: RestoreProgress) => void;
  /** Called with the visitor secret before the database counts as complete. */
  readonly keepSecret?: (secret: Buffer) => Promise<void>;
}

export interface RestoreProgress {
  readonly phase: 'check' | 'write' | 'compare';
  readonly rows: number;
  readonly total: number;
}

/** `files`: the chain that was checked, as `summary` says. Throws `BackupFault` or `CopyRefused`. */
export const restoreBackup = async (
  target: Engine,
  summary: BackupSummary,
  files: readonly BackupFile[],
  { overwrite, onProgress, keepSecret }: RestoreOptions,
): Promise<void> => {
  const { header, rows: total } = summary;
  if (target.rowSecurity?.isScoped === true) throw new CopyRefused('target_not_owned');
  await prepareSchema(target, header.migration);
  const schema = await readSchema(target.reads);
  // Before anything is deleted: the database may have what the backup lacks.
  await assertAllFit(files, schema, (rows) => onProgress({ phase: 'check', rows, total }));
  await claimTarget(target, overwrite);
  const tables = dataTables.filter((table) => schema.has(table));
  for (const table of tables) await target.write((tx) => deleteAllRows(tx, table));
  const chain = await openChain(files);
  const written = await writeRows(target, chain.rows, (rows) =>
    onProgress({ phase: 'write', rows, total }),
  ).finally(chain.close);
  let compared = 0;
  const digest = await digestRows(target.reads, tables, (_, rows) => {
    compared += rows;
    onProgress({ phase: 'compare', rows: compared, total });
  });
  if (written.sha256 !== summary.sha256 || digest !== summary.rowsSha256)
    throw new BackupFault(
      'the restored rows differ from it: the file was changed meanwhile, or the database is damaged',
    );
  await migrate(target);
  const secret =
    header.visitorSecret === undefined ? undefined : Buffer.from(header.visitorSecret, 'base64url');
  if (secret !== undefined) await keepSecret?.(secret);
  await completeCopy(target, secret);
};

/** Rows fit the schema that they were read from; newer migrations change both together. */
const prepareSchema = async (target: Engine, migration: number): Promise<void> => {
  if (migration > NEWEST_MIGRATION)
    throw new BackupFault(
      `it is of a newer version: it has migration ${migration}, this version knows ${NEWEST_MIGRATION}. Restore it with the version that wrote it`,
    );
  if ((await readMigration(target.reads)) > migration)
    throw new BackupFault(
      'it is of an older version than the database: restore it into an empty folder or database that no service or command of this version has opened',
    );
  await migrate(target, { upTo: migration });
};

const writeRows = async (
  target: Engine,
  rows: OpenChain['rows'],
  onWritten: (rows: number) => void,
): Promise<BackupSummary> => {
  let [waiting, chars, written]: [ChainRow[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await insertFitting(target, waiting);
    written += waiting.length;
    [waiting, chars] = [[], 0];
    onWritten(written);
  };
  for (;;) {
    const next = await rows.next();
    if (next.done === true) {
      await flush();
      return next.value;
    }
    const row = next.value;
    if (row.table !== waiting[0]?.table) await flush();
    waiting.push(row);
    chars += row.line.length;
    if (waiting.length >= ROWS_MAX || chars >= CHUNK_CHARS) await flush();
  }
};

const assertAllFit = async (
  files: readonly BackupFile[],
  schema: ReadonlyMap<string, readonly Column[]>,
  onChecked: (rows: number) => void,
): Promise<void> => {
  const { rows, close } = await openChain(files);
  try {
    let checked = 0;
    for await (const row of rows) {
      assertFits(row, schema.get(row.table) ?? []);
      checked += 1;
      if (checked % ROWS_MAX === 0) onChecked(checked);
    }
  } finally {
    await close();
  }
};

/** Digests do not say that rows are such as a store writes. SQLite would take a text for a number. */
const assertFits = (row: ChainRow, columns: readonly Column[]): void => {
  if (columns.map(({ name }) => name).join() !== row.columns.join())
    throw new BackupFault(`its table ${row.table} has other columns than the database`, row.file);
  for (const [at, column] of columns.entries())
    if (!isValueOf(column, row.values[at] as Value))
      throw misfit(row, `its ${column.name} is not ${column.isInteger ? 'an integer' : 'a text'}`);
  const fault = findDocumentFault(row.table, toRow(row));
  if (fault !== undefined) throw misfit(row, fault);
};

const isValueOf = ({ isInteger, isNullable }: Column, value: Value): boolean => {
  if (value === null) return isNullable;
  return isInteger ? Number.isSafeInteger(value) : typeof value === 'string';
};

const misfit = ({ table, file, number }: ChainRow, why: string): BackupFault =>
  new BackupFault(`line ${number} does not fit the table ${table}: ${why}`, file);

/** All of one table. If the database refuses one, they are inserted one by one, to find it. */
const insertFitting = async (target: Engine, rows: readonly ChainRow[]): Promise<void> => {
  const [first] = rows as readonly [ChainRow];
  const values = rows.map(toRow);
  let isRefused = false;
  try {
    await target.write((tx) =>
      insertRows(tx, first.table, values).catch((error: unknown) => {
        isRefused = target.dialect.isRefusedRow(error);
        throw error;
      }),
    );
  } catch (error) {
    if (!isRefused) throw error;
    if (rows.length === 1) throw misfit(first, REFUSED);
    for (const row of rows) await insertFitting(target, [row]);
  }
};

const toRow = ({ columns, values }: ChainRow): Row =>
  Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null]));
