// Which words of a query a text holds, by the plainest reading of the decisions. Shares no code with any engine.
// Valid for ASCII words, apart from accents, in languages without a stemmer (`xx`, `yy`, `vi`).

import type { SynonymSet } from '../../../src/domain/search/catalog.ts';

/** Removes case and accents, for Latin letters with combining accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

export const wordsOf = (text: string): string[] => plain(text).match(/[a-z0-9]+/g) ?? [];
export const language = (locale: string): string => locale.split('-')[0] ?? '';

export type Words = ReadonlySet<string>;

/** The only one of the random languages with stop words; without their accents. */
export const stopWords: Readonly<Record<string, readonly string[]>> = {
  vi: ['hoac', 'duoc', 'cung', 'neu', 'rat', 'boi', 'chung'],
};

const distances = new Map<string, number>();

/** Insert, delete, replace, or swap two neighbours: the shortest sequence, by trying all of them. */
export const editDistance = (a: string, b: string): number => {
  if (a === '' || b === '') return a.length + b.length;
  const known = distances.get(`${a} ${b}`);
  if (known !== undefined) return known;
  const ways = [
    editDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    editDistance(a.slice(1), b) + 1,
    editDistance(a, b.slice(1)) + 1,
  ];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(editDistance(a.slice(2), b.slice(2)) + 1);
  distances.set(`${a} ${b}`, Math.min(...ways));
  return Math.min(...ways);
};

const isNear = (typed: string, word: string): boolean => {
  const edits = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
  if (edits === 0 || Math.abs(typed.length - word.length) > edits) return false;
  return editDistance(typed, word) <= edits;
};

const runsInto = (words: readonly string[], at: number, phrase: readonly string[]): boolean =>
  phrase.some((_, offset) => {
    const start = at - offset;
    return start >= 0 && phrase.every((word, index) => words[start + index] === word);
  });

/** Other spellings of a query word: joined with a neighbour, or split; only those that occur in some text. */
const spellingsOf = (words: readonly string[], at: number, vocabulary: readonly string[]): string[][] => {
  const word = words[at] ?? '';
  const joined = [`${words[at - 1] ?? ' '}${word}`, `${word}${words[at + 1] ?? ' '}`];
  const parted = [...word]
    .map((_, cut) => [word.slice(0, cut), word.slice(cut)])
    .filter((parts) => word.length >= 7 && parts.every((part) => part.length >= 3));
  return [...joined.map((one) => [one]), ...parted].filter((spelling) =>
    spelling.every((part) => vocabulary.includes(part)),
  );
};

/** Removes duplicate phrases. */
const distinct = (phrases: readonly string[][]): string[][] => [
  ...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values(),
];

export interface Asked {
  readonly words: number;
  readonly matchedIn: (document: Words) => number;
  readonly isSentence: boolean;
  /** Whether a document holds a word that at most one document in 20 holds. */
  readonly holdsSelective: (document: Words) => boolean;
}

/** How many words a query has and how many of them a document holds, given all documents of its language. */
export const askWords = (
  text: string,
  tongue: string,
  synonyms: readonly SynonymSet[],
  all: readonly Words[],
): Asked => {
  const written = wordsOf(text);
  const telling = written.filter((word) => !stopWords[tongue]?.includes(word));
  const typed = telling.length > 0 ? telling : written;
  const words = [...new Set(typed)];
  const sets = synonyms
    .filter((set) => set.locale === null || language(set.locale) === tongue)
    .map((set) => set.words.map(wordsOf));
  const vocabulary = [...new Set(all.flatMap((document) => [...document]))];
  const holding = (word: string) => all.filter((document) => document.has(word)).length;
  const tests = words.map((word, at) => {
    const standsFor = distinct(
      sets.flatMap((phrases) =>
        phrases
          .filter((phrase) => runsInto(words, at, phrase))
          .flatMap((phrase) => phrases.filter((other) => other !== phrase)),
      ),
    );
    const spelled = spellingsOf(words, at, vocabulary).filter(
      (spelling) => !standsFor.some((phrase) => phrase.join(' ') === spelling.join(' ')),
    );
    const maySprout = word === typed.at(-1) && word.length >= 3;
    const sprouts = vocabulary.filter((other) => maySprout && other !== word && other.startsWith(word));
    const holds = (document: Words): boolean =>
      [word, ...sprouts].some((one) => document.has(one)) ||
      [...standsFor, ...spelled].some((phrase) => phrase.every((part) => document.has(part)));
    const near = all.some(holds) ? [] : vocabulary.filter((other) => isNear(word, other));
    const kept = near.filter((other) => other[0] === word[0]);
    const off = near.filter((other) => word.length >= 5 && editDistance(word, other) === 1);
    const nears = kept.length > 0 ? kept : off;
    const counts = [
      ...[word, ...sprouts, ...nears].map(holding),
      ...[...standsFor, ...(holding(word) > 0 ? [] : spelled)].map((phrase) =>
        Math.min(...phrase.map(holding)),
      ),
    ];
    return {
      holds: (document: Words) => holds(document) || nears.some((near) => document.has(near)),
      documents: counts.reduce((sum, count) => sum + count, 0),
    };
  });
  return {
    words: words.length,
    matchedIn: (document) => tests.filter(({ holds }) => holds(document)).length,
    isSentence: written.length >= 4 && typed.length < written.length,
    holdsSelective: (document) =>
      tests.some(({ holds, documents }) => holds(document) && documents * 20 <= all.length),
  };
};
