// What is known about each language: stemmer, stop words, apostrophes. Guarantees an answer for every locale; a language
// not listed is folded and segmented only. Not here: the fallback chain between locales, which is the domain's.
import { foldText } from '../../domain/text/fold-text.ts';
import { germanParts } from './german-compounds.ts';
import { compoundParts } from './noun-compounds.ts';
import { type Stem, stemmers } from './stemmers.ts';
import { stopWordLists, unmarkedStopWords } from './stop-words.ts';
import type { ApostropheRule } from './tokenize.ts';
import { foldKeepingMarks } from './vietnamese.ts';

export type Language = {
  readonly code: string;
  /** Absent where words are compared as they stand. */
  readonly stem: Stem | undefined;
  /** Words of fewer UTF-16 units are too short to stem. */
  readonly stemFromLength: number;
  /** For words in Latin letters inside a text of another script: mostly English names of things. */
  readonly latinStem: Stem | undefined;
  /** The words that a compound is made of, the head last; absent where compounds are not taken apart. */
  readonly partsOf: ((word: string) => readonly string[]) | undefined;
  /** Folded, or with their marks where the language keeps them. */
  readonly stopWords: ReadonlySet<string>;
  /** Those of a query in which nothing is marked, where that makes a difference. */
  readonly unmarkedStopWords: ReadonlySet<string> | undefined;
  /** Whether its own script is written without spaces. Other scripts met in a text are segmented regardless. */
  readonly segmented: boolean;
  readonly apostrophe: ApostropheRule;
  /** Whether marks tell its words apart: a query that has them means them. Elsewhere everything is folded. */
  readonly keepsMarks: boolean;
};

const SAME_LANGUAGE = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['cmn', 'zh'],
  ['yue', 'zh'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/** Languages whose small words are those of another. */
const STOP_WORDS_OF = new Map([
  ['bs', 'hr'],
  ['sr', 'hr'],
  ['ms', 'id'],
]);

const SEGMENTED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);
const ELIDING = new Set(['fr', 'it', 'ca', 'oc', 'pt']);
const NOT_LATIN = new Set('ar be bg el fa he hi hy ja kk ko mk ne ru ta th uk zh'.split(' '));

/** Primary language of a locale: `en-us` → `en`, `zh_Hant_TW` → `zh`, `nb` → `no`; `und` where there is none. */
export function languageOf(locale: string): string {
  const primary = /^[a-z]+/.exec(locale.trim().toLowerCase())?.[0] ?? 'und';
  return SAME_LANGUAGE.get(primary) ?? primary;
}

export function describeLanguage(code: string): Language {
  const listed = STOP_WORDS_OF.get(code) ?? code;
  const stopWords = Object.hasOwn(stopWordLists, listed) ? (stopWordLists[listed] ?? '') : '';
  const keepsMarks = code === 'vi';
  return {
    code,
    stem: stemmers.get(code),
    // A Korean syllable is a whole noun often enough: 책을 is 책 with a particle.
    stemFromLength: code === 'ko' ? 2 : 3,
    latinStem: NOT_LATIN.has(code) ? stemmers.get('en') : stemmers.get(code),
    partsOf: code === 'de' ? germanParts : compoundParts(code),
    stopWords: wordsIn((keepsMarks ? foldKeepingMarks : foldText)(stopWords)),
    unmarkedStopWords: keepsMarks ? wordsIn(unmarkedStopWords) : undefined,
    segmented: SEGMENTED.has(code),
    apostrophe: ELIDING.has(code) ? 'elision' : code === 'tr' ? 'suffix' : 'join',
    keepsMarks,
  };
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((word) => word !== ''));
}
