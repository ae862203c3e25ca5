// What a segment holds of one product, by part, so that two segments can be compared.

import {
  type Column,
  countEntries,
  countValues,
  denseSet,
  findSorted,
  firstNotBelow,
  forEachValue,
  kindOf,
  spellingAt,
} from '../columns/column.ts';
import { hasBit } from '../packing/bitset.ts';
import { jsonAt } from '../packing/stored-json.ts';
import { sparseAt } from '../stored/sparse-json.ts';
import { hasExactPostings, indexedWords } from '../text/indexed-words.ts';
import { columnGroups, type ProductSegment } from './product-segment.ts';

export const indexedProduct = (segment: ProductSegment, item: number): Map<string, string> => {
  const parts = new Map<string, string>();
  const put = (part: string, value: string): void => {
    if (value !== '') parts.set(part, value);
  };
  for (const { index } of segment.texts) {
    const own = index.classes[item] as number;
    if (own === 0) continue;
    put(`words in ${index.locale}`, indexedWords(index, item));
    put(`locales in ${index.locale}`, JSON.stringify(segment.classes[own]));
  }
  for (const group of columnGroups)
    for (const column of segment[group]) put(`${column.name} (${group})`, valuesOf(column, item));
  const { base, texts, prices, variants, categories } = segment.shown;
  put('stored fields', jsonAt(base, item));
  for (const { name, json } of texts) put(`stored texts in ${name}`, sparseAt(json, item));
  for (const { name, json } of prices) put(`stored prices in ${name}`, sparseAt(json, item));
  put('stored variants', sparseAt(variants, item));
  put('stored categories', sparseAt(categories, item));
  return parts;
};

/** Empty if the product does not have the field. */
const valuesOf = (column: Column, item: number): string => {
  const values: string[] = [];
  forEachValue(column, item, (value) =>
    values.push(
      `${kindOf(column, value)} ${spellingAt(column, value)}${isPosted(column, value, item) ? '' : ' (not found by it)'}`,
    ),
  );
  if (values.length === 0 && findSorted(column.emptyItems, item) === -1) return '';
  const isList = findSorted(column.listItems, item) !== -1 || hasBit(column.listBits, item);
  return JSON.stringify([isList, ...values.sort()]);
};

const isPosted = (column: Column, value: number, item: number): boolean => {
  const place = findSorted(column.denseValues, value);
  if (place !== -1) return hasBit(denseSet(column, place), item);
  const postings = column.postingItem.subarray(column.postingStart[value], column.postingStart[value + 1]);
  return postings[firstNotBelow(postings, item)] === item;
};

/** The parts by which more products are found than have them. */
export const excessPostings = (segment: ProductSegment): string[] => [
  ...segment.texts.flatMap(({ index }) => (hasExactPostings(index) ? [] : [`words in ${index.locale}`])),
  ...columnGroups.flatMap((group) =>
    segment[group].flatMap((column) => (isExact(column) ? [] : [`${column.name} (${group})`])),
  ),
];

const isExact = (column: Column): boolean => {
  const { rowStart, rowValues } = column;
  const values = countValues(column);
  let expected = rowStart.length === 0 ? 0 : rowValues.length;
  if (rowStart.length === 0) for (const value of rowValues) if (value !== values) expected += 1;
  return countEntries(column, 0, values) === expected;
};
