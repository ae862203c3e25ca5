// What the lines of a backup are (decisions 0094 and 0100): a header, then for each table its name and columns followed by its rows in the order
// of their keys, and a last line with digests, without which the backup is not complete. Everything is JSON.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseJson } from '../../../domain/text/parse-json.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';

const FORMAT = 1;
/** It made the table that marks a restore as incomplete. */
const MIGRATION_MIN = 10;
/** 32 bytes. */
const SECRET = /^[\w-]{43}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface BackupHeader {
  /** A UUID of its own. */
  readonly id: string;
  /** The newest migration of the database. */
  readonly migration: number;
  readonly createdAt: string;
  /** Base64url. Undefined: none had been made yet. */
  readonly visitorSecret: string | undefined;
  /** The backup that this one continues, with the name of its file. Undefined: this is a full one. */
  readonly since?: { readonly id: string; readonly file: string } | undefined;
}

export interface BackupEnd {
  /** Of the whole state, whether they are in this file or in those before it. */
  readonly rows: number;
  /** Over the tables and rows of the whole state: equal for every database with the same rows. */
  readonly rowsSha256: string;
  /** Over all lines of this file before the last one. */
  readonly sha256: string;
}

export type Value = string | number | null;

/** Columns are sorted by name. */
export interface BackupRow {
  readonly table: WorkspaceTable;
  readonly columns: readonly string[];
  readonly key: readonly Value[];
  readonly values: readonly Value[];
  readonly line: string;
}

/** Without values: the row of this key was deleted. */
export type BackupEntry = Omit<BackupRow, 'values'> & Partial<Pick<BackupRow, 'values'>>;

/** What is in the file is not a whole backup, or does not belong to the others. The message says what is wrong with it. */
export class BackupFault extends Error {
  /** The name of the file. */
  readonly file: string | undefined;

  constructor(message: string, file?: string) {
    super(message);
    this.file = file;
  }
}

export const lineFault = (number: number, message: string): BackupFault =>
  new BackupFault(`line ${number} ${message}`);

export const encodeTable = ({ table, columns }: Pick<BackupRow, 'table' | 'columns'>): string =>
  JSON.stringify({ table, columns });

export const encodeDeleted = (key: readonly Value[]): string => JSON.stringify({ deleted: key });

export const encodeEnd = ({ rows, sha256, rowsSha256 }: BackupEnd): string =>
  JSON.stringify({ rows, sha256, rows_sha256: rowsSha256 });

export const encodeHeader = ({ id, migration, createdAt, visitorSecret, since }: BackupHeader): string =>
  JSON.stringify({
    vitrine_backup: FORMAT,
    id,
    ...(since === undefined ? {} : { since }),
    migration,
    created_at: createdAt,
    visitor_secret: visitorSecret ?? null,
  });

/** A digest of lines. */
export class LineDigest {
  readonly #hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(line).update('\n');
  }

  finish(): string {
    return this.#hash.digest('hex');
  }
}

/** The digest of a whole state, from its rows in their order. Tables without rows have no line. */
export class StateDigest {
  readonly #lines = new LineDigest();
  #table: WorkspaceTable | undefined;
  #rows = 0;

  add(row: BackupRow): void {
    if (row.table !== this.#table) this.#lines.add(encodeTable(row));
    this.#table = row.table;
    this.#lines.add(row.line);
    this.#rows += 1;
  }

  finish(): Omit<BackupEnd, 'sha256'> {
    return { rows: this.#rows, rowsSha256: this.#lines.finish() };
  }
}

export type JsonLine = Readonly<Record<string, unknown>> | readonly unknown[];

export const parseLine = (line: string, number: number): JsonLine => {
  try {
    const value = parseJson(line);
    if (typeof value === 'object' && value !== null) return value as JsonLine;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw number === 1 ? noHeader() : lineFault(number, 'is damaged');
};

const noHeader = (): BackupFault =>
  lineFault(1, 'is not the header of a backup; a bundle is imported by "vitrine import"');

export const readHeader = (line: JsonLine): BackupHeader => {
  const value = line as Readonly<Record<string, unknown>>;
  const { vitrine_backup: format, id, migration, created_at: createdAt, visitor_secret: secret } = value;
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupFault(`it is of a newer version (format ${format}): restore it with that version`);
  const isHeader =
    format === FORMAT &&
    isUuid(id) &&
    typeof migration === 'number' &&
    Number.isInteger(migration) &&
    migration >= MIGRATION_MIN &&
    typeof createdAt === 'string' &&
    (secret === null || (typeof secret === 'string' && SECRET.test(secret)));
  if (!isHeader) throw noHeader();
  return { id, migration, createdAt, visitorSecret: secret ?? undefined, since: readSince(value['since']) };
};

const isUuid = (id: unknown): id is string => typeof id === 'string' && UUID.test(id);

/** The file is looked for beside this one, so it is a plain name. */
const readSince = (since: unknown): BackupHeader['since'] => {
  if (since === undefined) return undefined;
  const { id, file } = (since ?? {}) as Readonly<Record<string, unknown>>;
  const isName = typeof file === 'string' && !/^\.*$|[\\\0]/.test(file) && basename(file) === file;
  if (!isUuid(id) || !isName) throw noHeader();
  return { id, file };
};
