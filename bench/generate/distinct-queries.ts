// An endless sequence of distinct queries and counts, as visitors type them: one to three words of one text, some
// unfinished, one in twenty misspelt. The same seed gives the same sequence on every machine.

import { type Random, randomFor } from '../../demo/build/random.ts';
import { mistype } from '../questions/near-words.ts';
import type { ShopWords } from './shop-words.ts';
import { buildZipf } from './vocabulary.ts';

const ONE_WORD_SHARE = 0.2;
const TWO_WORDS_SHARE = 0.5;
const PREFIX_SHARE = 0.2;
const PREFIX_CHARS_MIN = 3;
const TYPO_SHARE = 0.05;
const TYPO_CHARS_MIN = 5;
const FACET_SHARE = 0.5;
const PRICE_CENTS_MAX = 60_000;
/** One text has more queries in it than this; if every draw is a duplicate, nothing is left. */
const DRAWS_MAX = 10_000;

interface CountBody {
  readonly search_term: string;
  readonly facets?: readonly { readonly field_internal_name: string; readonly value: string }[];
  readonly filter?: readonly {
    readonly group: {
      readonly operator: 'AND';
      readonly rules: readonly {
        readonly action: 'less_than' | 'greater_than';
        readonly field_name: 'price';
        readonly value: string;
      }[];
    };
  }[];
}

/** An unfinished word. */
const begin = (word: string, random: Random): string =>
  word.length > PREFIX_CHARS_MIN ? word.slice(0, random.integer(PREFIX_CHARS_MIN, word.length - 1)) : word;

const drawQuery = (texts: ShopWords['content'], random: Random): string => {
  const text = random.pick(texts);
  const draw = random.fraction();
  const wanted = draw < ONE_WORD_SHARE ? 1 : draw < ONE_WORD_SHARE + TWO_WORDS_SHARE ? 2 : 3;
  const words: string[] = [];
  for (let turn = 0; turn < wanted; turn += 1) {
    const word = random.pick(text);
    if (!words.includes(word)) words.push(word);
  }
  const place = words.findIndex((word) => word.length >= TYPO_CHARS_MIN);
  if (random.chance(TYPO_SHARE) && place !== -1) words[place] = mistype(words[place] as string, random);
  else if (random.chance(PREFIX_SHARE)) words.push(begin(words.pop() as string, random));
  return words.join(' ');
};

const drawCount = ({ products, facets }: ShopWords, random: Random): CountBody => {
  const search_term = drawQuery(products, random);
  if (random.chance(FACET_SHARE)) {
    const [field_internal_name, value] = random.pick(facets);
    return { search_term, facets: [{ field_internal_name, value }] };
  }
  const value = (random.integer(100, PRICE_CENTS_MAX) / 100).toFixed(2);
  const action = random.chance(0.5) ? 'less_than' : 'greater_than';
  return {
    search_term,
    filter: [{ group: { operator: 'AND', rules: [{ action, field_name: 'price', value }] } }],
  };
};

/** Draws again if the value came before. */
const distinct = <T>(draw: () => T, keyOf: (value: T) => string): (() => T) => {
  const given = new Set<string>();
  return () => {
    for (let turn = 0; turn < DRAWS_MAX; turn += 1) {
      const value = draw();
      const before = given.size;
      given.add(keyOf(value));
      if (given.size > before) return value;
    }
    throw new Error(`after ${given.size} there is no other query`);
  };
};

export const openDistinctQueries = ({ content }: ShopWords, seed: string): (() => string) => {
  const random = randomFor(`queries:${seed}`);
  const texts = content.filter((words) => words.length > 0);
  return distinct(
    () => drawQuery(texts, random),
    (query) => query,
  );
};

export const openDistinctCounts = (words: ShopWords, seed: string): (() => CountBody) => {
  const random = randomFor(`counts:${seed}`);
  return distinct(() => drawCount(words, random), JSON.stringify);
};

/** What somebody has typed of the name of a product so far, from any of its words on; one in twenty is misspelt. They repeat. */
export const openBeginnings = ({ names }: ShopWords, seed: string): (() => string) => {
  const random = randomFor(`beginnings:${seed}`);
  return () => {
    const words = random.pick(names).toLowerCase().split(' ');
    const text = words.slice(random.integer(0, words.length - 1)).join(' ');
    const typed = text.slice(0, random.integer(Math.min(2, text.length), text.length));
    return typed.length >= TYPO_CHARS_MIN && random.chance(TYPO_SHARE) ? mistype(typed, random) : typed;
  };
};

/** Draws from a list so that its nth entry comes 1/n times as often as the first. */
export const openZipf = <T>(entries: readonly T[], seed: string): (() => T) => {
  const random = randomFor(`zipf:${seed}`);
  const draw = buildZipf(entries.length, 1);
  return () => entries[draw(random)] as T;
};
