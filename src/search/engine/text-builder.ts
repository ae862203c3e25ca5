// Builds a TextIndex from analysed texts: one pass that counts, one that puts everything into its place.

import type { Token } from '../analysis/analyze.ts';
import { WEIGHT_MAX } from '../ranking.ts';
import { GrowableBytes, GrowableUint32 } from './growable.ts';
import { type PackedStrings, packStrings } from './packed-strings.ts';
import { DOCUMENTS, type TextIndex, TOTAL_LENGTH } from './text-index.ts';

export interface WeightedTokens {
  readonly tokens: readonly Token[];
  readonly weight: number;
}

const NEVER = 0xffff_ffff;

export class TextBuilder {
  private readonly locale: string;
  private readonly language: string;
  private readonly surfaceIds = new Map<string, number>();
  private readonly stemIds = new Map<string, number>();
  private readonly surfaceStem = new GrowableUint32();
  /** The item that held the word last, to tell a word's first occurrence in a text from the next. */
  private readonly surfaceLastItem = new GrowableUint32();
  private readonly stemLastItem = new GrowableUint32();
  private readonly stemLastPosting = new GrowableUint32();
  private readonly postingStem = new GrowableUint32();
  private readonly postingItem = new GrowableUint32();
  private readonly postingWeight = new GrowableBytes();
  private readonly forwardItem = new GrowableUint32();
  private readonly forwardSurface = new GrowableUint32();
  private readonly textItem = new GrowableUint32();
  private readonly textLength = new GrowableUint32();
  private readonly textClass = new GrowableUint32();

  constructor(locale: string, language: string) {
    this.locale = locale;
    this.language = language;
  }

  /** Adds the text of an item; each item once, in ascending order. */
  add(item: number, documentClass: number, fields: readonly WeightedTokens[]): void {
    let length = 0;
    for (const { tokens, weight } of fields) {
      length += tokens.length;
      for (const token of tokens) this.addToken(item, token, weight);
    }
    this.textItem.push(item);
    this.textLength.push(length);
    this.textClass.push(documentClass);
  }

  private addToken(item: number, token: Token, weight: number): void {
    let surface = this.surfaceIds.get(token.surface);
    if (surface === undefined) {
      surface = this.surfaceIds.size;
      this.surfaceIds.set(token.surface, surface);
      this.surfaceStem.push(this.stemIdOf(token.stem));
      this.surfaceLastItem.push(NEVER);
    }
    if (this.surfaceLastItem.at(surface) !== item) {
      this.surfaceLastItem.set(surface, item);
      this.forwardItem.push(item);
      this.forwardSurface.push(surface);
    }
    const stem = this.surfaceStem.at(surface);
    if (this.stemLastItem.at(stem) === item) {
      const posting = this.stemLastPosting.at(stem);
      this.postingWeight.set(posting, Math.min(WEIGHT_MAX, this.postingWeight.at(posting) + weight));
    } else {
      this.stemLastItem.set(stem, item);
      this.stemLastPosting.set(stem, this.postingItem.length);
      this.postingStem.push(stem);
      this.postingItem.push(item);
      this.postingWeight.push(Math.min(WEIGHT_MAX, weight));
    }
  }

  private stemIdOf(stem: string): number {
    const known = this.stemIds.get(stem);
    if (known !== undefined) return known;
    const id = this.stemIds.size;
    this.stemIds.set(stem, id);
    this.stemLastItem.push(NEVER);
    this.stemLastPosting.push(0);
    return id;
  }

  /** `place` says where each item ends up among `items`; it keeps no promise about order. */
  finish(items: number, place: Uint32Array): TextIndex {
    const stems = sortDictionary(this.stemIds);
    const surfaces = sortDictionary(this.surfaceIds);
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
      surfaceStem[surfaces.rank[surface] as number] = stems.rank[this.surfaceStem.at(surface)] as number;
    }
    for (const surface of this.forwardSurface.view()) {
      const rank = surfaces.rank[surface] as number;
      surfaceDocuments[rank] = (surfaceDocuments[rank] as number) + 1;
    }
    return {
      locale: this.locale,
      language: this.language,
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
    const perItem: (Uint32Array | undefined)[] = new Array(items);
    const surfaces = this.forwardSurface.view();
    const owners = this.forwardItem.view();
    let from = 0;
    while (from < owners.length) {
      let to = from + 1;
      while (to < owners.length && owners[to] === owners[from]) to += 1;
      const own = surfaces.slice(from, to);
      for (let index = 0; index < own.length; index += 1) own[index] = rank[own[index] as number] as number;
      perItem[place[owners[from] as number] as number] = own.sort();
      from = to;
    }
    const forward = new GrowableBytes(surfaces.length * 2 + 16);
    const forwardStart = new Uint32Array(items + 1);
    for (let item = 0; item < items; item += 1) {
      forwardStart[item] = forward.length;
      let previous = 0;
      for (const surface of perItem[item] ?? []) {
        forward.pushVarint(surface - previous);
        previous = surface;
      }
    }
    forwardStart[items] = forward.length;
    return { forwardStart, forward: forward.view().slice() };
  }
}

const sortDictionary = (ids: ReadonlyMap<string, number>): { packed: PackedStrings; rank: Uint32Array } => {
  const words = [...ids.keys()].sort();
  const rank = new Uint32Array(words.length);
  for (let index = 0; index < words.length; index += 1)
    rank[ids.get(words[index] as string) as number] = index;
  return { packed: packStrings(words), rank };
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
