// A row of a file: one object of NDJSON or JSON, one record of CSV. Its limits are those of a bundle line.

import type { SourceFault } from '../source-format.ts';

export const ROW_MAX_CHARS = 4 * 1024 * 1024;

export interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  /** By column. Read only own properties: the names come from the file. */
  readonly cells: Readonly<Record<string, unknown>>;
}

/** The columns of a file that names them first. */
export interface RowHeader {
  readonly line: number;
  readonly names: readonly string[];
}

export type RowEntry = Row | RowHeader | SourceFault;
