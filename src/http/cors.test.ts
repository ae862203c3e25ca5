// Whether a browser was refused is told from what browsers send, and is told once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCors, watchRefusals } from './cors.ts';

const countRefusals = (
  origins: '*' | readonly string[],
  ...requests: Readonly<Record<string, string>>[]
): number => {
  let told = 0;
  const watch = watchRefusals(buildCors(origins), () => {
    told += 1;
  });
  for (const headers of requests) watch({ host: 'api.shop.test', ...headers });
  return told;
};

const foreign = { origin: 'https://shop.test', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };

test('a page of an origin that is not allowed is told, once', () => {
  assert.equal(countRefusals([], foreign), 1);
  assert.equal(countRefusals([], { origin: 'https://shop.test' }), 1);
  assert.equal(countRefusals([], { origin: 'null' }), 1);
  assert.equal(countRefusals(['https://other.test'], foreign, foreign), 1);
  assert.equal(countRefusals([], foreign, { origin: 'https://second.test' }), 1);
});

test('what no browser refuses is not told', () => {
  assert.equal(countRefusals('*', foreign), 0);
  assert.equal(countRefusals(['https://shop.test'], foreign), 0);
  assert.equal(countRefusals([], {}), 0);
  assert.equal(countRefusals([], { origin: 'http://api.shop.test' }), 0);
  for (const change of [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'no-cors' },
  ]) {
    assert.equal(countRefusals([], { ...foreign, ...change }), 0, JSON.stringify(change));
  }
});
