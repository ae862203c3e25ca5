// Content items as one immutable run of typed arrays: a TextIndex and the sort columns for every locale.
// Items are in key order, so an item's ordinal also breaks ties. Deleting marks; merging leaves out what is marked.

import type { ContentItem, ContentText } from '../../domain/content.ts';
import { foldText } from '../../domain/fold-text.ts';
import { parseInstant } from '../../domain/instant.ts';
import { buildAnalyzer } from '../analysis/analyze.ts';
import { languageOf } from '../analysis/languages.ts';
import { contentTexts } from '../weighted-texts.ts';
import { mergeTexts } from './merge-texts.ts';
import {
  comparePacked,
  countStrings,
  findString,
  type PackedStrings,
  packStrings,
} from './packed-strings.ts';
import { mergeDictionaries, NO_RANK, type RankedStrings, rankStrings } from './ranked-strings.ts';
import { TextBuilder } from './text-builder.ts';
import { deleteText, type TextIndex } from './text-index.ts';

/** What a filter can ask of a document: its type, and in which locales its item exists. */
export interface DocumentClass {
  readonly type: string;
  /** Sorted. */
  readonly locales: readonly string[];
}

export interface ContentTexts {
  readonly index: TextIndex;
  /** Milliseconds; NaN where there is none. */
  readonly createdAt: Float64Array;
  readonly modifiedAt: Float64Array;
  readonly title: RankedStrings;
  readonly createdBy: RankedStrings;
  readonly modifiedBy: RankedStrings;
}

export interface ContentSegment {
  /** Sorted. */
  readonly keys: PackedStrings;
  readonly texts: readonly ContentTexts[];
  /** By number; number 0 stands for "no document" and is never asked for. */
  readonly classes: readonly DocumentClass[];
}

const NO_CLASS: DocumentClass = { type: '', locales: [] };

export const countItems = (segment: ContentSegment): number => countStrings(segment.keys);

/** Builds a segment from items of distinct keys, in any order. */
export class ContentSegmentBuilder {
  private readonly keys: string[] = [];
  private readonly columns = new Map<string, { builder: TextBuilder; texts: Map<number, ContentText> }>();
  private readonly classNumbers = new Map<string, number>();
  private readonly classes: DocumentClass[] = [NO_CLASS];

  add(item: ContentItem): void {
    const ordinal = this.keys.length;
    this.keys.push(item.key);
    const locales = Object.keys(item.texts).sort();
    for (const locale of locales) {
      const text = item.texts[locale] as ContentText;
      const column = this.columnOf(locale);
      column.builder.add(ordinal, this.classOf({ type: text.type, locales }), analyze(locale, text));
      column.texts.set(ordinal, text);
    }
  }

  finish(): ContentSegment {
    const { sorted, place } = sortKeys(this.keys);
    return {
      keys: packStrings(sorted),
      classes: this.classes,
      texts: [...this.columns.values()].map(({ builder, texts }) => ({
        index: builder.finish(sorted.length, place),
        ...sortColumns(sorted.length, texts, place),
      })),
    };
  }

  private columnOf(locale: string) {
    let column = this.columns.get(locale);
    if (column === undefined) {
      column = { builder: new TextBuilder(locale, languageOf(locale)), texts: new Map() };
      this.columns.set(locale, column);
    }
    return column;
  }

  private classOf(documentClass: DocumentClass): number {
    const key = JSON.stringify(documentClass);
    let number = this.classNumbers.get(key);
    if (number === undefined) {
      number = this.classes.push(documentClass) - 1;
      this.classNumbers.set(key, number);
    }
    return number;
  }
}

const analyze = (locale: string, text: ContentText) => {
  const analyzer = buildAnalyzer(languageOf(locale));
  return contentTexts(text).map((field) => ({
    tokens: analyzer.analyzeDocument(field.text),
    weight: field.weight,
  }));
};

/** The keys in order, and where each of them went. */
export const sortKeys = (keys: readonly string[]): { sorted: string[]; place: Uint32Array } => {
  const order = Uint32Array.from(keys, (_, index) => index).sort((a, b) =>
    (keys[a] as string) < (keys[b] as string) ? -1 : 1,
  );
  const place = new Uint32Array(keys.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  return { sorted: Array.from(order, (from) => keys[from] as string), place };
};

const sortColumns = (items: number, texts: ReadonlyMap<number, ContentText>, place: Uint32Array) => {
  const createdAt = new Float64Array(items).fill(Number.NaN);
  const modifiedAt = new Float64Array(items).fill(Number.NaN);
  const title: (string | null)[] = new Array(items).fill(null);
  const createdBy: (string | null)[] = new Array(items).fill(null);
  const modifiedBy: (string | null)[] = new Array(items).fill(null);
  for (const [ordinal, text] of texts) {
    const item = place[ordinal] as number;
    createdAt[item] = parseInstant(text.createdAt) ?? Number.NaN;
    modifiedAt[item] = parseInstant(text.modifiedAt) ?? Number.NaN;
    title[item] = foldText(text.title);
    createdBy[item] = text.createdBy === null ? null : foldText(text.createdBy);
    modifiedBy[item] = text.modifiedBy === null ? null : foldText(text.modifiedBy);
  }
  return {
    createdAt,
    modifiedAt,
    title: rankStrings(title),
    createdBy: rankStrings(createdBy),
    modifiedBy: rankStrings(modifiedBy),
  };
};

/** Marks the item as gone. False when the segment has no live item of that key. */
export const deleteItem = (segment: ContentSegment, key: string): boolean => {
  const item = findString(segment.keys, key);
  if (item === -1 || !isLive(segment, item)) return false;
  for (const { index } of segment.texts) deleteText(index, item);
  return true;
};

export const isLive = (segment: ContentSegment, item: number): boolean =>
  segment.texts.some(({ index }) => index.classes[item] !== 0);

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

/** Orders items of two segments by key. */
export const compareKeys = (a: ContentSegment, itemA: number, b: ContentSegment, itemB: number): number =>
  comparePacked(a.keys, itemA, b.keys, itemB);
