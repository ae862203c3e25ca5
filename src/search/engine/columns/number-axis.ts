// The different numbers of a column in ascending order, made with the column: sorting a million of them takes too long for a query.

import type { ColumnDictionary, NumberAxis } from './column.ts';

const NO_NUMBERS = new Float64Array(0);
const NO_PLACES = new Uint32Array(0);

/** Of most columns, the first values are the numbers: nothing is kept. */
export const packAxis = ({ numbers, orderedNumbers }: ColumnDictionary): NumberAxis =>
  numbers.length === 0 || (orderedNumbers > 0 && isAscending(numbers.subarray(0, orderedNumbers)))
    ? { distinctNumbers: NO_NUMBERS, numberPlaces: NO_PLACES }
    : placeNumbers(numbers);

const isAscending = (numbers: Float64Array): boolean => {
  for (let at = 1; at < numbers.length; at += 1)
    if ((numbers[at - 1] as number) >= (numbers[at] as number)) return false;
  return true;
};

/**
 * Of a column whose values are not its numbers in their order: two spellings of a date are one number, and a column that also holds text
 * of deleted products is sorted by text.
 */
const placeNumbers = (values: Float64Array): NumberAxis => {
  const sorted = values.filter((number) => !Number.isNaN(number)).sort();
  // Zero is one number, whatever its sign.
  const distinctNumbers = sorted.filter((number, at) => at === 0 || number !== sorted[at - 1]);
  const places = new Map<number, number>();
  distinctNumbers.forEach((number, place) => {
    places.set(number, place);
  });
  const numberPlaces = Uint32Array.from(values, (number) => places.get(number) ?? distinctNumbers.length);
  return { distinctNumbers, numberPlaces };
};
