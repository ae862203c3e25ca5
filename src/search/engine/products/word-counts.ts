// Counts the products of very common words by value when a segment is built, and those that hold two of them: a page with facets of such
// words needs only count the products that it leaves out. Few words are that common, and what is kept of them is bounded.

import { type Column, countValues, findSorted, isSingle } from '../columns/column.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import type { CountedWords } from '../filters/product-criteria.ts';
import { type Bits, countIntersection, intersectWith, listItems } from '../packing/bitset.ts';
import { denseStem, type ProductTexts } from './product-texts.ts';

/** The groups of columns that facets are counted by. */
interface Counted {
  readonly texts: readonly ProductTexts[];
  readonly own: readonly Column[];
  readonly attributes: readonly Column[];
  readonly prices: readonly Column[];
}

/** Words of the base locale only: in another one, not every product has a text. */
export const countWords = <T extends Counted>(
  parts: T,
  baseLocale: string,
  items: number,
  tuning: ProductTuning,
): T => {
  const base = parts.texts.find(({ index }) => index.locale === baseLocale);
  if (base === undefined || items < tuning.countedItemsMin) return parts;
  const columns = chooseColumns(parts, items * tuning.wordCountsMax);
  const values = columns.reduce((sum, column) => sum + countValues(column), 0);
  if (values === 0) return parts;
  const room = Math.floor((items * tuning.allCountsMax) / values);
  const common = [...base.denseStems].sort((a, b) => saved(base, b, items) - saved(base, a, items));
  const own = common.filter((stem) => saved(base, stem, items) > items / tuning.countedWordShare);
  const countedStems = Uint32Array.from(own.slice(0, room)).sort();
  const paired = common.slice(0, tuning.pairedWordsMax);
  const countedPairs = choosePairs(base, paired, items, tuning, room - countedStems.length);
  if (countedStems.length + countedPairs.length === 0) return parts;
  const counts = countColumns(columns, base, countedStems, countedPairs, items);
  const withCounts = (own: readonly Column[]): Column[] =>
    own.map((column) => ({ ...column, wordCounts: counts.get(column) ?? column.wordCounts }));
  return {
    ...parts,
    texts: parts.texts.map((texts) => (texts === base ? { ...texts, countedStems, countedPairs } : texts)),
    own: withCounts(parts.own),
    attributes: withCounts(parts.attributes),
    prices: withCounts(parts.prices),
  };
};

/** What is counted of a stem, whose bitset that is. */
export const countedWord = (
  { countedStems }: ProductTexts,
  stem: number,
  bits: Bits,
): CountedWords | undefined => {
  const place = findSorted(countedStems, stem);
  return place === -1 ? undefined : { place, sets: [bits] };
};

/** What is counted of two stems together. */
export const countedPair = (texts: ProductTexts, one: number, other: number): CountedWords | undefined => {
  const { countedStems, countedPairs } = texts;
  const [first, second] = one < other ? [one, other] : [other, one];
  for (let at = 0; at < countedPairs.length; at += 2) {
    if (countedPairs[at] !== first || countedPairs[at + 1] !== second) continue;
    const sets = [denseStem(texts, first) as Bits, denseStem(texts, second) as Bits] as const;
    return { place: countedStems.length + at / 2, sets };
  }
  return undefined;
};

/** Those with the fewest values, up to `room` values; products must have one value each, and most of them one. */
const chooseColumns = ({ own, attributes, prices }: Counted, room: number): Column[] => {
  const chosen: Column[] = [];
  let left = room;
  const fitting = [...own, ...attributes, ...prices].filter(
    (column) => isSingle(column) && column.rowItems.length === 0 && column.rowValues.length > 0,
  );
  for (const column of fitting.sort((a, b) => countValues(a) - countValues(b))) {
    left -= countValues(column);
    if (left < 0) break;
    chosen.push(column);
  }
  return chosen;
};

/** How many products hold the stem, or how many do not. What nearly all hold is counted by those that do not. */
const saved = ({ index: { postingStart } }: ProductTexts, stem: number, items: number): number => {
  const held = (postingStart[stem + 1] as number) - (postingStart[stem] as number);
  return Math.min(held, items - held);
};

/** The pairs of these stems that most products hold, at most `most`; two stems for each, the smaller one first. */
const choosePairs = (
  texts: ProductTexts,
  stems: readonly number[],
  items: number,
  { countedPairShare }: ProductTuning,
  most: number,
): Uint32Array => {
  const pairs: { readonly stems: readonly [number, number]; readonly held: number }[] = [];
  const ascending = stems.toSorted((a, b) => a - b);
  for (const [place, one] of ascending.entries()) {
    for (const other of ascending.slice(place + 1)) {
      const held = countIntersection([denseStem(texts, one) as Bits, denseStem(texts, other) as Bits]);
      if (held > items / countedPairShare) pairs.push({ stems: [one, other], held });
    }
  }
  const chosen = pairs.sort((a, b) => b.held - a.held).slice(0, most);
  return Uint32Array.from(chosen.flatMap((pair) => pair.stems));
};

/** For each column, the counts of all words and pairs. */
const countColumns = (
  columns: readonly Column[],
  texts: ProductTexts,
  stems: Uint32Array,
  pairs: Uint32Array,
  items: number,
): ReadonlyMap<Column, Uint32Array> => {
  const { postingStart, postingItem } = texts.index;
  const sets = stems.length + pairs.length / 2;
  const counts = new Map(columns.map((column) => [column, new Uint32Array(sets * countValues(column))]));
  const count = (held: Uint32Array, place: number): void => {
    for (const [column, all] of counts) {
      const values = countValues(column);
      addCounts(column, held, values, all.subarray(place * values, (place + 1) * values));
    }
  };
  stems.forEach((stem, place) => {
    count(postingItem.subarray(postingStart[stem], postingStart[stem + 1]), place);
  });
  const list = new Uint32Array(pairs.length === 0 ? 0 : items);
  for (let at = 0; at < pairs.length; at += 2) {
    const both = (denseStem(texts, pairs[at] as number) as Bits).slice();
    intersectWith(both, denseStem(texts, pairs[at + 1] as number) as Bits);
    count(list.subarray(0, listItems(both, list, 0)), stems.length + at / 2);
  }
  return counts;
};

const addCounts = ({ rowValues }: Column, held: Uint32Array, values: number, counts: Uint32Array): void => {
  for (let at = 0; at < held.length; at += 1) {
    // A product without a value has the number of values, which is past the end.
    const value = rowValues[held[at] as number] as number;
    if (value < values) counts[value] = (counts[value] as number) + 1;
  }
};
