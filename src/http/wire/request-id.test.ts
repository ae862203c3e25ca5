// New ids: of the form that everybody knows, each of them new, and none to be guessed from others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRequestId } from './request-id.ts';

test('new ids are UUIDs of which none comes twice', () => {
  const count = 300_000;
  const ids = new Set<string>();
  for (let made = 0; made < count; made += 1) ids.add(newRequestId());
  assert.equal(ids.size, count);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('new ids have nothing in common: no digit stays, nor does the distance to the next', () => {
  const ids = Array.from({ length: 2_000 }, () => newRequestId().replaceAll('-', ''));
  for (let at = 0; at < 32; at += 1) {
    const seen = new Set(ids.map((id) => id[at]));
    // The digits that say which kind of UUID it is.
    if (at === 12 || at === 16) continue;
    assert.equal(seen.size, 16, `digit ${at} is not any of 16`);
  }
  const numbers = ids.map((id) => BigInt(`0x${id}`));
  const distances = numbers.slice(1).map((number, at) => number - (numbers[at] as bigint));
  assert.equal(new Set(distances).size, distances.length, 'ids that follow each other tell the next one');
  for (const part of [ids.map((id) => id.slice(0, 12)), ids.map((id) => id.slice(-12))])
    assert.equal(new Set(part).size, ids.length, 'part of an id comes again');
});
