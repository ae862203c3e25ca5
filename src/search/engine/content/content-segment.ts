// Content items as one immutable run of typed arrays: a TextIndex and the sort columns for every locale.
// Items are in key order, so an item's ordinal also breaks ties. Deleting marks; merging leaves out what is marked.

import type { ContentItem, ContentText } from '../../../domain/search/content.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { shownContent } from '../../../markup/content-text.ts';
import { languageOf } from '../../analysis/languages.ts';
import { titleText } from '../../ranking.ts';
import { contentTexts } from '../../weighted-texts.ts';
import { comparePacked, findString, type PackedStrings, packStrings } from '../packing/packed-strings.ts';
import { type RankedStrings, rankStrings } from '../packing/ranked-strings.ts';
import { packJson, type StoredJson } from '../packing/stored-json.ts';
import { TextBuilder } from '../text/text-builder.ts';
import { cloneLiveCounts, deleteText, type TextIndex } from '../text/text-index.ts';

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
  /** What a hit shows. */
  readonly shown: StoredJson;
}

export interface ContentSegment {
  /** Sorted. */
  readonly keys: PackedStrings;
  readonly texts: readonly ContentTexts[];
  /** By number; number 0 stands for "no document" and is never asked for. */
  readonly classes: readonly DocumentClass[];
}

export const NO_CLASS: DocumentClass = { type: '', locales: [] };

/** What is gathered of one locale. */
interface TextColumn {
  readonly builder: TextBuilder;
  readonly sortValues: SortValues[];
  readonly shown: { readonly item: number; readonly shown: unknown }[];
}

/** Builds a segment from items of distinct keys, in any order. */
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
      column.shown.push({ item: ordinal, shown: shownContent(item, locale) });
    }
  }

  finish(): ContentSegment {
    const { sorted, place } = sortKeys(this.keys);
    return {
      keys: packStrings(sorted),
      classes: this.classes,
      texts: [...this.columns.values()].map(({ builder, sortValues, shown }) => ({
        index: builder.finish(sorted.length, place),
        ...sortColumns(sorted.length, sortValues, place),
        shown: packJson(sorted.length, shown, place),
      })),
    };
  }

  private columnOf(locale: string) {
    let column = this.columns.get(locale);
    if (column === undefined) {
      column = { builder: new TextBuilder(locale, languageOf(locale)), sortValues: [], shown: [] };
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

/** The keys in order, and where each of them went. From the store they mostly come in order. */
export const sortKeys = (keys: readonly string[]): { sorted: readonly string[]; place: Uint32Array } => {
  const order = Uint32Array.from(keys, (_, index) => index);
  if (keys.every((key, index) => index === 0 || (keys[index - 1] as string) < key))
    return { sorted: keys, place: order };
  order.sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1));
  const place = new Uint32Array(keys.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  return { sorted: Array.from(order, (from) => keys[from] as string), place };
};

/** What a text is sorted by; the text itself is not kept. */
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

const sortColumns = (items: number, values: readonly SortValues[], place: Uint32Array) => {
  const numbers = (of: (value: SortValues) => number) => {
    const column = new Float64Array(items).fill(Number.NaN);
    for (const value of values) column[place[value.item] as number] = of(value);
    return column;
  };
  const strings = (of: (value: SortValues) => string | null) => {
    const column: (string | null)[] = new Array(items).fill(null);
    for (const value of values) column[place[value.item] as number] = of(value);
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

/** The ordinal of the live item of that key, or -1. */
export const findLiveItem = (segment: ContentSegment, key: string): number => {
  const item = findString(segment.keys, key);
  return item !== -1 && isLive(segment, item) ? item : -1;
};

/** Marks the item as gone. False when the segment has no live item of that key. */
export const deleteItem = (segment: ContentSegment, key: string): boolean => {
  const item = findLiveItem(segment, key);
  if (item === -1) return false;
  for (const { index } of segment.texts) deleteText(index, item);
  return true;
};

export const isLive = (segment: ContentSegment, item: number): boolean =>
  segment.texts.some(({ index }) => index.classes[item] !== 0);

/** Orders items of two segments by key. */
export const compareKeys = (a: ContentSegment, itemA: number, b: ContentSegment, itemB: number): number =>
  comparePacked(a.keys, itemA, b.keys, itemB);
