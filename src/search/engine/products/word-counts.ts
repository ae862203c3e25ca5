// Counts the products of very common words by value when a segment is built: a page with facets of such a word needs only count the
// products that it leaves out. Few words are that common, and what is kept of them is bounded.

import { type Column, countValues, isSingle } from '../columns/column.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import type { ProductTexts } from './product-texts.ts';

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
  const values = [...columns].reduce((sum, column) => sum + countValues(column), 0);
  if (values === 0) return parts;
  const stems = chooseStems(base, items, tuning, Math.floor((items * tuning.allCountsMax) / values));
  if (stems.length === 0) return parts;
  const withCounts = (own: readonly Column[]): Column[] =>
    own.map((column) =>
      columns.has(column) ? { ...column, wordCounts: countColumn(column, base, stems) } : column,
    );
  return {
    ...parts,
    texts: parts.texts.map((texts) => (texts === base ? { ...texts, countedStems: stems } : texts)),
    own: withCounts(parts.own),
    attributes: withCounts(parts.attributes),
    prices: withCounts(parts.prices),
  };
};

/** Those with the fewest values, up to `room` values; products must have one value each, and most of them one. */
const chooseColumns = ({ own, attributes, prices }: Counted, room: number): ReadonlySet<Column> => {
  const chosen = new Set<Column>();
  let left = room;
  const fitting = [...own, ...attributes, ...prices].filter(
    (column) => isSingle(column) && column.rowItems.length === 0 && column.rowValues.length > 0,
  );
  for (const column of fitting.sort((a, b) => countValues(a) - countValues(b))) {
    left -= countValues(column);
    if (left < 0) break;
    chosen.add(column);
  }
  return chosen;
};

/** The stems that save most, ascending. What nearly all products hold is counted by those that do not. */
const chooseStems = (
  { index: { postingStart }, denseStems }: ProductTexts,
  items: number,
  { countedWordShare }: ProductTuning,
  most: number,
): Uint32Array => {
  const saved = (stem: number): number => {
    const held = (postingStart[stem + 1] as number) - (postingStart[stem] as number);
    return Math.min(held, items - held);
  };
  const common = [...denseStems].filter((stem) => saved(stem) > items / countedWordShare);
  return Uint32Array.from(common.sort((a, b) => saved(b) - saved(a)).slice(0, most)).sort();
};

const countColumn = (column: Column, { index }: ProductTexts, stems: Uint32Array): Uint32Array => {
  const { postingStart, postingItem } = index;
  const values = countValues(column);
  const counts = new Uint32Array(stems.length * values);
  stems.forEach((stem, place) => {
    const own = counts.subarray(place * values, (place + 1) * values);
    for (let at = postingStart[stem] as number; at < (postingStart[stem + 1] as number); at += 1) {
      // A product without a value has the number of values, which is past the end.
      const value = column.rowValues[postingItem[at] as number] as number;
      if (value < values) own[value] = (own[value] as number) + 1;
    }
  });
  return counts;
};
