// Builds a TextIndex from analysed texts: one pass that counts, one that puts everything into its place.

import { type Analyzer, buildAnalyzer, cutToLength } from '../../analysis/analyze.ts';
import type { WordSink } from '../../analysis/tokenize.ts';
import { WEIGHT_MAX } from '../../ranking.ts';
import { partWeight, type WeightedText } from '../../weighted-texts.ts';
import { GrowableBytes, GrowableUint32 } from '../packing/growable.ts';
import { sortAscending, sortPostings } from '../packing/list-order.ts';
import { PendingWords, wordAt } from './pending-words.ts';
import { DOCUMENTS, type TextIndex, TOTAL_LENGTH } from './text-index.ts';
import { COUNT, NO_NOTE, NOTE, NUMBER, OTHER_NOTE, WordTable } from './word-table.ts';

/** What is known of how a surface is made. */
const WHOLE = 0;
const COMPOUND = 1;
const UNREAD = 2;

export class TextBuilder implements WordSink {
  private readonly locale: string;
  private readonly analyzer: Analyzer;
  /** Notes of a surface: the record of its stem, and the item that held it last. Its count is of items, as that of a stem. */
  private readonly surfaces = new WordTable();
  /** Notes of a stem: the item that held it last, and the posting made for it. */
  private readonly stems = new WordTable();
  /** Of surfaces that are compounds, by number: the records of their parts, the head last. */
  private readonly parts = new Map<number, readonly number[]>();
  /** Whether a surface is one of these, by number: most are none, and a byte says so at once. */
  private readonly making = new GrowableBytes(64);
  /** Numbers of stems and of surfaces, those of one text after those of another. */
  private readonly postingStem = new GrowableUint32(64);
  private readonly postingWeight = new GrowableBytes(64);
  private readonly forwardSurface = new GrowableUint32(64);
  /** Where those of each text end. */
  private readonly textPostings = new GrowableUint32(16);
  private readonly textSurfaces = new GrowableUint32(16);
  private readonly textItem = new GrowableUint32(16);
  private readonly textLength = new GrowableUint32(16);
  private readonly textClass = new GrowableUint32(16);
  /** Words of the text at hand that are not counted yet. */
  private readonly waiting = new PendingWords();
  /** What the words that come in just now belong to. */
  private item = 0;
  private weight = 0;
  private length = 0;

  constructor(locale: string, language: string) {
    this.locale = locale;
    this.analyzer = buildAnalyzer(language);
  }

  /** Adds the text of an item; each item once, in ascending order. */
  add(item: number, documentClass: number, fields: readonly WeightedText[]): void {
    this.item = item;
    this.length = 0;
    for (const { text, weight } of fields) {
      if (text === '') continue;
      this.weight = weight;
      this.analyzer.scanDocument(text, this);
      this.countWaiting();
    }
    this.textPostings.push(this.postingStem.length);
    this.textSurfaces.push(this.forwardSurface.length);
    this.textItem.push(item);
    this.textLength.push(this.length);
    this.textClass.push(documentClass);
  }

  plain(units: Uint16Array, from: number, to: number, hash: number): void {
    if (this.waiting.add(units, from, to, hash)) this.countWaiting();
  }

  made(word: string): void {
    this.countWord(this.surfaceOf(cutToLength(word)));
  }

  private countWaiting(): void {
    const { units, from, to, hash, count } = this.waiting;
    this.waiting.count = 0;
    this.fetchNotes(count);
    for (let at = 0; at < count; at += 1) {
      const start = from[at] as number;
      const end = to[at] as number;
      let surface = this.surfaces.find(units, start, end, hash[at] as number);
      if (surface === -1) {
        surface = this.surfaces.add(units, start, end, hash[at] as number);
        this.noteWord(surface, wordAt(units, start, end));
      }
      this.countWord(surface);
    }
  }

  /** Has what will be read of these words brought near, for all of them side by side. What it returns is of no use. */
  private fetchNotes(count: number): number {
    const { hash, records } = this.waiting;
    const surfaces = this.surfaces.notes;
    const stems = this.stems.notes;
    this.surfaces.guess(hash, count, records);
    for (let at = 0; at < count; at += 1) {
      const surface = records[at] as number;
      records[at] = surface === -1 ? 0 : (surfaces[surface + NOTE] as number);
    }
    let read = 0;
    for (let at = 0; at < count; at += 1) read ^= stems[records[at] as number] as number;
    return read;
  }

  private surfaceOf(word: string): number {
    const surface = this.surfaces.recordOf(word);
    if (this.surfaces.notes[surface + NOTE] === NO_NOTE) this.noteWord(surface, word);
    return surface;
  }

  private noteWord(surface: number, word: string): void {
    this.noteStem(surface, word);
    this.takeApart(surface, word);
  }

  private noteStem(surface: number, word: string): void {
    this.surfaces.notes[surface + NOTE] = this.stems.recordOf(this.analyzer.stemWord(word));
    this.making.push(UNREAD);
  }

  /** Of the parts only their stems are noted: what they are made of counts where they stand as words of their own. */
  private takeApart(surface: number, word: string): void {
    const parts = this.analyzer.partsOf(word);
    const number = this.surfaces.notes[surface + NUMBER] as number;
    this.making.set(number, parts.length === 0 ? WHOLE : COMPOUND);
    if (parts.length === 0) return;
    const records = parts.map((part) => {
      const record = this.surfaces.recordOf(part);
      if (this.surfaces.notes[record + NOTE] === NO_NOTE) this.noteStem(record, part);
      return record;
    });
    this.parts.set(number, records);
  }

  private countWord(surface: number): void {
    this.count(surface, this.weight);
    const number = this.surfaces.notes[surface + NUMBER] as number;
    if (this.making.at(number) === WHOLE) return;
    if (this.making.at(number) === UNREAD) this.takeApart(surface, this.surfaces.textOf(surface));
    const parts = this.parts.get(number) ?? [];
    const head = parts.length - 1;
    for (let at = 0; at <= head; at += 1)
      this.count(parts[at] as number, partWeight(this.weight, at === head));
  }

  private count(surface: number, weight: number): void {
    const { item } = this;
    const surfaces = this.surfaces.notes;
    const stems = this.stems.notes;
    this.length += 1;
    const stem = surfaces[surface + NOTE] as number;
    if (surfaces[surface + OTHER_NOTE] !== item) {
      surfaces[surface + OTHER_NOTE] = item;
      surfaces[surface + COUNT] = (surfaces[surface + COUNT] as number) + 1;
      this.forwardSurface.push(surfaces[surface + NUMBER] as number);
    }
    if (stems[stem + NOTE] === item) {
      const posting = stems[stem + OTHER_NOTE] as number;
      this.postingWeight.set(posting, Math.min(WEIGHT_MAX, this.postingWeight.at(posting) + weight));
    } else {
      stems[stem + NOTE] = item;
      stems[stem + COUNT] = (stems[stem + COUNT] as number) + 1;
      stems[stem + OTHER_NOTE] = this.postingStem.length;
      this.postingStem.push(stems[stem + NUMBER] as number);
      this.postingWeight.push(Math.min(WEIGHT_MAX, weight));
    }
  }

  /** `place` says where each item ends up among `items`; it keeps no promise about order. */
  finish(items: number, place: Uint32Array): TextIndex {
    const stems = this.stems.sort();
    const surfaces = this.surfaces.sort();
    const lengths = new Uint32Array(items);
    const classes = new Uint32Array(items);
    const counters = new Float64Array(2);
    for (let text = 0; text < this.textItem.length; text += 1) {
      const item = place[this.textItem.at(text)] as number;
      lengths[item] = this.textLength.at(text);
      classes[item] = this.textClass.at(text);
      counters[DOCUMENTS] = (counters[DOCUMENTS] as number) + 1;
      counters[TOTAL_LENGTH] = (counters[TOTAL_LENGTH] as number) + this.textLength.at(text);
    }
    return {
      locale: this.locale,
      language: this.analyzer.language,
      surfaces: surfaces.packed,
      ...this.placeSurfaces(surfaces.rank, stems.rank),
      stems: stems.packed,
      ...this.placePostings(stems.rank, place),
      ...this.placeForward(items, surfaces.rank, place),
      lengths,
      classes,
      counters,
    };
  }

  private placeSurfaces(rank: Uint32Array, stemRank: Uint32Array) {
    const surfaceStem = new Uint32Array(rank.length);
    const surfaceDocuments = new Uint32Array(rank.length);
    const surfaces = this.surfaces.notes;
    const stems = this.stems.notes;
    this.surfaces.forEach((surface, number) => {
      const at = rank[number] as number;
      const stem = surfaces[surface + NOTE] as number;
      surfaceStem[at] = stemRank[stems[stem + NUMBER] as number] as number;
      surfaceDocuments[at] = surfaces[surface + COUNT] as number;
    });
    return { surfaceStem, surfaceDocuments };
  }

  /** A counting sort by stem; items are put into order only where `place` broke it. */
  private placePostings(rank: Uint32Array, place: Uint32Array) {
    const stems = this.postingStem.view();
    const weights = this.postingWeight.view();
    const stemDocuments = new Uint32Array(rank.length);
    const notes = this.stems.notes;
    this.stems.forEach((stem, number) => {
      stemDocuments[rank[number] as number] = notes[stem + COUNT] as number;
    });
    const postingStart = new Uint32Array(rank.length + 1);
    for (let stem = 0; stem < rank.length; stem += 1) {
      postingStart[stem + 1] = (postingStart[stem] as number) + (stemDocuments[stem] as number);
    }
    const next = postingStart.slice();
    const postingItem = new Uint32Array(stems.length);
    const postingWeight = new Uint8Array(stems.length);
    for (let text = 0, posting = 0; text < this.textItem.length; text += 1) {
      const item = place[this.textItem.at(text)] as number;
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

  private placeForward(items: number, rank: Uint32Array, place: Uint32Array) {
    const surfaces = this.forwardSurface.view();
    // Where each item's words begin and end as they came, by where the item went.
    const first = new Uint32Array(items);
    const end = new Uint32Array(items);
    let longest = 0;
    for (let text = 0, from = 0; text < this.textItem.length; text += 1) {
      const item = place[this.textItem.at(text)] as number;
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
