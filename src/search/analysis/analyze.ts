// The one entrance to text analysis: fold, split into words, stem. Guarantees that a text and its folded form are analysed alike (but
// for Vietnamese, whose marks count), that a query's words are among those of a document with the same text, and that neither throws.
// Not here: which words must match, prefixes, typos, ranking (the engines), and how much text is accepted (the edge).
import { foldText } from '../../domain/text/fold-text.ts';
import { describeLanguage, type Language } from './languages.ts';
import type { Stem } from './stemmers.ts';
import { scanWords, tokenize, type WordSink } from './tokenize.ts';
import { foldKeepingMarks, isMarked } from './vietnamese.ts';

export type Token = {
  /** The folded word as written; prefixes and typos are judged on it. */
  readonly surface: string;
  /** What words are compared by. The surface itself where the language has no stemmer or the word holds a digit. */
  readonly stem: string;
};

export type QueryWord = Token & {
  /** The word a person may still be typing: the last one of the text that was not dropped. */
  readonly isLast: boolean;
  /** How often it stands in the text, however it is spelt. */
  readonly times: number;
};

type ReadQuery = {
  readonly words: QueryWord[];
  /** Words as written: repeated ones count again, and so do stop words. */
  readonly written: number;
  /** Those of them that were left out as stop words. */
  readonly dropped: number;
};

export type Analyzer = {
  readonly language: string;
  /**
   * Every word as often as it stands, stop words included: a query of stop words alone must find the document. Roughly
   * in reading order, with other spellings of a word (tshirt for t-shirt) behind it; order carries no promise. The parts of
   * compounds are not among them (see `partsOf`).
   */
  analyzeDocument(text: string): Token[];
  /** The same words without their stems and not yet cut (see `cutToLength`), handed over one by one. */
  scanDocument(text: string, sink: WordSink): void;
  /**
   * The words to look for, in order, one per stem. Stop words are dropped unless there is nothing else; if the text ends in
   * one, the last word that remains is the last word. Of more than QUERY_WORDS_MAX, the first ones are looked for.
   */
  analyzeQuery(text: string): QueryWord[];
  /** The same words, with how many words the text has. */
  readQuery(text: string): ReadQuery;
  /** The stem of one surface, as a document's token would carry it. */
  stemWord(surface: string): string;
  /**
   * The surfaces that a compound stands for beside its own, the head last; none for any other word. A document yields them too,
   * weighed by `partWeight`; to whoever looks for a compound, all of them together do as well.
   */
  partsOf(surface: string): readonly string[];
  /** Whether the word is left out of queries that have others. */
  readonly isStopWord: (surface: string) => boolean;
  /** Whether any word of the language has parts. */
  readonly hasParts: boolean;
};

/** Longer words are cut here, on both sides, so that hostile text cannot bloat a dictionary. In code points. */
export const SURFACE_LENGTH_MAX = 64;
export const QUERY_WORDS_MAX = 32;

/** Changes when the same text may analyse or weigh differently, so that a stored index knows it is stale. */
export const ANALYSIS_VERSION = `4-icu${process.versions['icu'] ?? 'none'}`;

/** Words whose tokens are remembered per language; emptied when full, which keeps the memory bound simple. */
const REMEMBERED_MAX = 65_536;
const LANGUAGES_MAX = 256;
const NO_PARTS: readonly string[] = [];
const NO_WORDS: string[] = [];

/** What folding and splitting give back as it is, in any language. Many queries are no more than that. */
const PLAIN_WORD = new RegExp(`^[a-z]{1,${SURFACE_LENGTH_MAX}}$`);

const analyzers = new Map<string, Analyzer>();

/** The analyzer of a primary language (see `languageOf`); the same one for the same language. */
export function buildAnalyzer(language: string): Analyzer {
  const known = analyzers.get(language);
  if (known !== undefined) return known;
  const analyzer = newAnalyzer(describeLanguage(language));
  // Language codes come from requests: keep what is common, never grow without end.
  if (analyzers.size >= LANGUAGES_MAX) analyzers.clear();
  analyzers.set(language, analyzer);
  return analyzer;
}

function newAnalyzer(language: Language): Analyzer {
  const remembered = new Map<string, Token>();

  function tokenOf(word: string): Token {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const surface = ownCopy(cutToLength(word));
    // Numbers are countless and never stemmed: to remember them would only push out the words.
    if (hasDigit(word)) return { surface, stem: surface };
    const token = { surface, stem: stemOf(surface, language) };
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    if (surface.length === word.length) remembered.set(surface, token);
    return token;
  }

  function readQuery(text: string): ReadQuery {
    if (PLAIN_WORD.test(text))
      return { words: [{ ...tokenOf(text), isLast: true, times: 1 }], written: 1, dropped: 0 };
    const fold = language.keepsMarks ? foldKeepingMarks : foldText;
    const words = tokenize(fold(text), 'query', language.apostrophe);
    const { unmarkedStopWords } = language;
    const stopWords =
      unmarkedStopWords === undefined || words.some(isMarked) ? language.stopWords : unmarkedStopWords;
    const significant: Token[] = [];
    for (const word of words) {
      const token = tokenOf(word);
      if (!stopWords.has(token.surface)) significant.push(token);
    }
    const kept = significant.length > 0 ? significant : words.map(tokenOf);
    return { words: distinctWords(kept), written: words.length, dropped: words.length - kept.length };
  }

  return {
    language: language.code,
    analyzeDocument(text) {
      const words = tokenize(foldText(text), 'document', language.apostrophe);
      return [...words, ...markedWords(text, language)].map(tokenOf);
    },
    scanDocument(text, sink) {
      for (const word of markedWords(text, language)) sink.addString(word);
      scanWords(foldText(text), 'document', language.apostrophe, sink);
    },
    analyzeQuery(text) {
      return readQuery(text).words;
    },
    readQuery,
    stemWord(surface) {
      if (surface.length > SURFACE_LENGTH_MAX) return tokenOf(surface).stem;
      // Whoever asks for stems alone keeps the words himself: nothing is remembered for him.
      return hasDigit(surface) ? surface : (remembered.get(surface)?.stem ?? stemOf(surface, language));
    },
    isStopWord: (surface) => language.stopWords.has(surface),
    partsOf: language.partsOf ?? (() => NO_PARTS),
    hasParts: language.partsOf !== undefined,
  };
}

/** The words of a document that are also asked for with their marks. */
function markedWords(text: string, language: Language): string[] {
  if (!language.keepsMarks) return NO_WORDS;
  return tokenize(foldKeepingMarks(text), 'document', language.apostrophe).filter(isMarked);
}

function distinctWords(words: readonly Token[]): QueryWord[] {
  const distinct: { token: Token; times: number }[] = [];
  let last: Token | undefined;
  for (const word of words) {
    // There are few: to look at each costs less than a map.
    const known = distinct.find(({ token }) => token.stem === word.stem);
    if (known === undefined && distinct.length >= QUERY_WORDS_MAX) break;
    last = word;
    if (known === undefined) distinct.push({ token: word, times: 1 });
    else known.times += 1;
  }
  // A repeated word keeps its first place; if it also stands last, it is the last one's spelling that may be unfinished.
  return distinct.map(({ token, times }) => {
    const isLast = token.stem === last?.stem;
    const { surface, stem } = isLast ? (last as Token) : token;
    return { surface, stem, isLast, times };
  });
}

function stemOf(surface: string, language: Language): string {
  if (surface.length < language.stemFromLength) return surface;
  // Folded Latin words begin in ASCII, bar a few letters that no stemmer here knows.
  const stem: Stem | undefined = surface.charCodeAt(0) < 0x80 ? language.latinStem : language.stem;
  return stem === undefined ? surface : stem(surface) || surface;
}

/** A word with a digit is a model or a part number. Folding has made every digit an ASCII one. */
function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) return true;
  }
  return false;
}

export function cutToLength(word: string): string {
  if (word.length <= SURFACE_LENGTH_MAX) return word;
  const points = [...word];
  return points.length <= SURFACE_LENGTH_MAX ? word : points.slice(0, SURFACE_LENGTH_MAX).join('');
}

/** A slice keeps the whole text it was cut from in memory; what is remembered must not. */
export function ownCopy(word: string): string {
  return ` ${word}`.slice(1);
}
