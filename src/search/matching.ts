// How many of a query's words must match, and which of them may match loosely (Decision 0006). Shared by every engine.

/** Content: at least two words, or the only one there is. */
export const requiredOfContent = (words: number): number => Math.min(words, 2);

const SENTENCE_MIN_WORDS = 4;
const TELLING_SHARE = 20;

/**
 * Content, a sentence: a word that is held by so many texts at most does alone, 0 where none does. Whoever writes four words with
 * a stop word among them asks a question; keywords, however many, keep to two. `documents` are all texts of the language.
 */
export const sufficesUpTo = (
  { written, dropped }: { readonly written: number; readonly dropped: number },
  documents: number,
): number => (written >= SENTENCE_MIN_WORDS && dropped > 0 ? Math.floor(documents / TELLING_SHARE) : 0);

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
