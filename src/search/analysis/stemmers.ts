// The stemmer of each language, adapted to folded words. Stateless: the same word always gets the same stem. Every
// entry was checked with folded input; corrections are in stem-corrections.ts. Not here: languages that do not
// inflect (Vietnamese, Thai, Chinese; segment.ts drops Japanese inflection), and those we could not verify.
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import {
  stemArabic,
  stemByEnd,
  stemHebrew,
  stemKorean,
  stemPersian,
  stemSerbian,
  stemSlavic,
} from './light-stemmers.ts';
import {
  stemCatalan,
  stemDanish,
  stemDutch,
  stemEnglish,
  stemFinnish,
  stemFrench,
  stemGerman,
  stemGreek,
  stemHungarian,
  stemItalian,
  stemNorwegian,
  stemPortuguese,
  stemRomanian,
  stemRussian,
  stemSpanish,
  stemSwedish,
  stemUkrainian,
} from './stem-corrections.ts';
import { stemAzerbaijani, stemTurkish } from './turkish-stemmer.ts';

/** From a folded word to its stem. */
export type Stem = (word: string) => string;

export const stemmers: ReadonlyMap<string, Stem> = new Map<string, Stem>([
  ['af', stemDutch],
  ['ar', stemArabic],
  ['az', stemAzerbaijani],
  ['be', stemByEnd],
  ['bg', bulgarian],
  ['bs', stemSlavic],
  ['ca', stemCatalan],
  ['cs', stemSlavic],
  ['da', stemDanish],
  ['de', stemGerman],
  ['el', stemGreek],
  ['en', stemEnglish],
  ['es', stemSpanish],
  ['et', stemByEnd],
  ['fa', stemPersian],
  ['fi', stemFinnish],
  ['fr', stemFrench],
  ['gl', stemPortuguese],
  ['he', stemHebrew],
  ['hi', hindi],
  ['hr', stemSlavic],
  ['hu', stemHungarian],
  ['hy', armenian],
  ['id', indonesian],
  ['it', stemItalian],
  ['kk', stemByEnd],
  ['ko', stemKorean],
  ['lt', lithuanian],
  ['lv', stemByEnd],
  ['mk', bulgarian],
  ['ms', indonesian],
  ['ne', nepali],
  ['nl', stemDutch],
  ['no', stemNorwegian],
  ['pl', stemSlavic],
  ['pt', stemPortuguese],
  ['ro', stemRomanian],
  // й survives folding, which the endings need; ё does not, but most Russian is typed without it.
  ['ru', stemRussian],
  ['sk', stemSlavic],
  ['sl', stemSlavic],
  ['sq', stemByEnd],
  ['sr', stemSerbian],
  ['sv', stemSwedish],
  ['ta', tamil],
  ['tr', stemTurkish],
  ['uk', stemUkrainian],
]);
