// The texts of a column's values as strings, decoded once. Columns do not change, and a facet reads the same values in every request.

import { textAt } from '../packing/packed-texts.ts';
import { type Column, countValues, spellingAt } from './column.ts';

interface DecodedValue {
  /** As comparisons see it. */
  readonly text: string;
  /** As it was written. */
  readonly spelling: string;
}

/** Strings take several times the memory of the bytes, so only those of short dictionaries are kept. */
const KEPT_VALUES_MAX = 1_024;
const KEPT_BYTES_MAX = 32_768;

const kept = new WeakMap<Column, (DecodedValue | undefined)[]>();

export type DecodeValue = (value: number) => DecodedValue;

export const buildDecode = (column: Column): DecodeValue => {
  const decode = (value: number): DecodedValue => ({
    text: textAt(column.texts, value),
    spelling: spellingAt(column, value),
  });
  const values = countValues(column);
  if (values > KEPT_VALUES_MAX || column.texts.bytes.length > KEPT_BYTES_MAX) return decode;
  const known = kept.get(column) ?? new Array<DecodedValue | undefined>(values).fill(undefined);
  kept.set(column, known);
  return (value) => {
    known[value] ??= decode(value);
    return known[value];
  };
};
