// An immutable segment of content items: a TextIndex and the sort columns of every locale, in typed arrays. Items are
// sorted by key, so ordinals also break ties. Deleting marks an item; merging drops it.

import type { ContentItem, ContentText } from '../../../domain/search/content.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { shownContent } from '../../../markup/content-text.ts';
import { languageOf } from '../../analysis/languages.ts';
import { titleText } from '../../ranking.ts';
import { contentTexts } from '../../weighted-texts.ts';
import { comparePacked, findString, type PackedStrings, packStrings } from '../packing/packed-strings.ts';
import { type RankedStrings, rankStrings } from '../packing/ranked-strings.ts';
import { type StoredJson, StoredJsonBuilder } from '../packing/stored-json.ts';
import { TextBuilder } from '../text/text-builder.ts';
import { cloneLiveCounts, deleteText, type TextIndex } from '../text/text-index.ts';

/** What filters can ask of a document: its type, and the locales its item exists in. */
export interface DocumentClass {
  readonly type: string;
  /** Sorted. */
  readonly locales: readonly string[];
}

export interface ContentTexts {
  readonly index: TextIndex;
  /** Milliseconds; NaN for none. */
  readonly createdAt: Float64Array;
  readonly modifiedAt: Float64Array;
  readonly title: RankedStrings;
  readonly createdBy: RankedStrings;
  readonly modifiedBy: RankedStrings;
  /** The stored fields of a hit. */
  readonly shown: StoredJson;
}

export interface ContentSegment {
  /** Sorted. */
  readonly keys: PackedStrings;
  readonly texts: readonly ContentTexts[];
  /** By class number; number 0 means "no document" and never matches. */
  readonly classes: readonly DocumentClass[];
}

export const NO_CLASS: DocumentClass = { type: '', locales: [] };

/** What a builder collects for one locale. */
interface TextColumn {
  readonly builder: TextBuilder;
  readonly sortValues: SortValues[];
  readonly shown: StoredJsonBuilder;
}

/** Builds a segment from items with distinct keys, in any order. */
export class ContentSegmentBuilder {
  private readonly keys: string[] = [];
  private readonly columns = new Map<string, TextColumn>();
  private readonly classNumbers = new Map<string, number>();
  private readonly classes: DocumentClass[] = [NO_CLASS];

  add(item: ContentItem): void {
    const ordinal = this.keys.length;
    this.keys.push(item.key);
    const locales = Object.keys(item.texts).sort();
    for (const locale of locales) {
      const text = item.texts[locale] as ContentText;
      const column = this.columnOf(locale);
      column.builder.add(ordinal, this.classOf({ type: text.type, locales }), contentTexts(text));
      column.sortValues.push(sortValuesOf(ordinal, text));
      column.shown.add(ordinal, shownContent(item, locale));
    }
  }

  finish(): ContentSegment {
    const { sorted, itemMap } = sortKeys(this.keys);
    return {
      keys: packStrings(sorted),
      classes: this.classes,
      texts: [...this.columns.values()].map(({ builder, sortValues, shown }) => ({
        index: builder.finish(sorted.length, itemMap),
        ...sortColumns(sorted.length, sortValues, itemMap),
        shown: shown.finish(sorted.length, itemMap),
      })),
    };
  }

  private columnOf(locale: string) {
    let column = this.columns.get(locale);
    if (column === undefined) {
      column = {
        builder: new TextBuilder(locale, languageOf(locale)),
        sortValues: [],
        shown: new StoredJsonBuilder(),
      };
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

/** The sorted keys, and the new ordinal of each. Keys from the store are mostly sorted already. */
export const sortKeys = (keys: readonly string[]): { sorted: readonly string[]; itemMap: Uint32Array } => {
  const order = Uint32Array.from(keys, (_, index) => index);
  if (keys.every((key, index) => index === 0 || (keys[index - 1] as string) < key))
    return { sorted: keys, itemMap: order };
  order.sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1));
  const itemMap = new Uint32Array(keys.length);
  order.forEach((from, to) => {
    itemMap[from] = to;
  });
  return { sorted: Array.from(order, (from) => keys[from] as string), itemMap };
};

/** The sort values of a text; the text itself is not kept. */
interface SortValues {
  readonly item: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly title: string;
  readonly createdBy: string | null;
  readonly modifiedBy: string | null;
}

const sortValuesOf = (item: number, text: ContentText): SortValues => ({
  item,
  createdAt: parseInstant(text.createdAt) ?? Number.NaN,
  modifiedAt: parseInstant(text.modifiedAt) ?? Number.NaN,
  title: titleText(text.title),
  createdBy: text.createdBy === null ? null : foldText(text.createdBy),
  modifiedBy: text.modifiedBy === null ? null : foldText(text.modifiedBy),
});

const sortColumns = (items: number, values: readonly SortValues[], itemMap: Uint32Array) => {
  const numbers = (of: (value: SortValues) => number) => {
    const column = new Float64Array(items).fill(Number.NaN);
    for (const value of values) column[itemMap[value.item] as number] = of(value);
    return column;
  };
  const strings = (of: (value: SortValues) => string | null) => {
    const column: (string | null)[] = new Array(items).fill(null);
    for (const value of values) column[itemMap[value.item] as number] = of(value);
    return rankStrings(column);
  };
  return {
    createdAt: numbers(({ createdAt }) => createdAt),
    modifiedAt: numbers(({ modifiedAt }) => modifiedAt),
    title: strings(({ title }) => title),
    createdBy: strings(({ createdBy }) => createdBy),
    modifiedBy: strings(({ modifiedBy }) => modifiedBy),
  };
};

/** The same segment with its own copy of everything that deleting changes. */
export const cloneContentSegment = (segment: ContentSegment): ContentSegment => ({
  ...segment,
  texts: segment.texts.map((texts) => ({ ...texts, index: cloneLiveCounts(texts.index) })),
});

/** The ordinal of the live item with that key, or -1. */
export const findLiveItem = (segment: ContentSegment, key: string): number => {
  const item = findString(segment.keys, key);
  return item !== -1 && isLive(segment, item) ? item : -1;
};

/** Deletes the item. False if the segment has no live item with that key. */
export const deleteItem = (segment: ContentSegment, key: string): boolean => {
  const item = findLiveItem(segment, key);
  if (item === -1) return false;
  for (const { index } of segment.texts) deleteText(index, item);
  return true;
};

export const isLive = (segment: ContentSegment, item: number): boolean =>
  segment.texts.some(({ index }) => index.classes[item] !== 0);

/** Compares items of two segments by key. */
export const compareKeys = (a: ContentSegment, itemA: number, b: ContentSegment, itemB: number): number =>
  comparePacked(a.keys, itemA, b.keys, itemB);
