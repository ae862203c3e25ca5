// Corrections to the Snowball stemmers on folded words: brings together forms of one word that their rules leave
// apart. The same word always gets the same stem. Not here: the stemmers themselves, and languages without one
// (light-stemmers.ts).
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';

/** Each line: a word, then its irregular forms. */
const irregular = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [word = '', ...forms] = line.trim().split(' ');
        return forms.map((form): [string, string] => [form, word]);
      }),
  );

const ENGLISH = irregular(`
  man men mens
  woman women womens
  child children childrens
  foot feet
  tooth teeth
  mouse mice
  goose geese
  knife knives
  shelf shelves
  leaf leaves
  scarf scarves
  half halves
  loaf loaves
  wolf wolves
  calf calves
`);
const DUTCH = irregular(`
  kind kinderen
  ei eieren
  blad bladeren
  rund runderen
  lied liederen
`);
const DANISH = irregular(`
  sko skoen skoene
  barn born borne bornene
  ko koer koerne
  mand maend maendene
  fod fodder fodderne
  hand haender haenderne
  rod rodt
  hvid hvidt
  gron gront
  gul gult
  bla blat
  gra grat
  brun brunt
`);
const NORWEGIAN = irregular(`
  sko skoen skoene
  mann menn mennene
  fot fotter fottene
  hand hender hendene
  rod rodt
  hvit hvitt
  gronn gront
  gul gult
  bla blatt
  gra gratt
  brun brunt
`);
const SWEDISH = irregular(`
  sko skor skon skorna
  bok bocker bockerna
  man manner mannen mannerna
  fot fotter fotterna
  hand hander handerna
  tand tander tanderna
  byxa byxan
  rod rott
  vit vitt
  gron gront
  gul gult
  bla blatt
  gra gratt
  brun brunt
`);

const RUSSIAN = irregular(`
  кровати кровать
  окно окон
`);

/** Men, feet, knives: irregular plurals that shops use often. */
export const stemEnglish = (word: string): string => english(ENGLISH.get(word) ?? word);
export const stemDanish = (word: string): string => danish(DANISH.get(word) ?? word);
export const stemNorwegian = (word: string): string => norwegian(NORWEGIAN.get(word) ?? word);

/**
 * Weak verbs: Snowball strips their -en but not their -t, so verwendet and verwenden, akzeptiert and akzeptieren
 * differ. Also plurals of words that end in a vowel: Autos, Sofas, Handys.
 */
export const stemGerman = (word: string): string => {
  const stem = german(word);
  if (stem.length >= 7 && stem.endsWith('iert')) return stem.slice(0, -3);
  if (stem.length >= 5 && PLURAL_S.test(stem)) return stem.slice(0, -1);
  return stem.length >= 7 && /[dt]et$/.test(stem) ? stem.slice(0, -2) : stem;
};

const PLURAL_S = /(?:[aoy]|(?<![en])i)s$/;

/**
 * Snowball mistakes the end of some nouns for a verb ending in one case but not in another (опыт, опыта; проблем,
 * проблемы): a second pass brings the others there too. A fleeting vowel is dropped: сумок becomes сумка.
 */
export const stemRussian = (word: string): string =>
  withoutFleetingVowel(russian(russian(RUSSIAN.get(word) ?? word)));
export const stemUkrainian = (word: string): string => withoutFleetingVowel(ukrainian(word));
const withoutFleetingVowel = (stem: string): string =>
  stem.length >= 5 ? stem.replace(/([^аеёиоуыэюяіїє])[ое]к$/, '$1к') : stem;

/** Plurals that Snowball misses (bijoux, genoux, bleus), and blanche, the feminine of blanc. */
export const stemFrench = (word: string): string =>
  french(/(?:oux|eus)$/.test(word) ? word.slice(0, -1) : word).replace(/nch$/, 'nc');

/** Luz and luces, lápiz and lápices. */
export const stemSpanish = (word: string): string => spanish(word).replace(/z$/, 'c');

/** Close enough to Spanish once the plural s is gone, which may follow any letter. */
export const stemCatalan = (word: string): string => spanish(word.length > 4 ? word.replace(/s$/, '') : word);

/**
 * Plurals of -ão, -al, -el, -ol, -ul and -m, which Snowball keeps apart (canção, canções; animal, animais; hotel,
 * hotéis).
 */
export const stemPortuguese = (word: string): string => {
  if (word.length > 4 && word.endsWith('oes')) return portuguese(`${word.slice(0, -3)}ao`);
  if (word.length > 4 && /[aeou]is$/.test(word)) return portuguese(`${word.slice(0, -2)}l`);
  return portuguese(word.length > 4 && word.endsWith('ns') ? `${word.slice(0, -2)}m` : word);
};

/** Telefono and divano are not verbs. */
export const stemItalian = (word: string): string =>
  italian(/..[ao]no$/.test(word) ? `${word.slice(0, -1)}i` : word);

/** Vowels change with the ending (telefon, telefoane; geantă, genți), and many plurals end in -uri. */
export const stemRomanian = (word: string): string =>
  romanian(word)
    .replace(/(..[^aeiou])ur$/, '$1')
    .replace(/([eo])a([^aeiou]{1,2})$/, '$1$2');

/** Snowball leaves a noun in -ιο and its plural in -ια one iota apart. */
export const stemGreek = (word: string): string => {
  const stem = greek(word);
  return stem.length > 3 && stem.endsWith('ι') ? stem.slice(0, -1) : stem;
};

/** After folding, some endings look like the end of a bare noun: a second pass strips them from all forms. */
export const stemHungarian = (word: string): string => {
  const stem = hungarian(word);
  return stem.length >= 4 ? hungarian(stem) : stem;
};

/**
 * Singulars end in a single, voiceless consonant: huizen matches huis, brieven brief, tassen tas. Diminutives match
 * their base word (tasje, stoeltje, boompje). Two passes, because fiets loses its s but fietsen does not.
 */
export const stemDutch = (word: string): string => {
  const stem = dutch(dutch(DUTCH.get(word) ?? word.replace(DIMINUTIVE, '')));
  const last = stem.at(-1) ?? '';
  if (stem.length < 3) return stem;
  if (last === 'z') return `${stem.slice(0, -1)}s`;
  if (last === 'v') return `${stem.slice(0, -1)}f`;
  return last === stem.at(-2) && !'aeiou'.includes(last) ? stem.slice(0, -1) : stem;
};
const DIMINUTIVE = /(?:(?<=[a-z]{2}[aeioulnw])t|(?<=(?:[aeiou]{2}|[lr])m)p|(?<=[a-z]{3}))jes?$/;

/** The definite forms of most nouns (jackan, bordet), which Snowball misses. */
export const stemSwedish = (word: string): string => {
  const stem = swedish(SWEDISH.get(word) ?? word);
  if (stem.length >= 6 && stem.endsWith('an')) return stem.slice(0, -2);
  return stem.length >= 5 ? stem.replace(/(?<!h)(?:et)+$/, '') : stem;
};

/** Consonants soften within a word (kenkä, kengän; pöytä, pöydän); Snowball misses these and some final vowels. */
export const stemFinnish = (word: string): string => {
  const stem = finnish(word.endsWith('nen') ? `${word.slice(0, -3)}sen` : word);
  const bare = stem.length >= 4 ? stem.replace(/(?<=...)(?:[aeiouy]j|im|[aeiouy])$/, '') : stem;
  return bare.replace(/ng$/, 'nk').replace(/d$/, 't').replace(/v$/, 'p');
};
