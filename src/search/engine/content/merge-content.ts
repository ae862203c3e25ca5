// Merges content segments into one, leaving out what was deleted. Runs in a thread beside the one that answers.

import { countStrings, type PackedStrings } from '../packing/packed-strings.ts';
import { mergeDictionaries, NO_RANK, type RankedStrings } from '../packing/ranked-strings.ts';
import { mergeJson } from '../packing/stored-json.ts';
import { mergeTexts } from '../text/merge-texts.ts';
import type { TextIndex } from '../text/text-index.ts';
import {
  type ContentSegment,
  type ContentTexts,
  type DocumentClass,
  isLive,
  NO_CLASS,
} from './content-segment.ts';

/** One segment that holds what is live in all of the given; no key is live in two of them. */
export const mergeContentSegments = (segments: readonly ContentSegment[]): ContentSegment => {
  const { keys, places } = mergeKeys(segments, isLive);
  const { classes, numbers } = mergeClasses(segments);
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
          place: places[at] as Uint32Array,
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
        sources.map(({ own, place }) => ({
          stored: own.shown,
          place,
          isKept: (item) => own.index.classes[item] !== 0,
        })),
        items,
      ),
    });
  }
  return { keys, texts, classes };
};

/** The live keys of all segments in order, and where each segment's items went. */
export const mergeKeys = <S extends { readonly keys: PackedStrings }>(
  segments: readonly S[],
  live: (segment: S, item: number) => boolean,
): { keys: PackedStrings; places: readonly Uint32Array[] } => {
  const merged = mergeDictionaries(
    segments.map((segment) => ({ strings: segment.keys, keeps: (item) => live(segment, item) })),
  );
  return { keys: merged.strings, places: merged.moved };
};

const mergeClasses = (segments: readonly ContentSegment[]) => {
  const classes: DocumentClass[] = [NO_CLASS];
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
  readonly place: Uint32Array;
}

const mergeNumbers = (
  sources: readonly ColumnSource[],
  items: number,
  column: (own: ContentTexts) => Float64Array,
): Float64Array => {
  const merged = new Float64Array(items).fill(Number.NaN);
  for (const { own, index, place } of sources) {
    const values = column(own);
    for (let item = 0; item < place.length; item += 1) {
      if (index.classes[item] !== 0) merged[place[item] as number] = values[item] as number;
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
  sources.forEach(({ own, index, place }, source) => {
    const ranks = column(own).rank;
    for (let item = 0; item < place.length; item += 1) {
      const from = ranks[item] as number;
      if (index.classes[item] === 0 || from === NO_RANK) continue;
      rank[place[item] as number] = (moved[source] as Uint32Array)[from] as number;
    }
  });
  return { values: strings, rank };
};
