// Fills a database from a backup that was checked, and proves that it has the same rows. Until the end the database counts as an incomplete copy, and no service starts on it; an interrupted restore is repeated.

import { CopyRefused, claimTarget, completeCopy } from '../copy/incomplete-copy.ts';
import { deleteAllRows, insertRows, type Row, readSchema } from '../copy/table-rows.ts';
import { migrate, NEWEST_MIGRATION, readMigration } from '../migrations/migrate.ts';
import type { Engine } from '../sql/engine.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';
import { BackupFault, type BackupPart, type BackupSummary, digestRows, readBackup } from './backup-lines.ts';

const ROWS_MAX = 512;
const CHUNK_CHARS = 4_000_000;

export interface RestoreOptions {
  /** Replaces a target that is not empty. */
  readonly overwrite: boolean;
  readonly onProgress: (progress: RestoreProgress) => void;
  /** Called with the visitor secret before the database counts as complete. */
  readonly keepSecret?: (secret: Buffer) => Promise<void>;
}

export interface RestoreProgress {
  readonly phase: 'write' | 'compare';
  readonly rows: number;
  readonly total: number;
}

/** `lines`: of the backup that was checked, as `summary` says. Throws `BackupFault` or `CopyRefused`. */
export const restoreBackup = async (
  target: Engine,
  summary: BackupSummary,
  lines: AsyncIterable<string>,
  { overwrite, onProgress, keepSecret }: RestoreOptions,
): Promise<void> => {
  const { header, rows: total } = summary;
  if (target.rowSecurity?.isScoped === true) throw new CopyRefused('target_not_owned');
  await prepareSchema(target, header.migration);
  await claimTarget(target, overwrite);
  const schema = await readSchema(target.reads);
  const tables = dataTables.filter((table) => schema.has(table));
  for (const table of tables) await target.write((tx) => deleteAllRows(tx, table));
  const written = await writeRows(target, schema, readBackup(lines), (rows) =>
    onProgress({ phase: 'write', rows, total }),
  );
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
  schema: ReadonlyMap<string, readonly string[]>,
  parts: AsyncGenerator<BackupPart, BackupSummary>,
  onWritten: (rows: number) => void,
): Promise<BackupSummary> => {
  let table: WorkspaceTable | undefined;
  let [waiting, chars, written]: [Row[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    if (table === undefined || waiting.length === 0) return;
    const [into, rows] = [table, waiting];
    await target.write((tx) => insertRows(tx, into, rows));
    written += rows.length;
    [waiting, chars] = [[], 0];
    onWritten(written);
  };
  for (;;) {
    const next = await parts.next();
    if (next.done === true) {
      await flush();
      return next.value;
    }
    const part = next.value;
    if (part.table !== table) {
      await flush();
      table = part.table;
      if (schema.get(part.table)?.join() !== part.columns.join())
        throw new BackupFault(`its table ${part.table} has other columns than the database`);
    }
    waiting.push(part.row);
    for (const value of Object.values(part.row)) chars += typeof value === 'string' ? value.length : 1;
    if (waiting.length >= ROWS_MAX || chars >= CHUNK_CHARS) await flush();
  }
};
