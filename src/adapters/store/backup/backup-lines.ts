// The lines of a backup (Decision 0094): a header, then for each table its name and columns followed by its rows, and a last line with
// digests, without which the backup is not complete. Everything is JSON.

import { createHash, type Hash } from 'node:crypto';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { type Row, readChunks } from '../copy/table-rows.ts';
import type { Db } from '../sql/engine.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';

const FORMAT = 1;
/** It made the table that marks a restore as incomplete. */
const MIGRATION_MIN = 10;
/** 32 bytes. */
const SECRET = /^[\w-]{43}$/;

export interface BackupHeader {
  /** The newest migration of the database. */
  readonly migration: number;
  readonly createdAt: string;
  /** Base64url. Undefined: none had been made yet. */
  readonly visitorSecret: string | undefined;
}

export interface BackupSummary {
  readonly header: BackupHeader;
  readonly rows: number;
  /** Over all lines before the last one. */
  readonly sha256: string;
  /** Over those of tables and rows alone: equal for every database with the same rows. */
  readonly rowsSha256: string;
}

/** What is in the file is not a whole backup. The message says what is wrong with it. */
export class BackupFault extends Error {}

export type OnRows = (table: string, rows: number) => void;

/** Tables without rows have no line. */
async function* tableLines(
  db: Db,
  tables: readonly WorkspaceTable[],
  onRows: OnRows,
): AsyncGenerator<string> {
  for (const table of tables) {
    let columns: readonly string[] | undefined;
    for await (const { rows } of readChunks(db, table)) {
      for (const row of rows) {
        if (columns === undefined) {
          columns = Object.keys(row).sort();
          yield JSON.stringify({ table, columns });
        }
        yield JSON.stringify(columns.map((column) => row[column]));
      }
      onRows(table, rows.length);
    }
  }
}

/** `db` must not change meanwhile: give it a snapshot. */
export async function* backupLines(db: Db, header: BackupHeader, onRows: OnRows): AsyncGenerator<string> {
  const digests = new Digests();
  const head = encodeHeader(header);
  digests.addHeader(head);
  yield head;
  for await (const line of tableLines(db, dataTables, onRows)) {
    digests.add(line);
    yield line;
  }
  const { rows, sha256, rowsSha256 } = digests.finish();
  yield JSON.stringify({ rows, sha256, rows_sha256: rowsSha256 });
}

/** The digest of the rows of these tables as a backup has it. */
export const digestRows = async (
  db: Db,
  tables: readonly WorkspaceTable[],
  onRows: OnRows,
): Promise<string> => {
  const digests = new Digests();
  for await (const line of tableLines(db, tables, onRows)) digests.add(line);
  return digests.finish().rowsSha256;
};

class Digests {
  readonly #all = createHash('sha256');
  readonly #rows = createHash('sha256');
  #count = 0;

  addHeader(line: string): void {
    addLine(this.#all, line);
  }

  add(line: string): void {
    addLine(this.#all, line);
    addLine(this.#rows, line);
    if (isRow(line)) this.#count += 1;
  }

  finish(): Omit<BackupSummary, 'header'> {
    return { rows: this.#count, sha256: this.#all.digest('hex'), rowsSha256: this.#rows.digest('hex') };
  }
}

const addLine = (digest: Hash, line: string): void => {
  digest.update(line).update('\n');
};

const isRow = (line: string): boolean => line.startsWith('[');

export interface BackupPart {
  readonly table: WorkspaceTable;
  readonly columns: readonly string[];
  readonly row: Row;
}

/** The rows in their order. Returns only if the backup is complete and undamaged; throws `BackupFault` otherwise, perhaps after rows. */
export async function* readBackup(lines: AsyncIterable<string>): AsyncGenerator<BackupPart, BackupSummary> {
  const digests = new Digests();
  let header: BackupHeader | undefined;
  let current: { readonly table: WorkspaceTable; readonly columns: readonly string[] } | undefined;
  let summary: BackupSummary | undefined;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (summary !== undefined) throw fault(number, 'follows the end of the backup');
    const value = readLine(line, number);
    if (header === undefined) {
      header = readHeader(value);
      digests.addHeader(line);
    } else if (Array.isArray(value)) {
      if (current === undefined) throw fault(number, 'is a row without a table');
      digests.add(line);
      yield { ...current, row: readRow(value, current.columns, number) };
    } else if ('table' in value) {
      digests.add(line);
      current = readTable(value, current?.table, number);
    } else {
      summary = { header, ...digests.finish() };
      assertEnd(value, summary);
    }
  }
  if (summary === undefined) throw new BackupFault('it is damaged: its end is missing');
  return summary;
}

/** Reads all of it. */
export const checkBackup = async (
  lines: AsyncIterable<string>,
  onRow: () => void = () => {},
): Promise<BackupSummary> => {
  const parts = readBackup(lines);
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return next.value;
    onRow();
  }
};

const noHeader = (): BackupFault =>
  fault(1, 'is not the header of a backup; a bundle is imported by "vitrine import"');

type Values = Readonly<Record<string, unknown>> | readonly unknown[];

const fault = (number: number, message: string): BackupFault => new BackupFault(`line ${number} ${message}`);

const readLine = (line: string, number: number): Values => {
  try {
    const value = parseJson(line);
    if (typeof value === 'object' && value !== null) return value as Values;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw number === 1 ? noHeader() : fault(number, 'is damaged');
};

const encodeHeader = ({ migration, createdAt, visitorSecret }: BackupHeader): string =>
  JSON.stringify({
    vitrine_backup: FORMAT,
    migration,
    created_at: createdAt,
    visitor_secret: visitorSecret ?? null,
  });

const readHeader = (value: Values): BackupHeader => {
  const {
    vitrine_backup: format,
    migration,
    created_at: createdAt,
    visitor_secret: secret,
  } = value as Readonly<Record<string, unknown>>;
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupFault(`it is of a newer version (format ${format}): restore it with that version`);
  const isHeader =
    format === FORMAT &&
    typeof migration === 'number' &&
    Number.isInteger(migration) &&
    migration >= MIGRATION_MIN &&
    typeof createdAt === 'string' &&
    (secret === null || (typeof secret === 'string' && SECRET.test(secret)));
  if (!isHeader) throw noHeader();
  return { migration, createdAt, visitorSecret: secret ?? undefined };
};

/** In the order of all tables, each once. */
const readTable = (
  { table, columns }: Readonly<Record<string, unknown>>,
  before: WorkspaceTable | undefined,
  number: number,
) => {
  const place = dataTables.indexOf(table as WorkspaceTable);
  if (place === -1) throw fault(number, `names a table that this version does not know: ${String(table)}`);
  if (before !== undefined && place <= dataTables.indexOf(before)) throw fault(number, 'is out of order');
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === 'string'))
    throw fault(number, 'names no columns');
  return { table: table as WorkspaceTable, columns: columns as readonly string[] };
};

const readRow = (values: readonly unknown[], columns: readonly string[], number: number): Row => {
  if (values.length !== columns.length)
    throw fault(number, 'has not as many values as its table has columns');
  const entries = columns.map((column, place): [string, Row[string]] => {
    const value = values[place];
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw fault(number, 'has a value that no column can hold');
    return [column, value];
  });
  return Object.fromEntries(entries);
};

const assertEnd = (value: Values, { rows, sha256, rowsSha256 }: BackupSummary): void => {
  const end = value as Readonly<Record<string, unknown>>;
  if (end['rows'] !== rows || end['sha256'] !== sha256 || end['rows_sha256'] !== rowsSha256)
    throw new BackupFault('it is damaged: its digest does not match, so rows are missing or were changed');
};
