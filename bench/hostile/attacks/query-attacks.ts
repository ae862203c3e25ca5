// Expensive searches and counts: huge synonym sets, words without exact matches, long texts, deep pages.

import { randomFor } from '../../../demo/build/random.ts';
import { catalogIdOf } from '../../generate/catalog-bundle.ts';
import { vocabulary } from '../../generate/vocabulary.ts';
import { mistype } from '../../questions/near-words.ts';
import { ATTACKER, type Attack, askInTurn, searchFor } from '../attack.ts';

const QUERY_CHARS = 1_000;
const QUERY_WORDS = 32;
const LONG_WORD_CHARS = 8;
const COMMON_WORDS = 50;
const PAGE = 100;
const WINDOW = 100_000;
const ARTICLES = 5_000;

const wordAt = (number: number): string => vocabulary[number % vocabulary.length] as string;
const longWords = vocabulary.filter((word) => word.length >= LONG_WORD_CHARS);

/** The first phrase is the searched word; the others have two words each and are its synonyms. */
const phrasesOf = (count: number): string[] => [
  wordAt(COMMON_WORDS),
  ...Array.from({ length: count - 1 }, (_, place) => `${wordAt(place)} ${wordAt(place * 7 + 1)}`),
];

const SYNONYMS_ID = 'hostile';
const synonymsPath = `/manage/v1/catalogs/${catalogIdOf(ATTACKER)}/synonyms/${SYNONYMS_ID}`;

const synonymAttack = (id: string, phrases: number): Attack => ({
  id,
  name: `a synonym set of ${phrases.toLocaleString('en')} phrases, searches for one of them`,
  clients: 2,
  setUp: [
    {
      operation: 'manage-put-synonym-set',
      method: 'PUT',
      target: synonymsPath,
      body: JSON.stringify({ words: phrasesOf(phrases) }),
    },
  ],
  tearDown: [{ operation: 'manage-delete-synonym-set', method: 'DELETE', target: synonymsPath }],
  next: (turn) => askInTurn(turn, `${wordAt(COMMON_WORDS)} ${wordAt(turn * 13 + 1)}`),
});

const misspelt = (turn: number): string => {
  const random = randomFor(`misspelt:${turn}`);
  return Array.from({ length: QUERY_WORDS }, () =>
    mistype(mistype(random.pick(longWords), random), random),
  ).join(' ');
};

/** The longest text allowed: one word, misspelt words, two-letter words, common words. */
const longQuery = (turn: number): string => {
  const random = randomFor(`long:${turn}`);
  const shapes: readonly (() => string)[] = [
    () => random.pick(longWords),
    () => ` ${mistype(random.pick(longWords), random)}`,
    () => ` ${random.pick(vocabulary).slice(0, 2)}`,
    () => ` ${wordAt(random.integer(0, COMMON_WORDS))}`,
  ];
  const piece = shapes[Math.floor(turn / 2) % shapes.length] as () => string;
  let text = '';
  while (text.length < QUERY_CHARS + 1) text += piece();
  return text.trim().slice(0, QUERY_CHARS);
};

export const queryAttacks: readonly Attack[] = [
  synonymAttack('d1', 1_000),
  synonymAttack('d2', 5_000),
  synonymAttack('d3', 20_000),
  {
    id: 'e',
    name: `${QUERY_WORDS} misspelt words`,
    clients: 4,
    next: (turn) => askInTurn(turn, misspelt(turn)),
  },
  {
    id: 'f',
    name: `queries of ${QUERY_CHARS.toLocaleString('en')} characters`,
    clients: 4,
    next: (turn) => askInTurn(turn, longQuery(turn)),
  },
];

/** Every second page is the last one, the others lie beyond it. */
export const pagingAttack: Attack = {
  id: 'l',
  name: 'deep pages of common words',
  clients: 4,
  next: (turn) => {
    const round = Math.floor(turn / COMMON_WORDS);
    const limit = PAGE - (Math.floor(round / COMMON_WORDS) % (PAGE / 2));
    const skip = turn % 2 === 0 ? WINDOW - limit : ARTICLES / 2 - limit;
    return searchFor(
      `${wordAt(turn % COMMON_WORDS)} ${wordAt(round % COMMON_WORDS)}`,
      `&skip=${skip}&limit=${limit}`,
    );
  },
};
