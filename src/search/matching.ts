// How many of a query's words must match, and which of them may match loosely (Decisions 0006 and 0030). Shared by every engine.

/** Which texts match: how many words they need, and by which words they match alone. */
export interface MatchRule {
  readonly required: number;
  /** A word that so many texts hold at most does alone, 0 where none does. */
  readonly sufficesUpTo: number;
  /** Only the looser rule lets a single word do: what matches so comes below the rest. */
  readonly isLoose: boolean;
}

/** What decides upon a rule: how many words are looked for, and how many were written and left out as stop words. */
interface AskedWords {
  readonly words: { readonly length: number };
  readonly written: number;
  readonly dropped: number;
}

/** Where the strict rule finds fewer than this in the scope of a query, the looser one takes its place. */
export const ENOUGH_FOUND = 10;

/** `documents` are all texts of the language. */
export const contentRule = (asked: AskedWords, documents: number, isLoose: boolean): MatchRule => ({
  required: requiredOfContent(asked.words.length),
  sufficesUpTo: isLoose || isSentence(asked) ? tellingUpTo(documents) : 0,
  // In a sentence a single word is enough by the strict rule already.
  isLoose: isLoose && !isSentence(asked),
});

export const productRule = (asked: AskedWords, documents: number, isLoose: boolean): MatchRule => ({
  required: requiredOfProducts(asked.words.length),
  sufficesUpTo: isLoose ? tellingUpTo(documents) : 0,
  isLoose,
});

/** Whether a word does alone by the looser rule that does not by the strict one. Of one word, one is enough anyway. */
export const mayLoosen = (
  words: readonly { readonly documents: number }[],
  strict: MatchRule,
  loose: MatchRule,
): boolean =>
  words.length > 1 &&
  words.some(
    ({ documents }) => documents > 0 && documents > strict.sufficesUpTo && documents <= loose.sufficesUpTo,
  );

/** Content: at least two words, or the only one there is. */
export const requiredOfContent = (words: number): number => Math.min(words, 2);

const SENTENCE_MIN_WORDS = 4;

/** Whoever writes four words with a stop word among them asks a question; keywords, however many, keep to two. */
export const isSentence = ({ written, dropped }: Pick<AskedWords, 'written' | 'dropped'>): boolean =>
  written >= SENTENCE_MIN_WORDS && dropped > 0;

const TELLING_SHARE = 20;

/** A word is telling that at most one text in 20 holds; among fewer than 20 texts none is. */
export const tellingUpTo = (documents: number): number => Math.floor(documents / TELLING_SHARE);

/** Products are matched tighter: all words up to two, all but one of three or four, 60 % (rounded up) from five. */
export const requiredOfProducts = (words: number): number => {
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
