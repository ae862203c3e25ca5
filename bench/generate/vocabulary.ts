// 60,000 generated words with a Zipf distribution, as in a language. The same on every machine. Every second word
// ends in a letter that occurs nowhere else, so no other word starts with it: engines find the same documents by it
// whether or not they treat the last word as a prefix. Those words are called closed.

import { type Random, randomFor } from '../../demo/build/random.ts';

const WORDS = 60_000;
const SHORT_WORDS = 300;
const LENGTH_MIN = 3;
const LENGTH_MAX = 14;
const CLOSING_LETTER = 'x';
const onsets = 'b c d f g h k l m n p r s t v z br cl dr fl gr pl st tr sh ch'.split(' ');
const vowels = 'a e i o u ai ou ea'.split(' ');
const endings = ['', '', 'n', 'r', 's', 'l', 't'];
/** Keywords of SQLite's query language. */
const keywords = new Set(['and', 'or', 'not', 'near']);

export const vocabulary: readonly string[] = makeWords();

export const isClosed = (word: string): boolean => word.endsWith(CLOSING_LETTER);

function makeWords(): string[] {
  const random = randomFor('vocabulary');
  const words = new Set<string>();
  while (words.size < WORDS) {
    const syllables = words.size < SHORT_WORDS ? random.integer(1, 2) : random.integer(2, 4);
    let word = '';
    for (let syllable = 0; syllable < syllables; syllable += 1)
      word += random.pick(onsets) + random.pick(vowels);
    word += words.size % 2 === 0 ? CLOSING_LETTER : random.pick(endings);
    if (word.length >= LENGTH_MIN && word.length <= LENGTH_MAX && !keywords.has(word)) words.add(word);
  }
  return [...words];
}

/**
 * Draws numbers below `count`, number n with a probability proportional to (n + 1) to the power of -`exponent`. Alias
 * method: every slot holds its own number and one other, so a draw costs two lookups.
 */
export const buildZipf = (count: number, exponent: number): ((random: Random) => number) => {
  const weights = Float64Array.from({ length: count }, (_, number) => 1 / (number + 1) ** exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const share = weights.map((weight) => (weight * count) / sum);
  const other = Uint32Array.from(share, (_, number) => number);
  const poor: number[] = [];
  const rich: number[] = [];
  share.forEach((own, number) => {
    (own < 1 ? poor : rich).push(number);
  });
  for (let from = poor.pop(), to = rich.pop(); from !== undefined && to !== undefined; from = poor.pop()) {
    other[from] = to;
    share[to] = (share[to] as number) - (1 - (share[from] as number));
    if ((share[to] as number) < 1) {
      poor.push(to);
      to = rich.pop();
    }
  }
  return (random) => {
    const place = random.fraction() * count;
    const slot = Math.floor(place);
    return place - slot < (share[slot] as number) ? slot : (other[slot] as number);
  };
};

export const drawWord = buildZipf(WORDS, 1);
