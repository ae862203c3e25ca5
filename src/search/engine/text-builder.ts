// Builds a TextIndex from analysed texts: one pass that counts, one that puts everything into its place.

import { type Analyzer, buildAnalyzer, cutToLength, ownCopy } from '../analysis/analyze.ts';
import type { WordSink } from '../analysis/tokenize.ts';
import { WEIGHT_MAX } from '../ranking.ts';
import type { WeightedText } from '../weighted-texts.ts';
import { GrowableBytes, GrowableUint32 } from './growable.ts';
import { type PackedStrings, packStrings } from './packed-strings.ts';
import { DOCUMENTS, type TextIndex, TOTAL_LENGTH } from './text-index.ts';
import { WordTable } from './word-table.ts';

const NEVER = 0xffff_ffff;

export class TextBuilder implements WordSink {
  private readonly locale: string;
  private readonly analyzer: Analyzer;
  private readonly surfaces = new WordTable();
  private readonly stems = new WordTable();
  /** Two entries a word, side by side in memory: its stem, and the item that held it last. */
  private readonly ofSurface = new GrowableUint32(64);
  /** Two entries a stem: the item that held it last, and the posting made for it. */
  private readonly ofStem = new GrowableUint32(64);
  private readonly postingStem = new GrowableUint32(64);
  private readonly postingItem = new GrowableUint32(64);
  private readonly postingWeight = new GrowableBytes(64);
  private readonly forwardItem = new GrowableUint32(64);
  private readonly forwardSurface = new GrowableUint32(64);
  private readonly textItem = new GrowableUint32(16);
  private readonly textLength = new GrowableUint32(16);
  private readonly textClass = new GrowableUint32(16);
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
    }
    this.textItem.push(item);
    this.textLength.push(this.length);
    this.textClass.push(documentClass);
  }

  plain(units: Uint16Array, from: number, to: number, hash: number): void {
    const known = this.surfaces.find(units, from, to, hash);
    this.count(known === -1 ? this.addSurface(String.fromCharCode(...units.subarray(from, to))) : known);
  }

  made(word: string): void {
    const surface = cutToLength(word);
    const known = this.surfaces.findWord(surface);
    this.count(known === -1 ? this.addSurface(ownCopy(surface)) : known);
  }

  private addSurface(surface: string): number {
    const stem = this.analyzer.stemWord(surface);
    this.ofSurface.push(this.stemOf(stem));
    this.ofSurface.push(NEVER);
    return this.surfaces.add(surface);
  }

  private stemOf(stem: string): number {
    const known = this.stems.findWord(stem);
    if (known !== -1) return known;
    this.ofStem.push(NEVER);
    this.ofStem.push(0);
    return this.stems.add(ownCopy(stem));
  }

  private count(surface: number): void {
    const { item, weight, ofSurface, ofStem } = this;
    this.length += 1;
    const stem = ofSurface.at(2 * surface);
    if (ofSurface.at(2 * surface + 1) !== item) {
      ofSurface.set(2 * surface + 1, item);
      this.forwardItem.push(item);
      this.forwardSurface.push(surface);
    }
    if (ofStem.at(2 * stem) === item) {
      const posting = ofStem.at(2 * stem + 1);
      this.postingWeight.set(posting, Math.min(WEIGHT_MAX, this.postingWeight.at(posting) + weight));
    } else {
      ofStem.set(2 * stem, item);
      ofStem.set(2 * stem + 1, this.postingItem.length);
      this.postingStem.push(stem);
      this.postingItem.push(item);
      this.postingWeight.push(Math.min(WEIGHT_MAX, weight));
    }
  }

  /** `place` says where each item ends up among `items`; it keeps no promise about order. */
  finish(items: number, place: Uint32Array): TextIndex {
    const stems = sortDictionary(this.stems);
    const surfaces = sortDictionary(this.surfaces);
    const postings = this.placePostings(stems.rank, place);
    const forward = this.placeForward(items, surfaces.rank, place);
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
    const surfaceStem = new Uint32Array(surfaces.rank.length);
    const surfaceDocuments = new Uint32Array(surfaces.rank.length);
    for (let surface = 0; surface < surfaces.rank.length; surface += 1) {
      surfaceStem[surfaces.rank[surface] as number] = stems.rank[this.ofSurface.at(2 * surface)] as number;
    }
    for (const surface of this.forwardSurface.view()) {
      const rank = surfaces.rank[surface] as number;
      surfaceDocuments[rank] = (surfaceDocuments[rank] as number) + 1;
    }
    return {
      locale: this.locale,
      language: this.analyzer.language,
      surfaces: surfaces.packed,
      surfaceStem,
      surfaceDocuments,
      stems: stems.packed,
      ...postings,
      ...forward,
      lengths,
      classes,
      counters,
    };
  }

  /** A counting sort by stem; items are put into order only where `place` broke it. */
  private placePostings(rank: Uint32Array, place: Uint32Array) {
    const count = this.postingItem.length;
    const postingStart = new Uint32Array(rank.length + 1);
    for (const stem of this.postingStem.view()) {
      const slot = (rank[stem] as number) + 1;
      postingStart[slot] = (postingStart[slot] as number) + 1;
    }
    const stemDocuments = postingStart.slice(1);
    for (let stem = 0; stem < rank.length; stem += 1) {
      postingStart[stem + 1] = (postingStart[stem + 1] as number) + (postingStart[stem] as number);
    }
    const next = postingStart.slice();
    const postingItem = new Uint32Array(count);
    const postingWeight = new Uint8Array(count);
    for (let posting = 0; posting < count; posting += 1) {
      const stem = rank[this.postingStem.at(posting)] as number;
      const at = next[stem] as number;
      next[stem] = at + 1;
      postingItem[at] = place[this.postingItem.at(posting)] as number;
      postingWeight[at] = this.postingWeight.at(posting);
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
    const owners = this.forwardItem.view();
    // Where each item's words begin and end as they came, by where the item went.
    const first = new Uint32Array(items);
    const end = new Uint32Array(items);
    let longest = 0;
    for (let from = 0, to = 0; from < owners.length; from = to) {
      while (to < owners.length && owners[to] === owners[from]) to += 1;
      const item = place[owners[from] as number] as number;
      first[item] = from;
      end[item] = to;
      longest = Math.max(longest, to - from);
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
      let previous = 0;
      for (let at = 0; at < count; at += 1) {
        forward.pushVarint((own[at] as number) - previous);
        previous = own[at] as number;
      }
    }
    forwardStart[items] = forward.length;
    return { forwardStart, forward: forward.view().slice() };
  }
}

const INSERTION_MAX = 48;

/** Sorts the first `count` entries. Short lists by insertion: a call into the runtime costs more. */
const sortAscending = (list: Uint32Array, count: number): void => {
  if (count > INSERTION_MAX) {
    list.subarray(0, count).sort();
    return;
  }
  for (let at = 1; at < count; at += 1) {
    const value = list[at] as number;
    let to = at;
    while (to > 0 && (list[to - 1] as number) > value) {
      list[to] = list[to - 1] as number;
      to -= 1;
    }
    list[to] = value;
  }
};

/** The words in order, and where each of them went. */
const sortDictionary = (table: WordTable): { packed: PackedStrings; rank: Uint32Array } => {
  const sorted = table.words.toSorted();
  const rank = new Uint32Array(sorted.length);
  for (let place = 0; place < sorted.length; place += 1) {
    rank[table.findWord(sorted[place] as string)] = place;
  }
  return { packed: packStrings(sorted), rank };
};

/** Puts a list into item order, weights along with it. */
export const sortPostings = (items: Uint32Array, weights: Uint8Array, from: number, to: number): void => {
  let isSorted = true;
  for (let at = from + 1; at < to && isSorted; at += 1)
    isSorted = (items[at - 1] as number) < (items[at] as number);
  if (isSorted) return;
  // Both in one number: items are below 2^32 and weights below 2^8, so the pair is exact in a double.
  const pairs = new Float64Array(to - from);
  for (let at = from; at < to; at += 1)
    pairs[at - from] = (items[at] as number) * 256 + (weights[at] as number);
  pairs.sort();
  for (let at = from; at < to; at += 1) {
    const pair = pairs[at - from] as number;
    items[at] = Math.floor(pair / 256);
    weights[at] = pair % 256;
  }
};
