// What the analyzer knows about each language: stemmer, stop words, apostrophes. Every locale is covered; an
// unlisted language is only folded and segmented. Not here: the fallback chain between locales (the domain).
import { foldText } from '../../domain/text/fold-text.ts';
import { germanParts } from './german-compounds.ts';
import { compoundParts } from './noun-compounds.ts';
import { type Stem, stemmers } from './stemmers.ts';
import { stopWordLists, unaccentedStopWords } from './stop-words.ts';
import type { ApostropheRule } from './tokenize.ts';
import { foldKeepingDiacritics } from './vietnamese.ts';

export type Language = {
  readonly code: string;
  /** Undefined if words are compared unstemmed. */
  readonly stem: Stem | undefined;
  /** Words of fewer UTF-16 units are too short to stem. */
  readonly stemFromLength: number;
  /** For Latin words inside a text of another script: mostly English names. */
  readonly latinStem: Stem | undefined;
  /** The parts of a compound, the head last; undefined if compounds are not split. */
  readonly partsOf: ((word: string) => readonly string[]) | undefined;
  /** Folded, or with diacritics if the language keeps them. */
  readonly stopWords: ReadonlySet<string>;
  /** The stop words of a query without any diacritics, where that makes a difference. */
  readonly unaccentedStopWords: ReadonlySet<string> | undefined;
  /** Whether its own script is written without spaces. Other scripts in a text are segmented regardless. */
  readonly segmented: boolean;
  readonly apostrophe: ApostropheRule;
  /** Whether diacritics distinguish words: a query that has them means them. Other languages fold everything. */
  readonly keepsDiacritics: boolean;
};

const SAME_LANGUAGE = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['cmn', 'zh'],
  ['yue', 'zh'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/** Languages that use the stop words of another. */
const STOP_WORDS_OF = new Map([
  ['bs', 'hr'],
  ['sr', 'hr'],
  ['ms', 'id'],
]);

const SEGMENTED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);
const ELIDING = new Set(['fr', 'it', 'ca', 'oc', 'pt']);
const NOT_LATIN = new Set('ar be bg el fa he hi hy ja kk ko mk ne ru ta th uk zh'.split(' '));

/** The primary language of a locale: `en-us` → `en`, `zh_Hant_TW` → `zh`, `nb` → `no`; `und` if there is none. */
export function languageOf(locale: string): string {
  const known = knownLanguages.get(locale);
  if (known !== undefined) return known;
  const language = readLanguage(locale);
  // Locales come from requests: a full cache is emptied.
  if (knownLanguages.size >= LANGUAGES_MAX) knownLanguages.clear();
  knownLanguages.set(locale, language);
  return language;
}

const LANGUAGES_MAX = 256;
const knownLanguages = new Map<string, string>();

function readLanguage(locale: string): string {
  const primary = /^[a-z]+/.exec(locale.trim().toLowerCase())?.[0] ?? 'und';
  return SAME_LANGUAGE.get(primary) ?? primary;
}

export function describeLanguage(code: string): Language {
  const listed = STOP_WORDS_OF.get(code) ?? code;
  const stopWords = Object.hasOwn(stopWordLists, listed) ? (stopWordLists[listed] ?? '') : '';
  const keepsDiacritics = code === 'vi';
  return {
    code,
    stem: stemmers.get(code),
    // One Korean syllable is often a whole noun: 책을 is 책 with a particle.
    stemFromLength: code === 'ko' ? 2 : 3,
    latinStem: NOT_LATIN.has(code) ? stemmers.get('en') : stemmers.get(code),
    partsOf: code === 'de' ? germanParts : compoundParts(code),
    stopWords: wordsIn((keepsDiacritics ? foldKeepingDiacritics : foldText)(stopWords)),
    unaccentedStopWords: keepsDiacritics ? wordsIn(unaccentedStopWords) : undefined,
    segmented: SEGMENTED.has(code),
    apostrophe: ELIDING.has(code) ? 'elision' : code === 'tr' ? 'suffix' : 'join',
    keepsDiacritics,
  };
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((word) => word !== ''));
}
