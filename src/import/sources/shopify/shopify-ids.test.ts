// Ids made from names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { IDENTIFIER_MAX_CHARS } from '../../../contract/values.ts';
import { idOf, slugOf } from './shopify-ids.ts';

test('case, spaces and punctuation do not matter; other characters do', () => {
  assert.equal(slugOf(' *New*  Bath-Towel, (Set) '), 'new-bath-towel-set');
  assert.equal(slugOf('Home & Garden'), slugOf('home and garden'));
  assert.equal(slugOf('हिन्दी'), 'हिन्दी');
  assert.equal(slugOf('Cafe\u0301'), 'café');
  assert.equal(slugOf('  '), '');
  const odd = ['C', 'C++', 'C#', '100%', '100', '+', '***', '!!!', '🙂'].map(slugOf);
  assert.equal(new Set(odd).size, odd.length, odd.join(' '));
  assert.match(slugOf('C++'), /^c~[0-9a-f]{10}$/);
});

test('long names that begin alike have different ids, all within the limit and well-formed', () => {
  const names = ['a', 'é', '😀', '𝒳']
    .flatMap((unit) => [150, 1_500].map((count) => unit.repeat(count)))
    .flatMap((name) => [`${name}x`, `${name}y`, `b${name}x`]);
  for (const build of [slugOf, (name: string) => idOf(name)]) {
    const ids = names.map(build);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.ok(id.length <= IDENTIFIER_MAX_CHARS && id.isWellFormed(), id);
  }
});

test('a slug of any name is an id, and that of the slug itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const slug = slugOf(name);
      assert.equal(slug === '', name.trim() === '');
      assert.ok(slug.length <= IDENTIFIER_MAX_CHARS && slug.isWellFormed());
      if (!slug.includes('~')) assert.equal(slugOf(slug), slug);
    }),
    { numRuns: runs(200, 5000) },
  );
});
