// Which texts of many may contain another: a set of bits for each letter, pair and triple of characters says in which texts it
// occurs. Pairs and triples share sets, so what is found has to be looked at. Letters from `a` to `z` do not.

/** Text number `n` lies in `text` from `starts[n]` up to the separator before `starts[n + 1]`. */
export interface JoinedTexts {
  readonly text: string;
  readonly starts: Uint32Array;
}

const FIRST_LETTER = 97;
const LETTERS = 26;
const LETTER_SETS = 32;
const PAIR_SETS = 128;
const TRIPLE_SETS = 256;
const SETS = LETTER_SETS + PAIR_SETS + TRIPLE_SETS;

/** What a text adds to the size. */
export const GRAM_BYTES = SETS / 8;

export const isOwnLetter = (unit: number): boolean => unit >= FIRST_LETTER && unit < FIRST_LETTER + LETTERS;

/** Other characters share the sets that are left. */
const letterSet = (unit: number): number =>
  isOwnLetter(unit) ? unit - FIRST_LETTER : LETTERS + (unit % (LETTER_SETS - LETTERS));

const pairSet = (first: number, second: number): number =>
  LETTER_SETS + ((first * 37 + second) & (PAIR_SETS - 1));

const tripleSet = (first: number, second: number, third: number): number =>
  LETTER_SETS + PAIR_SETS + ((first * 113 + second * 37 + third) & (TRIPLE_SETS - 1));

export class GramBits {
  readonly #texts: JoinedTexts;
  readonly #wordsOfSet: number;
  readonly #words: Uint32Array;
  /** How many texts are in their sets. */
  #added = 0;

  /** Empty: search it only when all texts have been added. */
  constructor(texts: JoinedTexts) {
    this.#texts = texts;
    this.#wordsOfSet = Math.ceil((texts.starts.length - 1) / 32);
    this.#words = new Uint32Array(this.#wordsOfSet * SETS);
  }

  static of(texts: JoinedTexts): GramBits {
    const grams = new GramBits(texts);
    grams.add(texts.starts.length);
    return grams;
  }

  /** Adds the next texts, at most `count`. Returns whether there are more. */
  add(count: number): boolean {
    const { text, starts } = this.#texts;
    const to = Math.min(this.#added + count, starts.length - 1);
    const words = this.#words;
    for (let number = this.#added; number < to; number += 1) {
      const end = (starts[number + 1] as number) - 1;
      const [place, bit] = [number >>> 5, 1 << (number & 31)];
      let before = -1;
      let first = -1;
      for (let at = starts[number] as number; at < end; at += 1) {
        const unit = text.charCodeAt(at);
        const letter = letterSet(unit) * this.#wordsOfSet + place;
        words[letter] = (words[letter] as number) | bit;
        if (before !== -1) {
          const pair = pairSet(before, unit) * this.#wordsOfSet + place;
          words[pair] = (words[pair] as number) | bit;
          if (first !== -1) {
            const triple = tripleSet(first, before, unit) * this.#wordsOfSet + place;
            words[triple] = (words[triple] as number) | bit;
          }
        }
        first = before;
        before = unit;
      }
    }
    this.#added = to;
    return to < starts.length - 1;
  }

  /** The numbers of the texts that may contain it, in order: all that do, and few others. */
  find(part: string): number[] {
    const words = new Uint32Array(this.#wordsOfSet).fill(0xff_ff_ff_ff);
    for (const set of setsOf(part)) {
      const from = set * this.#wordsOfSet;
      for (let at = 0; at < words.length; at += 1) {
        words[at] = (words[at] as number) & (this.#words[from + at] as number);
      }
    }
    const found: number[] = [];
    for (let at = 0; at < words.length; at += 1) {
      for (let left = words[at] as number; left !== 0; left &= left - 1) {
        found.push(at * 32 + (31 - Math.clz32(left & -left)));
      }
    }
    return found;
  }
}

const setsOf = (part: string): Set<number> => {
  const sets = new Set<number>();
  if (part.length === 1) sets.add(letterSet(part.charCodeAt(0)));
  for (let at = 1; at < part.length; at += 1) {
    const [before, unit] = [part.charCodeAt(at - 1), part.charCodeAt(at)];
    sets.add(pairSet(before, unit));
    if (at > 1) sets.add(tripleSet(part.charCodeAt(at - 2), before, unit));
  }
  return sets;
};
