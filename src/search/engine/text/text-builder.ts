// Builds a TextIndex from analysed texts: one pass counts, a second one writes the arrays.

import { type Analyzer, buildAnalyzer, cutToLength } from '../../analysis/analyze.ts';
import type { WordSink } from '../../analysis/tokenize.ts';
import { WEIGHT_MAX } from '../../ranking.ts';
import { partWeight, type WeightedText } from '../../weighted-texts.ts';
import { GrowableBytes, GrowableUint32 } from '../packing/growable.ts';
import { sortAscending, sortPostings } from '../packing/list-order.ts';
import { PendingWords, wordAt } from './pending-words.ts';
import { countTexts, type TextIndex } from './text-index.ts';
import { NO_TITLES, TitleWordsBuilder } from './title-words.ts';
import { shapeWords } from './word-shapes.ts';
import { COUNT, FIELD_A, FIELD_B, NUMBER, UNSET, WordTable } from './word-table.ts';

/** Whether a surface is a compound. */
const SIMPLE = 0;
const COMPOUND = 1;
const UNKNOWN = 2;

export class TextBuilder implements WordSink {
  private readonly locale: string;
  private readonly analyzer: Analyzer;
  /** FIELD_A of a surface is the record of its stem, FIELD_B the last item with it, COUNT the number of items. */
  private readonly surfaces = new WordTable();
  /** FIELD_A of a stem is the last item with it, FIELD_B its posting, COUNT the number of items. */
  private readonly stems = new WordTable();
  /** By number of a compound surface: the records of its parts, the head last. */
  private readonly parts = new Map<number, readonly number[]>();
  /** By number of a surface. Most are simple, and one byte tells. */
  private readonly kinds = new GrowableBytes(64);
  /** Undefined if titles are not kept. */
  private readonly titles: TitleWordsBuilder | undefined;
  /** By number of a surface: whether it is a stop word, or UNKNOWN. */
  private readonly stops = new GrowableBytes(64);
  /** Numbers of stems and surfaces, text after text. */
  private readonly postingStem = new GrowableUint32(64);
  private readonly postingWeight = new GrowableBytes(64);
  private readonly forwardSurface = new GrowableUint32(64);
  /** Where the entries of each text end. */
  private readonly textPostings = new GrowableUint32(16);
  private readonly textSurfaces = new GrowableUint32(16);
  private readonly textItem = new GrowableUint32(16);
  private readonly textLength = new GrowableUint32(16);
  private readonly textClass = new GrowableUint32(16);
  /** Words of the current text that are not counted yet. */
  private readonly pending = new PendingWords();
  /** The item and the field weight of the words being added. */
  private item = 0;
  private weight = 0;
  private length = 0;
  private isInTitle = false;

  /** `keepsTitles`: the first text of an item is its title, whose words are kept in their order. */
  constructor(locale: string, language: string, keepsTitles = false) {
    this.locale = locale;
    this.titles = keepsTitles ? new TitleWordsBuilder() : undefined;
    this.analyzer = buildAnalyzer(language);
  }

  /** Adds the text of an item; each item once, in ascending order. */
  add(item: number, documentClass: number, fields: readonly WeightedText[]): void {
    this.item = item;
    this.length = 0;
    for (const [at, { text, weight }] of fields.entries()) {
      if (text === '') continue;
      this.isInTitle = at === 0 && this.titles !== undefined;
      this.weight = weight;
      this.analyzer.scanDocument(text, this);
      this.countPending();
    }
    this.titles?.endItem(item);
    this.textPostings.push(this.postingStem.length);
    this.textSurfaces.push(this.forwardSurface.length);
    this.textItem.push(item);
    this.textLength.push(this.length);
    this.textClass.push(documentClass);
  }

  addSlice(units: Uint16Array, from: number, to: number, hash: number): void {
    if (this.pending.add(units, from, to, hash)) this.countPending();
  }

  addString(word: string, isSpelling?: boolean): void {
    if (this.isInTitle) this.countPending();
    this.countWord(this.surfaceOf(cutToLength(word)), isSpelling);
  }

  private countPending(): void {
    const { units, from, to, hash, count } = this.pending;
    this.pending.count = 0;
    this.prefetchRecords(count);
    for (let at = 0; at < count; at += 1) {
      const start = from[at] as number;
      const end = to[at] as number;
      let surface = this.surfaces.find(units, start, end, hash[at] as number);
      if (surface === -1) {
        surface = this.surfaces.add(units, start, end, hash[at] as number);
        this.addWord(surface, wordAt(units, start, end));
      }
      this.countWord(surface);
    }
  }

  /** Reads the records of these words ahead, so that memory latencies overlap. The result is not used. */
  private prefetchRecords(count: number): number {
    const { hash, records } = this.pending;
    const surfaces = this.surfaces.data;
    const stems = this.stems.data;
    this.surfaces.prefetch(hash, count, records);
    for (let at = 0; at < count; at += 1) {
      const surface = records[at] as number;
      records[at] = surface === -1 ? 0 : (surfaces[surface + FIELD_A] as number);
    }
    let read = 0;
    for (let at = 0; at < count; at += 1) read ^= stems[records[at] as number] as number;
    return read;
  }

  private surfaceOf(word: string): number {
    const surface = this.surfaces.recordOf(word);
    if (this.surfaces.data[surface + FIELD_A] === UNSET) this.addWord(surface, word);
    return surface;
  }

  private addWord(surface: number, word: string): void {
    this.addStem(surface, word);
    this.splitCompound(surface, word);
  }

  private addStem(surface: number, word: string): void {
    this.surfaces.data[surface + FIELD_A] = this.stems.recordOf(this.analyzer.stemWord(word));
    this.kinds.push(UNKNOWN);
    this.stops.push(UNKNOWN);
  }

  /** Only the stems of the parts are recorded; their own parts count where they occur as words. */
  private splitCompound(surface: number, word: string): void {
    const parts = this.analyzer.partsOf(word);
    const number = this.surfaces.data[surface + NUMBER] as number;
    this.kinds.set(number, parts.length === 0 ? SIMPLE : COMPOUND);
    if (parts.length === 0) return;
    const records = parts.map((part) => {
      const record = this.surfaces.recordOf(part);
      if (this.surfaces.data[record + FIELD_A] === UNSET) this.addStem(record, part);
      return record;
    });
    this.parts.set(number, records);
  }

  private countWord(surface: number, isSpelling = false): void {
    this.count(surface, this.weight);
    const number = this.surfaces.data[surface + NUMBER] as number;
    if (this.isInTitle) this.addToTitle(surface, number, isSpelling);
    if (this.kinds.at(number) === SIMPLE) return;
    if (this.kinds.at(number) === UNKNOWN) this.splitCompound(surface, this.surfaces.textOf(surface));
    const parts = this.parts.get(number) ?? [];
    const head = parts.length - 1;
    for (let at = 0; at <= head; at += 1)
      this.count(parts[at] as number, partWeight(this.weight, at === head));
  }

  private addToTitle(surface: number, number: number, isSpelling: boolean): void {
    if (this.stops.at(number) === UNKNOWN)
      this.stops.set(number, Number(this.analyzer.isStopWord(this.surfaces.textOf(surface))));
    if (this.stops.at(number) === 1) return;
    const stem = this.surfaces.data[surface + FIELD_A] as number;
    this.titles?.add(this.stems.data[stem + NUMBER] as number, isSpelling);
  }

  private count(surface: number, weight: number): void {
    const { item } = this;
    const surfaces = this.surfaces.data;
    const stems = this.stems.data;
    this.length += 1;
    const stem = surfaces[surface + FIELD_A] as number;
    if (surfaces[surface + FIELD_B] !== item) {
      surfaces[surface + FIELD_B] = item;
      surfaces[surface + COUNT] = (surfaces[surface + COUNT] as number) + 1;
      this.forwardSurface.push(surfaces[surface + NUMBER] as number);
    }
    if (stems[stem + FIELD_A] === item) {
      const posting = stems[stem + FIELD_B] as number;
      this.postingWeight.set(posting, Math.min(WEIGHT_MAX, this.postingWeight.at(posting) + weight));
    } else {
      stems[stem + FIELD_A] = item;
      stems[stem + COUNT] = (stems[stem + COUNT] as number) + 1;
      stems[stem + FIELD_B] = this.postingStem.length;
      this.postingStem.push(stems[stem + NUMBER] as number);
      this.postingWeight.push(Math.min(WEIGHT_MAX, weight));
    }
  }

  /** `itemMap` gives the final ordinal of each item, in any order. */
  finish(items: number, itemMap: Uint32Array): TextIndex {
    const stems = this.stems.sort();
    const surfaces = this.surfaces.sort();
    const lengths = new Uint32Array(items);
    const classes = new Uint32Array(items);
    for (let text = 0; text < this.textItem.length; text += 1) {
      const item = itemMap[this.textItem.at(text)] as number;
      lengths[item] = this.textLength.at(text);
      classes[item] = this.textClass.at(text);
    }
    return {
      locale: this.locale,
      language: this.analyzer.language,
      ...this.placeSurfaces(surfaces, stems.rank),
      stems: stems.packed,
      ...this.placePostings(stems.rank, itemMap),
      ...this.placeForward(items, surfaces.rank, itemMap),
      title: this.titles?.finish(items, stems.rank, itemMap) ?? NO_TITLES,
      lengths,
      classes,
      counters: countTexts({ lengths, classes }),
    };
  }

  private placeSurfaces({ packed, rank }: ReturnType<WordTable['sort']>, stemRank: Uint32Array) {
    const surfaceStem = new Uint32Array(rank.length);
    const surfaceDocuments = new Uint32Array(rank.length);
    const surfaces = this.surfaces.data;
    const stems = this.stems.data;
    this.surfaces.forEach((surface, number) => {
      const at = rank[number] as number;
      const stem = surfaces[surface + FIELD_A] as number;
      surfaceStem[at] = stemRank[stems[stem + NUMBER] as number] as number;
      surfaceDocuments[at] = surfaces[surface + COUNT] as number;
    });
    return { surfaces: packed, surfaceShapes: shapeWords(packed), surfaceStem, surfaceDocuments };
  }

  /** Counting sort by stem; items need sorting only where `itemMap` reorders them. */
  private placePostings(rank: Uint32Array, itemMap: Uint32Array) {
    const stems = this.postingStem.view();
    const weights = this.postingWeight.view();
    const stemDocuments = new Uint32Array(rank.length);
    const data = this.stems.data;
    this.stems.forEach((stem, number) => {
      stemDocuments[rank[number] as number] = data[stem + COUNT] as number;
    });
    const postingStart = new Uint32Array(rank.length + 1);
    for (let stem = 0; stem < rank.length; stem += 1) {
      postingStart[stem + 1] = (postingStart[stem] as number) + (stemDocuments[stem] as number);
    }
    const next = postingStart.slice();
    const postingItem = new Uint32Array(stems.length);
    const postingWeight = new Uint8Array(stems.length);
    for (let text = 0, posting = 0; text < this.textItem.length; text += 1) {
      const item = itemMap[this.textItem.at(text)] as number;
      for (const end = this.textPostings.at(text); posting < end; posting += 1) {
        const stem = rank[stems[posting] as number] as number;
        const at = next[stem] as number;
        next[stem] = at + 1;
        postingItem[at] = item;
        postingWeight[at] = weights[posting] as number;
      }
    }
    for (let stem = 0; stem < rank.length; stem += 1) {
      sortPostings(
        postingItem,
        postingWeight,
        postingStart[stem] as number,
        postingStart[stem + 1] as number,
      );
    }
    return { postingStart, postingItem, postingWeight, stemDocuments };
  }

  private placeForward(items: number, rank: Uint32Array, itemMap: Uint32Array) {
    const surfaces = this.forwardSurface.view();
    // By final ordinal, where the words of an item begin and end.
    const first = new Uint32Array(items);
    const end = new Uint32Array(items);
    let longest = 0;
    for (let text = 0, from = 0; text < this.textItem.length; text += 1) {
      const item = itemMap[this.textItem.at(text)] as number;
      const to = this.textSurfaces.at(text);
      first[item] = from;
      end[item] = to;
      longest = Math.max(longest, to - from);
      from = to;
    }
    const own = new Uint32Array(longest);
    const forward = new GrowableBytes(surfaces.length * 2 + 16);
    const forwardStart = new Uint32Array(items + 1);
    for (let item = 0; item < items; item += 1) {
      forwardStart[item] = forward.length;
      const from = first[item] as number;
      const count = (end[item] as number) - from;
      for (let at = 0; at < count; at += 1) own[at] = rank[surfaces[from + at] as number] as number;
      sortAscending(own, count);
      forward.pushGaps(own, count);
    }
    forwardStart[items] = forward.length;
    return { forwardStart, forward: forward.view().slice() };
  }
}
