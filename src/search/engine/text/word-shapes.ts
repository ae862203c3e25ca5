// The length and the letters of every word of a sorted dictionary, by which nearly all words are ruled out without reading them when one
// is misspelt. Made with the dictionary and kept beside it in shared memory: no query prepares anything, and threads have no copies.
// Words have no unpaired surrogates (`foldText` replaces them), so all words that begin with a letter follow each other.

import { GrowableBytes, GrowableUint32 } from '../packing/growable.ts';
import { codePointAt, comparePrefix, countStrings, type PackedStrings } from '../packing/packed-strings.ts';

/** A bucket has the words that have the same first letter and the same length. */
export interface WordShapes {
  /** Where each bucket begins in `order`; the last entry is the end. */
  readonly bucketStart: Uint32Array;
  /** In letters. */
  readonly bucketLength: Uint8Array;
  /** Indexes of the words: by first letter as in the dictionary, then by length, then ascending. */
  readonly order: Uint32Array;
  /** The letters of each word in `order`, as `letterSet` has them. */
  readonly letters: Int32Array;
}

/** In letters; longer words count as this long. */
export const LENGTH_MAX = 63;
/** 31 of 32 bits: V8 stores such integers without boxing. */
const LETTER_BITS = 31;

/** A set of one letter. Some letters share a bit. */
export const letterSet = (codePoint: number): number => 1 << (codePoint % LETTER_BITS);

export const shapeWords = (dictionary: PackedStrings): WordShapes => {
  const { pool, start } = dictionary;
  const count = countStrings(dictionary);
  const lengths = new Uint8Array(count);
  const sets = new Int32Array(count);
  const sorter = new BucketSorter(lengths, sets);
  let first = -1;
  for (let word = 0; word < count; word += 1) {
    const end = start[word + 1] as number;
    let at = start[word] as number;
    const letter = at < end ? codePointAt(pool, at, end) : -1;
    if (letter !== first) sorter.sortUpTo(word);
    first = letter;
    let set = 0;
    let length = 0;
    for (; at < end; length += 1) {
      const point = codePointAt(pool, at, end);
      set |= letterSet(point);
      at += point > 0xffff ? 2 : 1;
    }
    sets[word] = set;
    lengths[word] = Math.min(LENGTH_MAX, length);
  }
  sorter.sortUpTo(count);
  return sorter.finish();
};

/** Sorts the words of one first letter after the other, each by counting. */
class BucketSorter {
  private readonly lengths: Uint8Array;
  private readonly sets: Int32Array;
  private readonly order: Uint32Array;
  private readonly letters: Int32Array;
  private readonly bucketStart = new GrowableUint32(64);
  private readonly bucketLength = new GrowableBytes(64);
  /** By length, where the next word goes. */
  private readonly next = new Uint32Array(LENGTH_MAX + 1);
  private sorted = 0;

  constructor(lengths: Uint8Array, sets: Int32Array) {
    this.lengths = lengths;
    this.sets = sets;
    this.order = new Uint32Array(lengths.length);
    this.letters = new Int32Array(lengths.length);
  }

  sortUpTo(end: number): void {
    const { lengths, next, sorted } = this;
    let shortest = LENGTH_MAX;
    let longest = 0;
    for (let word = sorted; word < end; word += 1) {
      const length = lengths[word] as number;
      next[length] = (next[length] as number) + 1;
      if (length < shortest) shortest = length;
      if (length > longest) longest = length;
    }
    for (let length = shortest, place = sorted; length <= longest; length += 1) {
      const words = next[length] as number;
      next[length] = place;
      if (words === 0) continue;
      this.bucketStart.push(place);
      this.bucketLength.push(length);
      place += words;
    }
    for (let word = sorted; word < end; word += 1) {
      const length = lengths[word] as number;
      const place = next[length] as number;
      next[length] = place + 1;
      this.order[place] = word;
      this.letters[place] = this.sets[word] as number;
    }
    next.fill(0, shortest, longest + 1);
    this.sorted = end;
  }

  finish(): WordShapes {
    this.bucketStart.push(this.sorted);
    return {
      bucketStart: this.bucketStart.view().slice(),
      bucketLength: this.bucketLength.view().slice(),
      order: this.order,
      letters: this.letters,
    };
  }
}

/** The buckets of the words that begin with a letter, as a half-open range. */
export const bucketsOf = (
  shapes: WordShapes,
  dictionary: PackedStrings,
  letter: string,
): readonly [number, number] => {
  const from = firstBucket(shapes, dictionary, letter, 0, 0);
  return [from, firstBucket(shapes, dictionary, letter, from, 1)];
};

/** The first bucket from `from` on whose words compare with the letter as `least` or higher. */
const firstBucket = (
  { bucketStart, bucketLength, order }: WordShapes,
  dictionary: PackedStrings,
  letter: string,
  from: number,
  least: 0 | 1,
): number => {
  let low = from;
  let high = bucketLength.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Words of a bucket have the same first letter.
    const word = order[bucketStart[middle] as number] as number;
    if (comparePrefix(dictionary, word, letter) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};
