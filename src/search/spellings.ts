// Other spellings of the words of a query: two words joined (smart watch, smartwatch), and one word split (Decision
// 0032). Shared by every engine. A spelling counts only if its words, apart from endings, occur in some text of the
// language, so nothing is made up.

import { type Analyzer, buildAnalyzer, hasDigit, type ReadQuery, type Token } from './analysis/analyze.ts';
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
/** A number comes first, and no lone letter after it: 6qt and 5x7, but not 10x. */
const SHORT_NUMBERED = /^\d[^\d.].$/;
/** 21st is not a 21 and a St. */
const ORDINAL = /^\d+(?:st|nd|rd|th)$/;
/** Model numbers have few pieces: wh 1000 xm 4. */
const PIECES_MAX = 4;
/** How many words of a query are read for model numbers, repeated ones and stop words included. */
const SEQUENCE_MAX = 64;
/** A word that is typed again and again has other neighbours each time. */
const SPELLINGS_MAX = 64;

type IsKnown = (surface: string) => boolean;

/**
 * Adds spellings to the phrases. If two adjacent words occur as one in a text, that one becomes a phrase of both; if
 * the two halves of a word occur, they become a phrase of it. `look` says whether a live text contains a word.
 */
export const addSpellings = (
  { words, sequence }: Pick<ReadQuery, 'words' | 'sequence'>,
  language: string,
  phrases: readonly WordPhrases[],
  sets: AnalysedSets | undefined,
  look: IsKnown,
): readonly WordPhrases[] => {
  let perWord: WordPhrases[] | undefined;
  const analyzer = buildAnalyzer(language);
  const hasDigits = words.some(isNumbered);
  // Numbers that overlap have parts in common.
  const isKnown = hasDigits ? lookOnce(look) : look;
  const add = (places: readonly number[], surfaces: readonly string[]): void => {
    const stems = surfaces.map((surface) => analyzer.stemWord(surface));
    const spelling: Phrase = sets?.findStems(stems) ?? { stems, number: -1 };
    perWord ??= words.map((_, at) => phrases[at] ?? NO_PHRASES);
    for (const place of places) {
      const own = perWord[place];
      if (own === undefined || own.spellings === SPELLINGS_MAX) continue;
      if (own.phrases.includes(spelling) || hasSpelling(own, spelling)) continue;
      perWord[place] = { ...own, phrases: [...own.phrases, spelling], spellings: own.spellings + 1 };
    }
  };
  const areKnown = (parts: readonly string[]): boolean =>
    parts.every((part, at) =>
      at === parts.length - 1 ? isKnownPart(part, analyzer, isKnown) : isKnown(part),
    );
  const addJoined = (first: Token, next: Token | undefined, places: readonly number[]): void => {
    const joined = next === undefined ? undefined : joinWords(first.surface, next, isKnown);
    if (joined !== undefined) add(places, [joined]);
  };
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] as Token;
    const next = words[place + 1];
    if (!isNumbered(word) && !isNumbered(next)) addJoined(word, next, [place, place + 1]);
    if (phrases[place]?.isCompound === true) continue;
    for (const parts of splitsOf(word.surface, isKnown))
      if (areKnown(parts) && (parts.length > 2 || !parts.some(analyzer.isStopWord))) add([place], parts);
  }
  if (!hasDigits) return perWord ?? phrases;
  // A number may repeat a word, and have a stop word inside: 10 x 10, 3 in 1.
  const written = sequence.slice(0, SEQUENCE_MAX);
  const places = written.map((token) => words.findIndex(({ stem }) => stem === token.stem));
  for (let from = 0; from < written.length; from += 1) {
    if (places[from] === -1) continue;
    const [first, next] = written.slice(from, from + 2) as [Token, Token?];
    if (places[from + 1] !== -1 && (isNumbered(first) || isNumbered(next)))
      addJoined(first, next, places.slice(from, from + 2));
    for (const { length, parts } of modelNumbers(written, from))
      if (places[from + length - 1] !== -1 && areKnown(parts)) add(places.slice(from, from + length), parts);
  }
  return perWord ?? phrases;
};

const lookOnce = (look: IsKnown): IsKnown => {
  const seen = new Map<string, boolean>();
  return (surface) => {
    const isKnown = seen.get(surface) ?? look(surface);
    seen.set(surface, isKnown);
    return isKnown;
  };
};

const hasSpelling = ({ phrases, spellings }: WordPhrases, { stems }: Phrase): boolean =>
  phrases
    .slice(phrases.length - spellings)
    .some((own) => own.stems.length === stems.length && own.stems.every((stem, at) => stem === stems[at]));

const isNumbered = (word: Token | undefined): boolean => word !== undefined && hasDigit(word.surface);

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
const modelNumbers = (words: readonly Token[], from: number): ModelNumber[] => {
  const found: ModelNumber[] = [];
  const taken: WrittenWord[] = [];
  let joined = '';
  for (let length = 1; length <= PIECES_MAX; length += 1) {
    const surface = words[from + length - 1]?.surface ?? '';
    const start = joined.length;
    joined += surface;
    if (surface === '' || !mayJoin(joined)) break;
    const isMixed = hasDigit(surface) && LETTER.test(surface);
    taken.push({ surface, start, isMixed, isWhole: isMixed && splitsOf(surface).length === 0 });
    if (length > 2 && hasDigit(joined)) found.push({ length, parts: [joined] });
    if (length > 1 && taken.some(({ isMixed }) => isMixed))
      for (const parts of splitsOf(joined)) if (isOther(parts, taken)) found.push({ length, parts });
  }
  return found;
};

/** Where a word begins in those that are joined. */
interface WrittenWord {
  readonly surface: string;
  readonly start: number;
  /** Whether it has letters and digits. */
  readonly isMixed: boolean;
  /** Whether it has both, but is not split by itself. */
  readonly isWhole: boolean;
}

/**
 * What is only split further is a spelling of the single words, unless one of them is too short for that: xm4 in wh1000 xm4, but not a4
 * in a4 paper.
 */
const isOther = (parts: readonly string[], words: readonly WrittenWord[]): boolean => {
  const cuts = cutsOf(parts);
  if (!words.every(({ start }) => start === 0 || cuts.includes(start))) return true;
  return (
    parts.length <= PIECES_MAX &&
    words.every(({ surface }) => surface.length === 1 || hasDigit(surface)) &&
    words.some(
      ({ surface, start, isWhole }) =>
        isWhole && cuts.some((cut) => cut > start && cut < start + surface.length),
    )
  );
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
  if (length > WORD_MAX || !mayJoin(word)) return NONE;
  if (length < NUMBERED_MIN && !SHORT_NUMBERED.test(word)) return NONE;
  const hangul = isHangul(word.charCodeAt(0));
  if (length >= (hangul ? HANGUL_SPLIT_MIN : SPLIT_MIN) && LETTERS.test(word)) {
    const partMin = hangul ? HANGUL_PART_MIN : PART_MIN;
    const splits: (readonly string[])[] = [];
    for (let end = partMin; end <= length - partMin; end += 1)
      if (mayStart(word.slice(0, end))) splits.push(splitAt(word, end));
    return splits;
  }
  return hasDigit(word) ? splitPieces(word) : NONE;
};

/** Few pieces in every way; more of them once between any two, and everywhere. */
const splitPieces = (word: string): readonly (readonly string[])[] => {
  const pieces = word.match(PIECE) ?? [];
  if (pieces.length < 2 || pieces.length > 2 * PIECES_MAX || pieces.join('') !== word) return NONE;
  if (ORDINAL.test(word)) return NONE;
  const [first = '', ...rest] = pieces;
  // A letter and a number are too common: x100.
  if (rest.length === 1) return first.length > 1 || hasDigit(first) ? [pieces] : NONE;
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
