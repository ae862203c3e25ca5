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
/** Model numbers have few pieces: wh 1000 xm 4. */
const PIECES_MAX = 4;

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
  const areKnown = (parts: readonly string[]): boolean =>
    parts.every((part, at) =>
      at === parts.length - 1 ? isKnownPart(part, analyzer, isKnown) : isKnown(part),
    );
  const hasDigits = words.some(({ surface }) => DIGIT.test(surface));
  for (let place = 0; place < words.length; place += 1) {
    const { surface } = words[place] as Token;
    const next = words[place + 1];
    const joined = next === undefined ? undefined : joinWords(surface, next, isKnown);
    if (joined !== undefined) {
      add(place, [joined]);
      add(place + 1, [joined]);
    }
    for (const { length, parts } of hasDigits ? modelNumbers(words, place) : NONE)
      if (areKnown(parts)) for (let at = 0; at < length; at += 1) add(place + at, parts);
    if (phrases[place]?.isCompound === true) continue;
    for (const parts of splitsOf(surface, isKnown))
      if (areKnown(parts) && (parts.length > 2 || !parts.some(analyzer.isStopWord))) add(place, parts);
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
const DIGIT = /\d/;
const LETTER = /[\p{L}\p{M}]/u;
const PIECE = /\d[\d.]*|[\p{L}\p{M}]+/gu;

/** A number, and what it may be made of. */
interface ModelNumber {
  /** How many words of the query it takes. */
  readonly length: number;
  readonly parts: readonly string[];
}

/**
 * Other ways to write the words of a query from one place on, if they may be a model number: three and more of them joined (xj 900 b),
 * or split elsewhere (xj900 b and xj 900b).
 */
const modelNumbers = (words: readonly Token[], place: number): ModelNumber[] => {
  const found: ModelNumber[] = [];
  const ends: number[] = [];
  let joined = '';
  let isMixed = false;
  for (let length = 1; length <= PIECES_MAX; length += 1) {
    const surface = words[place + length - 1]?.surface ?? '';
    const cuts = [...ends];
    joined += surface;
    ends.push(joined.length);
    isMixed ||= DIGIT.test(surface) && LETTER.test(surface);
    if (surface === '' || !mayJoin(joined)) break;
    if (length > 2 && DIGIT.test(joined)) found.push({ length, parts: [joined] });
    // What is only split further is a spelling of the single words.
    if (length > 1 && isMixed)
      for (const parts of splitsOf(joined))
        if (!cuts.every((end) => cutsOf(parts).includes(end))) found.push({ length, parts });
  }
  return found;
};

const cutsOf = (parts: readonly string[]): number[] => {
  let end = 0;
  return parts.slice(0, -1).map((part) => {
    end += part.length;
    return end;
  });
};

/** The parts of a word: two runs of letters, the first of which may start one, or the pieces where letters and digits meet. */
const splitsOf = (word: string, mayStart: IsKnown = anyWord): readonly (readonly string[])[] => {
  const { length } = word;
  if (length < NUMBERED_MIN || length > WORD_MAX || !mayJoin(word)) return NONE;
  const hangul = isHangul(word.charCodeAt(0));
  if (length >= (hangul ? HANGUL_SPLIT_MIN : SPLIT_MIN) && LETTERS.test(word)) {
    const partMin = hangul ? HANGUL_PART_MIN : PART_MIN;
    const splits: (readonly string[])[] = [];
    for (let end = partMin; end <= length - partMin; end += 1)
      if (mayStart(word.slice(0, end))) splits.push(splitAt(word, end));
    return splits;
  }
  return DIGIT.test(word) ? splitPieces(word) : NONE;
};

/** Few pieces in every way; more of them once between any two, and everywhere. */
const splitPieces = (word: string): readonly (readonly string[])[] => {
  const pieces = word.match(PIECE) ?? [];
  if (pieces.length < 2 || pieces.length > 2 * PIECES_MAX || pieces.join('') !== word) return NONE;
  const [first = '', ...rest] = pieces;
  // A letter and a number are too common: x100.
  if (rest.length === 1) return first.length > 1 || DIGIT.test(first) ? [pieces] : NONE;
  if (pieces.length > PIECES_MAX) return [...cutsOf(pieces).map((end) => splitAt(word, end)), pieces];
  return joinsOf(pieces).filter(({ length }) => length > 1);
};

/** The pieces apart or joined, in every way: twice as many ways for each piece. */
const joinsOf = ([first = '', ...rest]: readonly string[]): readonly (readonly string[])[] =>
  rest.length === 0
    ? [[first]]
    : joinsOf(rest).flatMap(([next = '', ...others]) => [
        [first + next, ...others],
        [first, next, ...others],
      ]);

const splitAt = (word: string, end: number): readonly [string, string] => [
  word.slice(0, end),
  word.slice(end),
];

const anyWord: IsKnown = () => true;

const NONE: readonly never[] = [];
