// The words of the vocabulary that a mistyped word may mean, by the plainest reading of the rule. Shares no code with
// any engine.

import type { Random } from '../../demo/build/random.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One letter dropped, replaced or inserted; never the first one. */
export const mistype = (word: string, random: Random): string => {
  const place = random.integer(1, word.length - 1);
  const letter = letters[random.integer(0, letters.length - 1)] as string;
  switch (random.integer(0, 2)) {
    case 0:
      return word.slice(0, place) + word.slice(place + 1);
    case 1:
      return word.slice(0, place) + letter + word.slice(place + 1);
    default:
      return word.slice(0, place) + letter + word.slice(place);
  }
};

/** Edits between two words; a swap of two neighbours is one edit if `withSwaps`, otherwise two. */
const countEdits = (a: string, b: string, withSwaps: boolean): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number): number => table[row]?.[column] as number;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (withSwaps && isSwap) best = Math.min(best, at(row - 2, column - 2) + 1);
      (table[row] as number[])[column] = best;
    }
  }
  return at(a.length, b.length);
};

/** The letters of a word, as bits: an edit changes at most two of them, which rules out most words. */
const lettersOf = (word: string): number => {
  let bits = 0;
  for (const letter of word) bits |= 1 << (letter.charCodeAt(0) - 97);
  return bits;
};

const countBits = (bits: number): number => {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** The words within that many edits: ours keeps the first letter and counts swaps, others do neither. */
export const buildNearWords = (known: readonly string[]) => {
  const bits = Int32Array.from(known, lettersOf);
  return (word: string, maxEdits: number): { readonly ours: string[]; readonly plain: string[] } => {
    const own = lettersOf(word);
    const near = known.filter(
      (other, index) =>
        Math.abs(other.length - word.length) <= maxEdits &&
        countBits((bits[index] as number) ^ own) <= 2 * maxEdits,
    );
    return {
      ours: near.filter((other) => other[0] === word[0] && countEdits(word, other, true) <= maxEdits),
      plain: near.filter((other) => countEdits(word, other, false) <= maxEdits),
    };
  };
};

export type NearWords = ReturnType<typeof buildNearWords>;
