// The stemmer of each language, made to work on folded words. Guarantees: same word, same stem, whatever came before.
// Every entry was looked at with folded input; what folding changes is said beside it. Not here: languages without a
// stemmer we would vouch for (Vietnamese and Thai do not inflect; Chinese neither; Japanese sheds its kana in segment.ts).
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemArabic, stemKorean } from './light-stemmers.ts';
import { stemTurkish } from './turkish-stemmer.ts';

/** From a folded word to its stem. */
export type Stem = (word: string) => string;

export const stemmers: ReadonlyMap<string, Stem> = new Map<string, Stem>([
  ['ar', stemArabic],
  ['da', danish],
  ['de', stemGerman],
  ['el', stemGreek],
  ['en', english],
  ['es', spanish],
  ['fi', finnish],
  ['fr', stemFrench],
  ['hi', hindi],
  // Folding makes ő and ö one letter and drops the length that some endings are told by; stems get shorter, and pairs still meet.
  ['hu', hungarian],
  ['it', italian],
  ['ko', stemKorean],
  ['nl', stemDutch],
  ['no', norwegian],
  ['pt', stemPortuguese],
  ['ro', romanian],
  // й survives folding, which the endings need; ё does not, which is how most Russian is typed anyway.
  ['ru', stemRussian],
  ['sv', swedish],
  ['tr', stemTurkish],
]);

/** Weak verbs: Snowball knows their -en but not their -t, and leaves verwendet and verwenden, akzeptiert and akzeptieren apart. */
function stemGerman(word: string): string {
  const stem = german(word);
  if (stem.length >= 7 && stem.endsWith('iert')) return stem.slice(0, -3);
  return stem.length >= 7 && /[dt]et$/.test(stem) ? stem.slice(0, -2) : stem;
}

/**
 * Snowball takes the end of some nouns for that of a verb in one case and not in another (опыт, опыта; проблем, проблемы):
 * a second pass takes the others there too.
 */
function stemRussian(word: string): string {
  return russian(russian(word));
}

/** Jewels and knees: the one plural in x that Snowball leaves. */
function stemFrench(word: string): string {
  return french(word.endsWith('oux') ? word.slice(0, -1) : word);
}

/** The plurals of -ão and -al, which Snowball never brings together (canção, canções; animal, animais). */
function stemPortuguese(word: string): string {
  if (word.length > 4 && word.endsWith('oes')) return portuguese(`${word.slice(0, -3)}ao`);
  if (word.length > 4 && word.endsWith('ais')) return portuguese(`${word.slice(0, -3)}al`);
  return portuguese(word);
}

/** A noun in -ιο and its plural in -ια come out of Snowball one iota apart. */
function stemGreek(word: string): string {
  const stem = greek(word);
  return stem.length > 3 && stem.endsWith('ι') ? stem.slice(0, -1) : stem;
}

/** Singulars end in a single, voiceless consonant: huizen meets huis, brieven brief, tassen tas. */
function stemDutch(word: string): string {
  const stem = dutch(word);
  const last = stem.at(-1) ?? '';
  if (stem.length < 3) return stem;
  if (last === 'z') return `${stem.slice(0, -1)}s`;
  if (last === 'v') return `${stem.slice(0, -1)}f`;
  return last === stem.at(-2) && !'aeiou'.includes(last) ? stem.slice(0, -1) : stem;
}
