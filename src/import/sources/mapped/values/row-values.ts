// The values of one row, with a bound on what all rules together may read of it: a mapping may name a long column many times.

import { plainValue, writtenNumber } from '../../rows/exact-number.ts';
import { ROW_MAX_CHARS } from '../../rows/row.ts';
import { type ColumnPath, findValue } from './column-path.ts';

/** Why a value cannot be taken. The message does not repeat the column and the value. */
export class ValueFault extends Error {
  readonly column: string;
  readonly value: string | undefined;

  constructor(message: string, column: string, value?: string) {
    super(message);
    this.column = column;
    this.value = value;
  }
}

const READ_MAX_CHARS = 4 * ROW_MAX_CHARS;
const LIST_MAX_ITEMS = 10_000;

export class RowValues {
  readonly cells: Readonly<Record<string, unknown>>;
  #charsLeft: number;

  constructor(cells: Readonly<Record<string, unknown>>, charsLeft = READ_MAX_CHARS) {
    this.cells = cells;
    this.#charsLeft = charsLeft;
  }

  /** Undefined for what is absent or blank. */
  find(path: ColumnPath): unknown {
    const value = findValue(this.cells, path);
    if (value === null || value === undefined) return undefined;
    if (typeof value === 'string') {
      this.spend(value.length, path.text);
      const text = value.trim();
      return text === '' ? undefined : text;
    }
    if (!Array.isArray(value)) return value;
    if (value.length > LIST_MAX_ITEMS) {
      throw new ValueFault(`has ${value.length} items; at most ${LIST_MAX_ITEMS} are read`, path.text);
    }
    return value.length === 0 ? undefined : value;
  }

  /** The text of a scalar; undefined for what is absent or blank. */
  findText(path: ColumnPath): string | undefined {
    const value = this.find(path);
    return value === undefined ? undefined : textOf(value, path.text);
  }

  spend(chars: number, column: string): void {
    this.#charsLeft -= chars;
    if (this.#charsLeft < 0) {
      throw new ValueFault(`the mapping reads more than ${READ_MAX_CHARS} characters of one row`, column);
    }
  }
}

/** Numbers as they were written. */
export const textOf = (value: unknown, column: string): string => {
  const written = writtenNumber(value);
  if (written !== undefined) return written;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  throw new ValueFault(
    Array.isArray(value)
      ? 'is a list, but one text is needed; take one of them by "item", or join them by "with"'
      : 'is an object, but a text is needed; name the field in it, such as "name.en"',
    column,
    JSON.stringify(plainValue(value)),
  );
};
