// How many of a query's words must match, and which of them may match loosely (Decisions 0006 and 0030). Shared by every engine.

/** Which texts match: how many words they need, and by which words they match alone. */
export interface MatchRule {
  readonly required: number;
  /** A word that so many texts hold at most does alone, 0 where none does. */
  readonly selectiveMax: number;
  /** Only the looser rule lets a single word do: what matches so comes below the rest. */
  readonly isRelaxed: boolean;
}

/** What decides upon a rule: how many words are looked for, and how many were written and left out as stop words. */
interface AskedWords {
  readonly words: { readonly length: number };
  readonly written: number;
  readonly dropped: number;
}

/** Where the strict rule finds fewer than this in the scope of a query, the looser one takes its place. */
export const RELAX_BELOW = 10;

/** `documents` are all texts of the language. */
export const contentRule = (asked: AskedWords, documents: number, isRelaxed: boolean): MatchRule => ({
  required: requiredForContent(asked.words.length),
  selectiveMax: isRelaxed || isSentence(asked) ? selectiveLimit(documents) : 0,
  // In a sentence a single word is enough by the strict rule already.
  isRelaxed: isRelaxed && !isSentence(asked),
});

export const productRule = (asked: AskedWords, documents: number, isRelaxed: boolean): MatchRule => ({
  required: requiredForProducts(asked.words.length),
  selectiveMax: isRelaxed ? selectiveLimit(documents) : 0,
  isRelaxed,
});

/** Whether a word does alone by the looser rule that does not by the strict one. Of one word, one is enough anyway. */
export const mayRelax = (
  words: readonly { readonly documents: number }[],
  strict: MatchRule,
  relaxed: MatchRule,
): boolean =>
  words.length > 1 &&
  words.some(
    ({ documents }) => documents > 0 && documents > strict.selectiveMax && documents <= relaxed.selectiveMax,
  );

/** Content: at least two words, or the only one there is. */
const requiredForContent = (words: number): number => Math.min(words, 2);

const SENTENCE_MIN_WORDS = 4;

/** Whoever writes four words with a stop word among them asks a question; keywords, however many, keep to two. */
const isSentence = ({ written, dropped }: Pick<AskedWords, 'written' | 'dropped'>): boolean =>
  written >= SENTENCE_MIN_WORDS && dropped > 0;

const SELECTIVE_SHARE = 20;

/** A word is telling that at most one text in 20 holds; among fewer than 20 texts none is. */
const selectiveLimit = (documents: number): number => Math.floor(documents / SELECTIVE_SHARE);

/** Products are matched tighter: all words up to two, all but one of three or four, 60 % (rounded up) from five. */
const requiredForProducts = (words: number): number => {
  if (words <= 2) return words;
  if (words <= 4) return words - 1;
  // In whole numbers: 0.6 * 5 is 3 exactly only by luck.
  return Math.ceil((words * 6) / 10);
};

const PREFIX_MIN_CHARS = 3;

/** The last word may still be being typed: it also matches as a prefix once it has three letters. */
export const matchesAsPrefix = (word: { readonly surface: string; readonly isLast: boolean }): boolean =>
  // A letter takes two units at most: only short words have to be counted.
  word.isLast &&
  (word.surface.length >= 2 * PREFIX_MIN_CHARS || [...word.surface].length >= PREFIX_MIN_CHARS);
