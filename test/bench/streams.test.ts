// The request streams are what the tables say: distinct where they must be, frequent where they should be, and all
// valid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDistinctCounts, openDistinctQueries, openZipf } from '../../bench/generate/distinct-queries.ts';
import { makeShopWords, readDemoWords } from '../../bench/generate/shop-words.ts';
import { openStream, streamOperations } from '../../bench/http/query-streams.ts';
import { assertAccepted } from '../fixtures/contract-check.ts';

const MANY = 20_000;
const words = readDemoWords();
const take = <T>(count: number, next: () => T): T[] => Array.from({ length: count }, next);

test('many queries are all distinct', () => {
  assert.equal(new Set(take(MANY, openDistinctQueries(words, 'a'))).size, MANY);
});

test('many counts are all distinct', () => {
  const bodies = take(MANY, openDistinctCounts(words, 'a')).map((body) => JSON.stringify(body));
  assert.equal(new Set(bodies).size, MANY);
});

test('many requests for suggestions are all distinct, and ask for beginnings of names', () => {
  const stream = { operation: 'get-suggestions', kind: 'distinct' } as const;
  const targets = take(
    MANY,
    openStream(stream, ({ target }) => target),
  );
  assert.equal(new Set(targets).size, MANY);
  const names = words.names.map((name) => name.toLowerCase());
  const typed = targets.map((target) => new URL(target, 'http://shop.test').searchParams.get('search_term'));
  const known = new Set(typed.filter((text) => names.some((name) => name.includes(text ?? ' '))));
  const share = typed.filter((text) => known.has(text)).length / MANY;
  assert.ok(share > 0.9 && share < 1, `beginnings of names: ${share}`);
});

test('the same seed gives the same queries, another seed others', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => take(100, openDistinctQueries(words, seed)));
  assert.deepEqual(one, same);
  assert.notDeepEqual(one, other);
});

test('queries are one to three words of one text, and some words are cut short or misspelt', () => {
  const texts = words.content.map((text) => new Set(text));
  const queries = take(5_000, openDistinctQueries(words, 'shape')).map((query) => query.split(' '));
  const lengths = new Set(queries.map(({ length }) => length));
  assert.deepEqual([...lengths].sort(), [1, 2, 3]);
  const isWhole = (query: readonly string[]) => texts.some((text) => query.every((word) => text.has(word)));
  const isBegun = (query: readonly string[]) =>
    texts.some(
      (text) =>
        query.slice(0, -1).every((word) => text.has(word)) &&
        [...text].some((word) => word.startsWith(query.at(-1) as string)),
    );
  const share = (holds: (query: readonly string[]) => boolean) =>
    queries.filter(holds).length / queries.length;
  const whole = share(isWhole);
  const misspelt = share((query) => !isWhole(query) && !isBegun(query));
  assert.ok(whole > 0.65 && whole < 0.9, `whole: ${whole}`);
  assert.ok(misspelt > 0.03 && misspelt < 0.07, `misspelt: ${misspelt}`);
});

test('a shop that is made up has queries, too', () => {
  const made = makeShopWords({ products: 100, articles: 100 });
  assert.equal(new Set(take(10_000, openDistinctQueries(made, 'a'))).size, 10_000);
  assert.equal(take(10, openDistinctCounts(made, 'a')).length, 10);
});

test('the nth of a mixed stream comes n times as seldom as the first', () => {
  const entries = take(MANY, openDistinctQueries(words, 'zipf'));
  const drawn = take(100_000, openZipf(entries, 'a'));
  const counts = new Map<string, number>();
  for (const entry of drawn) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  // The harmonic number of 20,000 is 10.48: the first request's share is its inverse.
  const first = drawn.length / 10.48;
  for (const rank of [1, 2, 3, 10, 100]) {
    const expected = first / rank;
    const found = counts.get(entries[rank - 1] as string) ?? 0;
    // Five standard deviations.
    assert.ok(Math.abs(found - expected) < 5 * Math.sqrt(expected), `${rank}: ${found}, not ${expected}`);
  }
  assert.ok(counts.size > 10_000, `${counts.size} different ones`);
});

// A mixed stream draws from the same requests.
test('the contract accepts the requests of the streams', () => {
  for (const operation of streamOperations) {
    const next = openStream({ operation, kind: 'distinct' }, (call) => call);
    for (const call of take(500, next)) {
      // A parameter of the storefront's own is in no contract.
      assertAccepted({ operation, ...call, target: call.target.replace(/&visit=.*$/u, '') });
    }
  }
});
