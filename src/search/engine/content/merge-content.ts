// Merges content segments into one, without deleted items. Runs in a worker thread.

import { countStrings, type PackedStrings } from '../packing/packed-strings.ts';
import { mergeDictionaries, NO_RANK, type RankedStrings } from '../packing/ranked-strings.ts';
import { mergeJson } from '../packing/stored-json.ts';
import { mergeTexts } from '../text/merge-texts.ts';
import type { TextIndex } from '../text/text-index.ts';
import { type ContentSegment, type ContentTexts, isLive, NO_CLASS } from './content-segment.ts';

/** Merges the live items of all segments; no key is live in two of them. */
export const mergeContentSegments = (segments: readonly ContentSegment[]): ContentSegment => {
  const { keys, itemMaps } = mergeKeys(segments, isLive);
  const { classes, numbers } = mergeClasses(segments, NO_CLASS);
  const items = countStrings(keys);
  const locales = new Set(segments.flatMap(({ texts }) => texts.map(({ index }) => index.locale)));
  const texts: ContentTexts[] = [];
  for (const locale of [...locales].sort()) {
    const sources = segments.flatMap((segment, at) =>
      segment.texts
        .filter(({ index }) => index.locale === locale)
        .map((own) => ({
          own,
          index: own.index,
          itemMap: itemMaps[at] as Uint32Array,
          classes: numbers[at] as Uint32Array,
        })),
    );
    const index = mergeTexts(sources, items);
    texts.push({
      index,
      createdAt: mergeNumbers(sources, items, (own) => own.createdAt),
      modifiedAt: mergeNumbers(sources, items, (own) => own.modifiedAt),
      title: mergeRanked(sources, items, (own) => own.title),
      createdBy: mergeRanked(sources, items, (own) => own.createdBy),
      modifiedBy: mergeRanked(sources, items, (own) => own.modifiedBy),
      shown: mergeJson(
        sources.map(({ own, itemMap }) => ({
          stored: own.shown,
          itemMap,
          isKept: (item) => own.index.classes[item] !== 0,
        })),
        items,
      ),
    });
  }
  return { keys, texts, classes };
};

/** The live keys of all segments, sorted, and the new ordinals of each segment's items. */
export const mergeKeys = <S extends { readonly keys: PackedStrings }>(
  segments: readonly S[],
  live: (segment: S, item: number) => boolean,
): { keys: PackedStrings; itemMaps: readonly Uint32Array[] } => {
  const merged = mergeDictionaries(
    segments.map((segment) => ({ strings: segment.keys, keeps: (item) => live(segment, item) })),
  );
  return { keys: merged.strings, itemMaps: merged.moved };
};

/** The classes of all segments, each once, and the new number of each segment's classes. Number 0 is `none`. */
export const mergeClasses = <C>(segments: readonly { readonly classes: readonly C[] }[], none: C) => {
  const classes: C[] = [none];
  const known = new Map<string, number>();
  const numbers = segments.map((segment) =>
    Uint32Array.from(segment.classes, (documentClass, number) => {
      if (number === 0) return 0;
      const key = JSON.stringify(documentClass);
      const found = known.get(key) ?? classes.push(documentClass) - 1;
      known.set(key, found);
      return found;
    }),
  );
  return { classes, numbers };
};

interface ColumnSource {
  readonly own: ContentTexts;
  readonly index: TextIndex;
  readonly itemMap: Uint32Array;
}

const mergeNumbers = (
  sources: readonly ColumnSource[],
  items: number,
  column: (own: ContentTexts) => Float64Array,
): Float64Array => {
  const merged = new Float64Array(items).fill(Number.NaN);
  for (const { own, index, itemMap } of sources) {
    const values = column(own);
    for (let item = 0; item < itemMap.length; item += 1) {
      if (index.classes[item] !== 0) merged[itemMap[item] as number] = values[item] as number;
    }
  }
  return merged;
};

const mergeRanked = (
  sources: readonly ColumnSource[],
  items: number,
  column: (own: ContentTexts) => RankedStrings,
): RankedStrings => {
  const { strings, moved } = mergeDictionaries(
    sources.map(({ own }) => ({ strings: column(own).values, keeps: () => true })),
  );
  const rank = new Uint32Array(items).fill(NO_RANK);
  sources.forEach(({ own, index, itemMap }, source) => {
    const ranks = column(own).rank;
    for (let item = 0; item < itemMap.length; item += 1) {
      const from = ranks[item] as number;
      if (index.classes[item] === 0 || from === NO_RANK) continue;
      rank[itemMap[item] as number] = (moved[source] as Uint32Array)[from] as number;
    }
  });
  return { values: strings, rank };
};
