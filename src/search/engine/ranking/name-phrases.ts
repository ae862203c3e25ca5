// Whether the words of a query stand in a product's name as they were typed: in this order, with nothing in between (Decision 0080).

import { spend } from '../budget/work-budget.ts';
import { ITEM, NAME } from '../budget/work-costs.ts';
import { stemWords } from '../packing/query-scratch.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import { titleWordAt, titleWordBytes } from '../text/title-words.ts';
import { hasLists, type WordLists } from '../text/word-lists.ts';

export interface NamePhrases {
  has(item: number): boolean;
  /** Call when done: it uses a buffer of the thread. */
  release(): void;
}

/** Undefined if no name of the index can have the phrase. */
export const findNamePhrases = (
  index: TextIndex,
  { words, texts }: ResolvedQuery,
): NamePhrases | undefined => {
  const textOrd = texts.indexOf(index);
  if (words.length < 2 || !words.every(({ lists }) => hasLists(lists[textOrd] as WordLists)))
    return undefined;
  const last = 1 << (words.length - 1);
  const { start, bytes } = index.title;
  let wordsOf: Uint32Array | undefined;
  const mark = (): Uint32Array => {
    const marks = stemWords(index.stemDocuments.length);
    for (const [at, word] of words.entries()) forEachStem(word, textOrd, (stem) => addWord(marks, stem, at));
    return marks;
  };
  return {
    has: (item) => {
      spend(NAME);
      wordsOf ??= mark();
      /** The words of the query that a phrase has come to: at the place before, and at this one. */
      let before = 0;
      let here = 0;
      const end = start[item + 1] as number;
      for (let at = start[item] as number; at < end; ) {
        const word = titleWordAt(bytes, at);
        at += titleWordBytes(word);
        if ((word & 1) === 0) {
          before = here;
          here = 0;
        }
        const matching = wordsOf[word >>> 1] as number;
        if (matching === 0) continue;
        here |= continued(matching, before, here);
        if ((here & last) !== 0) return true;
      }
      return false;
    },
    release: () => {
      if (wordsOf === undefined) return;
      for (const word of words) forEachStem(word, textOrd, (stem) => wordsOf?.fill(0, stem, stem + 1));
      wordsOf = undefined;
    },
  };
};

const addWord = (marks: Uint32Array, stem: number, at: number): void => {
  marks[stem] = (marks[stem] as number) | (1 << at);
};

/** Of the words that match here: the first one, and those after one at the place before or at this one (smartwatch is both). */
const continued = (matching: number, before: number, here: number): number => {
  let found = here | (matching & ((before << 1) | 1));
  for (let more = matching & (found << 1) & ~found; more !== 0; more = matching & (found << 1) & ~found)
    found |= more;
  return found;
};

/** The stems that stand for a word: its own and its synonyms, and only if no text has it, those that it may begin or misspell. */
const forEachStem = (
  { lists, isWritten }: ResolvedWord,
  textOrd: number,
  visit: (stem: number) => void,
): void => {
  const { exact, synonyms, approximate } = lists[textOrd] as WordLists;
  spend(ITEM * (synonyms.length + approximate.length));
  if (exact !== -1) visit(exact);
  for (const phrase of synonyms) if (phrase.length === 1) visit(phrase[0] as number);
  if (!isWritten) for (const stem of approximate) visit(stem);
};
