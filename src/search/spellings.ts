// Other spellings of the words of a query: two words joined (smart watch, smartwatch), and one word split (Decision
// 0032). Shared by every engine. A spelling counts only if its words, apart from endings, occur in some text of the
// language, so nothing is made up.

import { type Analyzer, buildAnalyzer, type Token } from './analysis/analyze.ts';
import { type AnalysedSets, NO_PHRASES, type Phrase, type WordPhrases } from './synonyms.ts';

/** Longer words are hardly two words. All lengths here are in UTF-16 units. */
const WORD_MAX = 24;
/** Shorter words split by chance. */
const SPLIT_MIN = 7;
const PART_MIN = 3;
/** A Hangul syllable is two or three letters. */
const HANGUL_SPLIT_MIN = 4;
const HANGUL_PART_MIN = 2;
/** iphone15, but not mp3. */
const NUMBERED_MIN = 4;

type IsKnown = (surface: string) => boolean;

/**
 * Adds spellings to the phrases. If two adjacent words occur as one in a text, that one becomes a phrase of both; if
 * the two halves of a word occur, they become a phrase of it. `isKnown` says whether a live text contains a word.
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

/** Also finds smartwatch for smart watches. */
const joinWords = (surface: string, next: Token, isKnown: IsKnown): string | undefined => {
  const joined = surface + next.surface;
  if (!mayJoin(joined)) return undefined;
  if (isKnown(joined)) return joined;
  const bare = surface + next.stem;
  return next.stem !== next.surface && isKnown(bare) ? bare : undefined;
};

/** The last part carries the ending. */
const isKnownPart = (part: string, analyzer: Analyzer, isKnown: IsKnown): boolean =>
  isKnown(part) || isKnown(analyzer.stemWord(part));

/** Only where spaces separate words: not in Han, kana and the scripts of South-East Asia. */
const mayJoin = (joined: string): boolean => {
  const first = joined.charCodeAt(0);
  return joined.length <= WORD_MAX && (first < FIRST_UNSPACED || isHangul(first));
};

const FIRST_UNSPACED = 0x0e00;

const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3;

const LETTERS = /^[\p{L}\p{M}]+$/u;
const NUMBERED = /^(?:([\p{L}\p{M}]{2,})\d+|(\d+)[\p{L}\p{M}]+)$/u;

/** Where a word may be split: between any letters, or where letters and digits meet. */
const cutsOf = (word: string): readonly number[] => {
  const { length } = word;
  if (length < NUMBERED_MIN || length > WORD_MAX || !mayJoin(word)) return NONE;
  const hangul = isHangul(word.charCodeAt(0));
  if (length >= (hangul ? HANGUL_SPLIT_MIN : SPLIT_MIN) && LETTERS.test(word)) {
    const partMin = hangul ? HANGUL_PART_MIN : PART_MIN;
    return Array.from({ length: length - 2 * partMin + 1 }, (_, at) => at + partMin);
  }
  const numbered = NUMBERED.exec(word);
  return numbered === null ? NONE : [(numbered[1] ?? numbered[2] ?? '').length];
};

const NONE: readonly number[] = [];
