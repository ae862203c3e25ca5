// What the first rows of files say about their columns.

import { isObject } from '../../../../domain/text/json-value.ts';
import { plainValue, writtenNumber } from '../../rows/exact-number.ts';
import { readRows } from '../../rows/read-rows.ts';
import type { SourceFile } from '../../source-format.ts';

const ROWS_READ = 300;
const SAMPLES_KEPT = 300;
const COLUMNS_MAX = 300;

export interface ColumnFacts {
  readonly name: string;
  /** Lower case, letters and digits only. */
  readonly plainName: string;
  /** Values that are not blank; items of lists. */
  readonly samples: readonly unknown[];
  /** Whether all values have this shape. */
  readonly isText: boolean;
  readonly isNumber: boolean;
  readonly isBoolean: boolean;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** The longest text. */
  readonly maxChars: number;
}

export type FoundColumns =
  | { readonly columns: readonly ColumnFacts[]; readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly fault: string };

export const findColumns = async (files: readonly SourceFile[]): Promise<FoundColumns> => {
  const rows: Readonly<Record<string, unknown>>[] = [];
  let fault: string | undefined;
  for (const file of files) {
    let left = ROWS_READ;
    for await (const entry of readRows(file)) {
      if ('cells' in entry) {
        rows.push(entry.cells);
        left -= 1;
      } else if ('fault' in entry) {
        fault ??= `${file.name}, line ${entry.line}: ${entry.fault}`;
        left -= 1;
      }
      if (left === 0) break;
    }
  }
  if (rows.length === 0) return { fault: fault ?? 'no file has a row to guess from' };
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, COLUMNS_MAX);
  return { rows, columns: names.map((name) => factsOf(name, rows)) };
};

const factsOf = (name: string, rows: readonly Readonly<Record<string, unknown>>[]): ColumnFacts => {
  const values = rows
    .flatMap((row) => (Object.hasOwn(row, name) ? [row[name]] : []))
    .filter((value) => value !== null && !(typeof value === 'string' && value.trim() === ''));
  const filled = values.filter((value) => !Array.isArray(value) || value.length > 0);
  const all = (fits: (value: unknown) => boolean): boolean => filled.length > 0 && filled.every(fits);
  const isNumber = (value: unknown): boolean => writtenNumber(value) !== undefined;
  return {
    name,
    plainName: name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    samples: filled.slice(0, SAMPLES_KEPT).flat(),
    isText: all((value) => typeof value === 'string' && !isNumber(value)),
    isNumber: all(isNumber),
    isBoolean: all((value) => typeof value === 'boolean'),
    isList: values.length > 0 && values.every(Array.isArray),
    isObject: all(isObject),
    maxChars: Math.max(0, ...filled.map((value) => (typeof value === 'string' ? value.length : 0))),
  };
};

/** One value of the column, for a note. */
export const showSample = ({ samples }: ColumnFacts): string => {
  const [first] = samples;
  if (first === undefined) return 'always empty';
  const shown = JSON.stringify(plainValue(first));
  return `such as ${shown.length > 50 ? `${shown.slice(0, 50)}…` : shown}`;
};
