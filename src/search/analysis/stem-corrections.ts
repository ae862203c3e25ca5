// What the Snowball stemmers need beside their rules, on folded words: forms they leave apart that a reader takes for one word.
// Guarantees: same word, same stem. Not here: the stemmers themselves, and languages without one (light-stemmers.ts).
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

/** Each line: the word, then the forms that no rule leads to it. */
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

/** Men, feet, knives: plurals of what shops sell, and of whom they sell it to. */
export const stemEnglish = (word: string): string => english(ENGLISH.get(word) ?? word);
export const stemDanish = (word: string): string => danish(DANISH.get(word) ?? word);
export const stemNorwegian = (word: string): string => norwegian(NORWEGIAN.get(word) ?? word);

/**
 * Weak verbs: Snowball knows their -en but not their -t, and leaves verwendet and verwenden, akzeptiert and akzeptieren apart. And
 * plurals of words that end in a vowel: Autos, Sofas, Handys.
 */
export const stemGerman = (word: string): string => {
  const stem = german(word);
  if (stem.length >= 7 && stem.endsWith('iert')) return stem.slice(0, -3);
  if (stem.length >= 5 && PLURAL_S.test(stem)) return stem.slice(0, -1);
  return stem.length >= 7 && /[dt]et$/.test(stem) ? stem.slice(0, -2) : stem;
};

const PLURAL_S = /(?:[aoy]|(?<![en])i)s$/;

/**
 * Snowball takes the end of some nouns for that of a verb in one case and not in another (опыт, опыта; проблем, проблемы):
 * a second pass takes the others there too. A fleeting vowel goes: сумок is сумка.
 */
export const stemRussian = (word: string): string =>
  withoutFleetingVowel(russian(russian(RUSSIAN.get(word) ?? word)));
export const stemUkrainian = (word: string): string => withoutFleetingVowel(ukrainian(word));
const withoutFleetingVowel = (stem: string): string =>
  stem.length >= 5 ? stem.replace(/([^аеёиоуыэюяіїє])[ое]к$/, '$1к') : stem;

/** Jewels, knees and blue ones: plurals that Snowball leaves. And white, whose feminine has an h. */
export const stemFrench = (word: string): string =>
  french(/(?:oux|eus)$/.test(word) ? word.slice(0, -1) : word).replace(/nch$/, 'nc');

/** Luz and luces, lápiz and lápices. */
export const stemSpanish = (word: string): string => spanish(word).replace(/z$/, 'c');

/** Near enough to Spanish once a plural has lost its s, which may follow any letter. */
export const stemCatalan = (word: string): string => spanish(word.length > 4 ? word.replace(/s$/, '') : word);

/** The plurals of -ão, -al, -el, -ol, -ul and -m, which Snowball never brings together (canção, canções; animal, animais; hotel, hotéis). */
export const stemPortuguese = (word: string): string => {
  if (word.length > 4 && word.endsWith('oes')) return portuguese(`${word.slice(0, -3)}ao`);
  if (word.length > 4 && /[aeou]is$/.test(word)) return portuguese(`${word.slice(0, -2)}l`);
  return portuguese(word.length > 4 && word.endsWith('ns') ? `${word.slice(0, -2)}m` : word);
};

/** A telefono and a divano are no verbs. */
export const stemItalian = (word: string): string =>
  italian(/..[ao]no$/.test(word) ? `${word.slice(0, -1)}i` : word);

/** Vowels change with the ending (telefon, telefoane; geantă, genți), and many plurals end in -uri. */
export const stemRomanian = (word: string): string =>
  romanian(word)
    .replace(/(..[^aeiou])ur$/, '$1')
    .replace(/([eo])a([^aeiou]{1,2})$/, '$1$2');

/** A noun in -ιο and its plural in -ια come out of Snowball one iota apart. */
export const stemGreek = (word: string): string => {
  const stem = greek(word);
  return stem.length > 3 && stem.endsWith('ι') ? stem.slice(0, -1) : stem;
};

/** What folding takes leaves endings that stand at the end of bare nouns too: what comes off one form comes off all. */
export const stemHungarian = (word: string): string => {
  const stem = hungarian(word);
  return stem.length >= 4 ? hungarian(stem) : stem;
};

/**
 * Singulars end in a single, voiceless consonant: huizen meets huis, brieven brief, tassen tas. Diminutives are what they are
 * small ones of (tasje, stoeltje, boompje). Twice, because a last s goes from fiets but not from fietsen.
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

/** The definite forms of most nouns (jackan, bordet), which Snowball leaves. */
export const stemSwedish = (word: string): string => {
  const stem = swedish(SWEDISH.get(word) ?? word);
  if (stem.length >= 6 && stem.endsWith('an')) return stem.slice(0, -2);
  return stem.length >= 5 ? stem.replace(/(?<!h)(?:et)+$/, '') : stem;
};

/** Consonants soften within a word (kenkä, kengän; pöytä, pöydän); Snowball leaves these and some vowels at the end. */
export const stemFinnish = (word: string): string => {
  const stem = finnish(word.endsWith('nen') ? `${word.slice(0, -3)}sen` : word);
  const bare = stem.length >= 4 ? stem.replace(/(?<=...)(?:[aeiouy]j|im|[aeiouy])$/, '') : stem;
  return bare.replace(/ng$/, 'nk').replace(/d$/, 't').replace(/v$/, 'p');
};
