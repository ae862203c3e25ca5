// The words of each item's title in their order, as stems. Stop words are left out, as queries leave them out; so is what follows in a
// title that is too long to be one.

import { TITLE_WORDS_MAX } from '../../ranking.ts';
import { GrowableBytes, GrowableUint32 } from '../packing/growable.ts';

export interface TitleWords {
  /** Where the words of each item begin, and the end of the last; empty if titles are not kept. */
  readonly start: Uint32Array;
  /** Varints: twice the stem, plus 1 if the word is another spelling of the one before. */
  readonly bytes: Uint8Array;
}

export const NO_TITLES: TitleWords = { start: new Uint32Array(0), bytes: new Uint8Array(0) };

/** Collects the titles of items, one after the other. */
export class TitleWordsBuilder {
  private readonly words = new GrowableUint32(64);
  /** Where the words of each item end, and which item it is. */
  private readonly ends = new GrowableUint32(16);
  private readonly items = new GrowableUint32(16);
  private begin = 0;

  /** `stem` is a number that `finish` gives a rank. */
  add(stem: number, isSpelling: boolean): void {
    if (this.words.length - this.begin < TITLE_WORDS_MAX) this.words.push(2 * stem + Number(isSpelling));
  }

  endItem(item: number): void {
    this.begin = this.words.length;
    this.ends.push(this.begin);
    this.items.push(item);
  }

  /** `itemMap` gives the final ordinal of each item. */
  finish(items: number, rank: Uint32Array, itemMap: Uint32Array): TitleWords {
    const placeOf = new Uint32Array(items);
    for (let place = 0; place < this.items.length; place += 1)
      placeOf[itemMap[this.items.at(place)] as number] = place + 1;
    return packTitles(items, (item, push) => {
      const place = (placeOf[item] as number) - 1;
      if (place === -1) return;
      for (let at = place === 0 ? 0 : this.ends.at(place - 1); at < this.ends.at(place); at += 1) {
        const word = this.words.at(at);
        push(2 * (rank[word >>> 1] as number) + (word & 1));
      }
    });
  }
}

/** `list` pushes the words of an item. */
export const packTitles = (
  items: number,
  list: (item: number, push: (word: number) => void) => void,
): TitleWords => {
  const bytes = new GrowableBytes(1024);
  const start = new Uint32Array(items + 1);
  for (let item = 0; item < items; item += 1) {
    start[item] = bytes.length;
    list(item, (word) => bytes.pushVarint(word));
  }
  start[items] = bytes.length;
  return { start, bytes: bytes.view().slice() };
};

/** The word that begins at this byte. */
export const titleWordAt = (bytes: Uint8Array, at: number): number => {
  let byte = bytes[at] as number;
  let word = byte & 127;
  for (let next = at + 1, shift = 7; byte > 127; next += 1, shift += 7) {
    byte = bytes[next] as number;
    word |= (byte & 127) << shift;
  }
  return word >>> 0;
};

/** How many bytes a word takes. */
export const titleWordBytes = (word: number): number => {
  if (word < 1 << 14) return word < 1 << 7 ? 1 : 2;
  if (word < 1 << 21) return 3;
  return word < 1 << 28 ? 4 : 5;
};
