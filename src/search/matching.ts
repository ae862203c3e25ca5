// How many of a query's words must match, and which may match as a prefix (Decisions 0006 and 0030). Shared by every
// engine.

/** Which texts match: how many words they need, and which single words are enough. */
export interface MatchRule {
  readonly required: number;
  /** A word held by at most this many texts is enough by itself; 0 if none is. */
  readonly selectiveMax: number;
  /** Whether single words are enough only because the rule was relaxed: such matches rank below the rest. */
  readonly isRelaxed: boolean;
}

/** What the rule depends on: how many words are searched, were written, and were dropped as stop words. */
interface AskedWords {
  readonly words: { readonly length: number };
  readonly written: number;
  readonly dropped: number;
}

/** If the strict rule finds fewer than this in the scope of a query, the relaxed rule replaces it. */
export const RELAX_BELOW = 10;

/** `documents` is the number of texts in the language. */
export const contentRule = (asked: AskedWords, documents: number, isRelaxed: boolean): MatchRule => ({
  required: requiredForContent(asked.words.length),
  selectiveMax: isRelaxed || isSentence(asked) ? selectiveLimit(documents) : 0,
  // In a sentence, a single word is enough by the strict rule already.
  isRelaxed: isRelaxed && !isSentence(asked),
});

export const productRule = (asked: AskedWords, documents: number, isRelaxed: boolean): MatchRule => ({
  required: requiredForProducts(asked.words.length),
  selectiveMax: isRelaxed ? selectiveLimit(documents) : 0,
  isRelaxed,
});

/**
 * Whether some word is enough by the relaxed rule but not by the strict one. A query of one word needs only one
 * anyway.
 */
export const mayRelax = (
  words: readonly { readonly documents: number }[],
  strict: MatchRule,
  relaxed: MatchRule,
): boolean =>
  words.length > 1 &&
  words.some(
    ({ documents }) => documents > 0 && documents > strict.selectiveMax && documents <= relaxed.selectiveMax,
  );

/** Content: at least two words, or the only one. */
const requiredForContent = (words: number): number => Math.min(words, 2);

const SENTENCE_MIN_WORDS = 4;

/** Four words with a stop word among them are a question; any number of keywords still needs two. */
const isSentence = ({ written, dropped }: Pick<AskedWords, 'written' | 'dropped'>): boolean =>
  written >= SENTENCE_MIN_WORDS && dropped > 0;

const SELECTIVE_SHARE = 20;

/** A word is selective if at most one text in 20 holds it; among fewer than 20 texts none is. */
const selectiveLimit = (documents: number): number => Math.floor(documents / SELECTIVE_SHARE);

/** Products are stricter: all words up to two, all but one of three or four, 60 % (rounded up) from five. */
const requiredForProducts = (words: number): number => {
  if (words <= 2) return words;
  if (words <= 4) return words - 1;
  // Integer arithmetic: 0.6 * 5 is exactly 3 only by luck.
  return Math.ceil((words * 6) / 10);
};

const PREFIX_MIN_CHARS = 3;

/** The last word may be unfinished: it also matches as a prefix once it has three letters. */
export const matchesAsPrefix = (word: { readonly surface: string; readonly isLast: boolean }): boolean =>
  // A letter has at most two units: only short words need counting.
  word.isLast &&
  (word.surface.length >= 2 * PREFIX_MIN_CHARS || [...word.surface].length >= PREFIX_MIN_CHARS);
