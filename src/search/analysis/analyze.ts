// The entry point of text analysis: fold, split into words, stem. Guarantees that a text and its folded form are
// analysed alike (except Vietnamese, whose diacritics count), that a query's words are among those of a document with
// the same text, and that neither throws. Not here: which words must match, prefixes, typos and ranking (the
// engines), and how much text is accepted (the HTTP layer).
import { foldText } from '../../domain/text/fold-text.ts';
import { TextMap } from '../../domain/text/text-map.ts';
import { describeLanguage, type Language } from './languages.ts';
import type { Stem } from './stemmers.ts';
import { scanWords, tokenize, type WordSink } from './tokenize.ts';
import { foldKeepingDiacritics, hasDiacritics } from './vietnamese.ts';

export type Token = {
  /** The folded word as written; prefixes and typos are compared on it. */
  readonly surface: string;
  /** What words are compared by: the surface itself if the language has no stemmer or the word has a digit. */
  readonly stem: string;
};

export type QueryWord = Token & {
  /** Whether the word may be unfinished: it is the last one that was not dropped. */
  readonly isLast: boolean;
  /** How often the text contains it, in any spelling. */
  readonly times: number;
};

export type ReadQuery = {
  readonly words: QueryWord[];
  /** All words as written, including repetitions and stop words. */
  readonly sequence: readonly Token[];
  /** Number of words as written, including repetitions and stop words. */
  readonly written: number;
  /** How many of them were dropped as stop words. */
  readonly dropped: number;
};

export type Analyzer = {
  readonly language: string;
  /**
   * Every occurrence of every word, stop words included: a query of stop words alone must find the document. Roughly
   * in reading order, with other spellings of a word (tshirt for t-shirt) after it; callers must not rely on the
   * order. Parts of compounds are not included (see `partsOf`).
   */
  analyzeDocument(text: string): Token[];
  /** The same words, one by one, without stems and not yet truncated (see `cutToLength`). */
  scanDocument(text: string, sink: WordSink): void;
  /**
   * The words to search, in order, one per stem. Stop words are dropped unless there is nothing else; if the text
   * ends in one, the last remaining word counts as the last. Only the first QUERY_WORDS_MAX are used.
   */
  analyzeQuery(text: string): QueryWord[];
  /** The same words, with the number of words in the text. */
  readQuery(text: string): ReadQuery;
  /** The stem of one surface, as a document's token has it. */
  stemWord(surface: string): string;
  /**
   * The parts of a compound, the head last; empty for any other word. Documents are indexed under them too, weighted
   * by `partWeight`; a query for the compound also matches documents with all parts.
   */
  partsOf(surface: string): readonly string[];
  /** Whether queries drop the word if they have others. */
  readonly isStopWord: (surface: string) => boolean;
  /** Whether any word of the language has parts. */
  readonly hasParts: boolean;
};

/**
 * In code points. Longer words are truncated in documents and queries, so that hostile text cannot bloat a
 * dictionary.
 */
export const SURFACE_LENGTH_MAX = 64;
export const QUERY_WORDS_MAX = 32;

/** Changes whenever the same text may be analysed or weighted differently, which makes stored indexes stale. */
export const ANALYSIS_VERSION = `5-icu${process.versions['icu'] ?? 'none'}`;

/** Cached tokens per language. A full cache is emptied, which keeps the limit simple. */
const CACHED_MAX = 65_536;
const LANGUAGES_MAX = 256;
const NO_PARTS: readonly string[] = [];
const NO_WORDS: string[] = [];

const analyzers = new Map<string, Analyzer>();

/** The analyzer of a primary language (see `languageOf`); one instance per language. */
export function buildAnalyzer(language: string): Analyzer {
  const known = analyzers.get(language);
  if (known !== undefined) return known;
  const analyzer = newAnalyzer(describeLanguage(language));
  // Language codes come from requests, so the cache must not grow without bound.
  if (analyzers.size >= LANGUAGES_MAX) analyzers.clear();
  analyzers.set(language, analyzer);
  return analyzer;
}

function newAnalyzer(language: Language): Analyzer {
  const cache = new TextMap<Token>();

  function tokenOf(word: string): Token {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const surface = detachedCopy(cutToLength(word));
    // Numbers are countless and never stemmed: caching them would only evict words.
    if (hasDigit(word)) return { surface, stem: surface };
    const token = { surface, stem: stemOf(surface, language) };
    if (cache.size >= CACHED_MAX) cache.clear();
    if (surface.length === word.length) cache.set(surface, token);
    return token;
  }

  function wordsOf(text: string): string[] {
    const plain = splitPlainWords(text);
    if (plain !== undefined) return plain;
    const fold = language.keepsDiacritics ? foldKeepingDiacritics : foldText;
    return tokenize(fold(text), 'query', language.apostrophe);
  }

  function readQuery(text: string): ReadQuery {
    const words = wordsOf(text);
    const [only] = words;
    if (only !== undefined && words.length === 1) {
      const token = tokenOf(only);
      const { surface, stem } = token;
      const word = { surface, stem, isLast: true, times: 1 };
      return { words: [word], sequence: [token], written: 1, dropped: 0 };
    }
    const { unaccentedStopWords } = language;
    const stopWords =
      unaccentedStopWords === undefined || words.some(hasDiacritics)
        ? language.stopWords
        : unaccentedStopWords;
    const sequence = words.map(tokenOf);
    const significant = sequence.filter(({ surface }) => !stopWords.has(surface));
    const kept = significant.length > 0 ? significant : sequence;
    return {
      words: distinctWords(kept),
      sequence,
      written: words.length,
      dropped: words.length - kept.length,
    };
  }

  return {
    language: language.code,
    analyzeDocument(text) {
      const words = tokenize(foldText(text), 'document', language.apostrophe);
      return [...words, ...wordsWithDiacritics(text, language)].map(tokenOf);
    },
    scanDocument(text, sink) {
      for (const word of wordsWithDiacritics(text, language)) sink.addString(word);
      scanWords(foldText(text), 'document', language.apostrophe, sink);
    },
    analyzeQuery(text) {
      return readQuery(text).words;
    },
    readQuery,
    stemWord(surface) {
      return tokenOf(surface).stem;
    },
    isStopWord: (surface) => language.stopWords.has(surface),
    partsOf: language.partsOf ?? (() => NO_PARTS),
    hasParts: language.partsOf !== undefined,
  };
}

const SPACE = 0x20;

/**
 * The words of a text of plain ones, with single spaces between them; undefined for any other. Folding leaves such words unchanged in any
 * language, and only spaces split them. Most queries are like this. In one pass: a regular expression and `split` would take longer, and
 * `split` may internalize the words.
 */
function splitPlainWords(text: string): string[] | undefined {
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at === text.length ? SPACE : text.charCodeAt(at);
    if (unit >= 0x61 && unit <= 0x7a) continue;
    if (unit !== SPACE || at === from || at - from > SURFACE_LENGTH_MAX) return undefined;
    words.push(text.slice(from, at));
    from = at + 1;
  }
  return words;
}

/** The words of a document that are also indexed with their diacritics. */
function wordsWithDiacritics(text: string, language: Language): string[] {
  if (!language.keepsDiacritics) return NO_WORDS;
  return tokenize(foldKeepingDiacritics(text), 'document', language.apostrophe).filter(hasDiacritics);
}

function distinctWords(words: readonly Token[]): QueryWord[] {
  const distinct: { token: Token; times: number }[] = [];
  let last: Token | undefined;
  for (const word of words) {
    // Few words: a scan is cheaper than a map.
    const known = distinct.find(({ token }) => token.stem === word.stem);
    if (known === undefined && distinct.length >= QUERY_WORDS_MAX) break;
    last = word;
    if (known === undefined) distinct.push({ token: word, times: 1 });
    else known.times += 1;
  }
  // A repeated word keeps its first position; if it is also the last word, that last spelling may be unfinished.
  return distinct.map(({ token, times }) => {
    const isLast = token.stem === last?.stem;
    const { surface, stem } = isLast ? (last as Token) : token;
    return { surface, stem, isLast, times };
  });
}

function stemOf(surface: string, language: Language): string {
  if (surface.length < language.stemFromLength) return surface;
  // Folded Latin words start in ASCII, apart from a few letters that no stemmer here knows.
  const stem: Stem | undefined = surface.charCodeAt(0) < 0x80 ? language.latinStem : language.stem;
  return stem === undefined ? surface : stem(surface) || surface;
}

/** Words with digits are model or part numbers. Folding turns every digit into an ASCII one. */
export function hasDigit(word: string): boolean {
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

/** A slice keeps its whole source string in memory; a cached word must not. */
export function detachedCopy(word: string): string {
  return ` ${word}`.slice(1);
}
