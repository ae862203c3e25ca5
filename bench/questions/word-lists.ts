// Which documents contain which word, from the drawn word numbers: the source of exact totals and of the words in
// queries. Deliberately plain; shares no code with any engine.

import { vocabulary } from '../generate/vocabulary.ts';

export interface WordLists {
  readonly documents: number;
  /** The documents that contain the word, ascending. */
  readonly listOf: (word: number) => Uint32Array;
  /** Share of the documents that contain the word. */
  readonly shareOf: (word: number) => number;
}

const WORDS_MAX = 300;

/** `wordsOf` returns every occurrence of every word of a document. */
export const buildWordLists = (
  documents: number,
  wordsOf: (document: number) => Iterable<number>,
): WordLists => {
  let held = new Uint32Array(documents * 64);
  const heldStart = new Uint32Array(documents + 1);
  const lastSeen = new Int32Array(vocabulary.length).fill(-1);
  const start = new Uint32Array(vocabulary.length + 1);
  let count = 0;
  for (let document = 0; document < documents; document += 1) {
    if (count + WORDS_MAX > held.length) {
      const larger = new Uint32Array(held.length * 2 + WORDS_MAX);
      larger.set(held);
      held = larger;
    }
    for (const word of wordsOf(document)) {
      if (lastSeen[word] === document) continue;
      lastSeen[word] = document;
      held[count] = word;
      count += 1;
      start[word + 1] = (start[word + 1] as number) + 1;
    }
    heldStart[document + 1] = count;
  }
  for (let word = 0; word < vocabulary.length; word += 1)
    start[word + 1] = (start[word + 1] as number) + (start[word] as number);
  const lists = new Uint32Array(count);
  const next = start.slice();
  for (let document = 0; document < documents; document += 1) {
    for (let at = heldStart[document] as number; at < (heldStart[document + 1] as number); at += 1) {
      const word = held[at] as number;
      lists[next[word] as number] = document;
      next[word] = (next[word] as number) + 1;
    }
  }
  const listOf = (word: number) => lists.subarray(start[word], start[word + 1]);
  return { documents, listOf, shareOf: (word) => listOf(word).length / documents };
};

/** Words whose share lies in the band, in a shuffled order that is the same for every size. */
export const wordsInBand = (
  lists: WordLists,
  [low, high]: readonly [low: number, high: number],
  accepts: (word: string) => boolean,
): string[] => {
  const found: number[] = [];
  for (let word = 0; word < vocabulary.length; word += 1) {
    const share = lists.shareOf(word);
    if (share > 0 && share >= low && share <= high && accepts(vocabulary[word] as string)) found.push(word);
  }
  // Multiplying by an odd constant is a permutation that needs no table.
  const spread = (word: number) => Math.imul(word + 1, 0x9e37_79b1) >>> 0;
  return found.sort((a, b) => spread(a) - spread(b)).map((word) => vocabulary[word] as string);
};
