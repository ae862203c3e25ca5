// Reads one file of a backup, line by line. It refuses what does not follow the format or does not match its digest, and rows that are
// not in key order: files are merged in that order.

import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { keyOf } from '../sql/table-keys.ts';
import {
  type BackupEnd,
  type BackupEntry,
  BackupFault,
  type BackupHeader,
  type JsonLine,
  LineDigest,
  lineFault,
  parseLine,
  readHeader,
  type Value,
} from './backup-format.ts';
import { compareRows, findPlace } from './row-order.ts';

/** A backup that can be read several times. */
export interface BackupFile {
  readonly name: string;
  /** Its lines. May throw `BackupFault`. */
  readonly open: () => AsyncIterable<string>;
}

/** Where an entry stands, for messages. */
export interface NumberedEntry extends BackupEntry {
  readonly file: string;
  readonly number: number;
}

export interface OpenBackup {
  readonly header: BackupHeader;
  /** In their order. Returns only if the file is complete and undamaged; throws `BackupFault` otherwise, perhaps after entries. */
  readonly entries: AsyncGenerator<NumberedEntry, BackupEnd>;
  close(): Promise<void>;
}

/** The caller closes it. Throws `BackupFault`. */
export const openBackup = async ({ name, open }: BackupFile): Promise<OpenBackup> => {
  const lines = open()[Symbol.asyncIterator]();
  const close = async (): Promise<void> => void (await lines.return?.());
  try {
    const first = await lines.next();
    if (first.done === true) throw endMissing();
    const header = readHeader(parseLine(first.value, 1));
    const digest = new LineDigest();
    digest.add(first.value);
    return { header, entries: readEntries(name, lines, header, digest), close };
  } catch (error) {
    await close();
    throw withFile(error, name);
  }
};

const withFile = (error: unknown, file: string): unknown =>
  error instanceof BackupFault && error.file === undefined ? new BackupFault(error.message, file) : error;

const endMissing = (): BackupFault => new BackupFault('it is damaged: its end is missing');

async function* readEntries(
  file: string,
  lines: AsyncIterator<string>,
  header: BackupHeader,
  digest: LineDigest,
): AsyncGenerator<NumberedEntry, BackupEnd> {
  let table: Table | undefined;
  let before: BackupEntry | undefined;
  try {
    for (let number = 2; ; number += 1) {
      const next = await lines.next();
      if (next.done === true) throw endMissing();
      const line = next.value;
      const value = parseLine(line, number);
      if ('sha256' in value) {
        const end = readEnd(value, digest.finish());
        if ((await lines.next()).done !== true) throw lineFault(number + 1, 'follows the end of the backup');
        return end;
      }
      digest.add(line);
      if ('table' in value) {
        table = readTable(value, table, number);
        continue;
      }
      if (table === undefined) throw lineFault(number, 'is a row without a table');
      const entry = { ...readEntry(value, table, header, number), line, file, number };
      if (before !== undefined && compareRows(before, entry) >= 0) throw lineFault(number, 'is out of order');
      before = entry;
      yield entry;
    }
  } catch (error) {
    throw withFile(error, file);
  }
}

interface Table {
  readonly table: WorkspaceTable;
  readonly columns: readonly string[];
  /** The places of the columns of the key. */
  readonly keyPlaces: readonly number[];
}

/** In the order of all tables, each once. */
const readTable = (
  { table: name, columns }: Readonly<Record<string, unknown>>,
  before: Table | undefined,
  number: number,
): Table => {
  const place = findPlace(name);
  if (place === undefined)
    throw lineFault(number, `names a table that this version does not know: ${String(name)}`);
  if (before !== undefined && place <= (findPlace(before.table) as number))
    throw lineFault(number, 'is out of order');
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string'))
    throw lineFault(number, 'names no columns');
  const table = name as WorkspaceTable;
  const keyPlaces = keyOf(table).map((column) => columns.indexOf(column));
  if (keyPlaces.includes(-1)) throw lineFault(number, 'lacks columns of the key');
  return { table, columns, keyPlaces };
};

const readEntry = (
  value: JsonLine,
  { table, columns, keyPlaces }: Table,
  { since }: BackupHeader,
  number: number,
): Omit<BackupEntry, 'line'> => {
  if ('deleted' in value) {
    if (since === undefined) throw lineFault(number, 'deletes a row, though this is a full backup');
    return { table, columns, key: readValues(value['deleted'], keyPlaces.length, number) };
  }
  const values = readValues(value, columns.length, number);
  return { table, columns, values, key: keyPlaces.map((place) => values[place] as Value) };
};

const readValues = (values: unknown, length: number, number: number): readonly Value[] => {
  if (!Array.isArray(values)) throw lineFault(number, 'is neither a row nor a table');
  if (values.length !== length) throw lineFault(number, 'has not as many values as its table has columns');
  for (const value of values)
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw lineFault(number, 'has a value that no column can hold');
  return values;
};

const readEnd = (value: JsonLine, sha256: string): BackupEnd => {
  const { rows, sha256: told, rows_sha256: rowsSha256 } = value as Readonly<Record<string, unknown>>;
  if (told !== sha256 || typeof rows !== 'number' || typeof rowsSha256 !== 'string') throw digestDiffers();
  return { rows, rowsSha256, sha256 };
};

export const digestDiffers = (file?: string): BackupFault =>
  new BackupFault('it is damaged: its digest does not match, so rows are missing or were changed', file);
