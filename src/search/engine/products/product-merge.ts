// Merges product segments into one, without deleted products.

import { mergeColumns } from '../columns/column-merge.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { mergeCompletions } from '../completion/build-completions.ts';
import { mergeClasses, mergeKeys } from '../content/merge-content.ts';
import { hasBit, negate, wordsFor } from '../packing/bitset.ts';
import { countStrings } from '../packing/packed-strings.ts';
import { mergeStoredProducts } from '../stored/stored-products.ts';
import { mergeTexts } from '../text/merge-texts.ts';
import {
  type ColumnGroup,
  isNumericColumn,
  NO_CLASS,
  type ProductSegment,
  packGroups,
} from './product-segment.ts';
import { packTexts } from './product-texts.ts';
import { countWords } from './word-counts.ts';

/** Merges the live products of all segments (at least one); no id is live in two of them. */
export const mergeProductSegments = (
  segments: readonly ProductSegment[],
  tuning: ProductTuning = productTuning,
): ProductSegment => {
  const [first] = segments;
  if (first === undefined) throw new Error('nothing to merge');
  const { baseLocale } = first;
  const { keys, itemMaps } = mergeKeys(segments, ({ alive }, item) => hasBit(alive, item));
  const { classes, numbers } = mergeClasses(segments, NO_CLASS);
  const items = countStrings(keys);
  const alive = new Uint32Array(wordsFor(items));
  negate(alive, items);
  const locales = new Set(segments.flatMap(({ texts }) => texts.map(({ index }) => index.locale)));
  const texts = [...locales].sort().map((locale) => {
    const sources = segments.flatMap(({ texts, alive }, at) =>
      texts
        .filter(({ index }) => index.locale === locale)
        .map(({ index, completions }) => ({
          index,
          completions,
          itemMap: itemMaps[at] as Uint32Array,
          classes: numbers[at] as Uint32Array,
          isKept: (item: number) => hasBit(alive, item),
        })),
    );
    const completions = mergeCompletions(sources, items);
    return packTexts(mergeTexts(sources, items), completions, items, locale === baseLocale, tuning);
  });
  const columns = packGroups((group) => mergeGroup(segments, group, itemMaps, items), tuning);
  return {
    baseLocale,
    keys,
    classes,
    alive,
    liveItems: Uint32Array.of(items),
    shown: mergeStoredProducts(
      segments.map((segment, at) => ({
        shown: segment.shown,
        itemMap: itemMaps[at] as Uint32Array,
        isKept: (item) => hasBit(segment.alive, item),
      })),
      items,
    ),
    ...countWords({ texts, ...columns }, baseLocale, items, tuning),
  };
};

const mergeGroup = (
  segments: readonly ProductSegment[],
  group: ColumnGroup,
  itemMaps: readonly Uint32Array[],
  items: number,
) => {
  const names = new Set(segments.flatMap((segment) => segment[group].map(({ name }) => name)));
  return [...names]
    .map((name) => {
      const sources = segments.flatMap((segment, at) =>
        segment[group]
          .filter((column) => column.name === name)
          .map((column) => ({ column, itemMap: itemMaps[at] as Uint32Array })),
      );
      return mergeColumns(name, sources, items, isNumericColumn(group, name));
    })
    .filter(({ pairItem, emptyItems }) => pairItem.length > 0 || emptyItems.length > 0);
};
