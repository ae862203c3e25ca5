// Other ways to write the words of a query: two joined (smart watch, smartwatch) and one parted (Decision 0032). Shared by every
// engine. A spelling counts only where its words, endings aside, stand in some text of the language, so that nothing is made up.

import { type Analyzer, buildAnalyzer, type Token } from './analysis/analyze.ts';
import { type AnalysedSets, NO_PHRASES, type Phrase, type WordPhrases } from './synonyms.ts';

/** Longer words are hardly two. In UTF-16 units, as all lengths here. */
const WORD_MAX = 24;
/** Shorter words have parts by chance. */
const PARTED_MIN = 7;
const PART_MIN = 3;
/** A syllable of Hangul is two or three letters. */
const HANGUL_PARTED_MIN = 4;
const HANGUL_PART_MIN = 2;
/** iphone15, but not mp3. */
const NUMBERED_MIN = 4;

type IsKnown = (surface: string) => boolean;

/**
 * The phrases with the spellings added: where two words stand side by side and a text has them as one, that one stands for both of
 * them; where a text has the parts of a word, they stand for it together. `isKnown` says whether a word stands in a live text.
 */
export const addSpellings = (
  words: readonly Token[],
  language: string,
  phrases: readonly WordPhrases[],
  sets: AnalysedSets | undefined,
  isKnown: IsKnown,
): readonly WordPhrases[] => {
  let perWord: WordPhrases[] | undefined;
  const analyzer = buildAnalyzer(language);
  const add = (place: number, surfaces: readonly string[]): void => {
    const stems = surfaces.map((surface) => analyzer.stemWord(surface));
    const spelling: Phrase = sets?.findStems(stems) ?? { stems, number: -1 };
    perWord ??= words.map((_, at) => phrases[at] ?? NO_PHRASES);
    const own = perWord[place] as WordPhrases;
    if (own.phrases.includes(spelling)) return;
    perWord[place] = { ...own, phrases: [...own.phrases, spelling], spellings: own.spellings + 1 };
  };
  for (let place = 0; place < words.length; place += 1) {
    const { surface } = words[place] as Token;
    const next = words[place + 1];
    const joined = next === undefined ? undefined : joinWords(surface, next, isKnown);
    if (joined !== undefined) {
      add(place, [joined]);
      add(place + 1, [joined]);
    }
    if (phrases[place]?.isCompound === true) continue;
    for (const cut of cutsOf(surface)) {
      const parts = [surface.slice(0, cut), surface.slice(cut)] as const;
      if (isKnown(parts[0]) && isKnownPart(parts[1], analyzer, isKnown) && !parts.some(analyzer.isStopWord))
        add(place, parts);
    }
  }
  return perWord ?? phrases;
};

/** Smart watches are known by smartwatch too. */
const joinWords = (surface: string, next: Token, isKnown: IsKnown): string | undefined => {
  const joined = surface + next.surface;
  if (!mayJoin(joined)) return undefined;
  if (isKnown(joined)) return joined;
  const bare = surface + next.stem;
  return next.stem !== next.surface && isKnown(bare) ? bare : undefined;
};

/** The last part bears the endings of the word. */
const isKnownPart = (part: string, analyzer: Analyzer, isKnown: IsKnown): boolean =>
  isKnown(part) || isKnown(analyzer.stemWord(part));

/** Where spaces part words: not in Han, kana and the scripts of South-East Asia. */
const mayJoin = (joined: string): boolean => {
  const first = joined.charCodeAt(0);
  return joined.length <= WORD_MAX && (first < FIRST_UNSPACED || isHangul(first));
};

const FIRST_UNSPACED = 0x0e00;

const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3;

const LETTERS = /^[\p{L}\p{M}]+$/u;
const NUMBERED = /^(?:([\p{L}\p{M}]{2,})\d+|(\d+)[\p{L}\p{M}]+)$/u;

/** Where a word may be parted: between any of its letters, or where letters and digits meet. */
const cutsOf = (word: string): readonly number[] => {
  const { length } = word;
  if (length < NUMBERED_MIN || length > WORD_MAX || !mayJoin(word)) return NONE;
  const hangul = isHangul(word.charCodeAt(0));
  if (length >= (hangul ? HANGUL_PARTED_MIN : PARTED_MIN) && LETTERS.test(word)) {
    const partMin = hangul ? HANGUL_PART_MIN : PART_MIN;
    return Array.from({ length: length - 2 * partMin + 1 }, (_, at) => at + partMin);
  }
  const numbered = NUMBERED.exec(word);
  return numbered === null ? NONE : [(numbered[1] ?? numbered[2] ?? '').length];
};

const NONE: readonly number[] = [];
