// New ids: of the form that everybody knows, each of them new, across many blocks.

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
