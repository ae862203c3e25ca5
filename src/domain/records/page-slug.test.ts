// Which spellings of a slug are the same address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { comparableSlug, SLUG_MAX_CHARS } from './page-slug.ts';

test('slashes at the ends do not tell slugs apart, all else does', () => {
  for (const slug of ['journal/frost', '/journal/frost', '/journal/frost/', ' //journal/frost// ']) {
    assert.equal(comparableSlug(slug), '/journal/frost', slug);
  }
  assert.equal(comparableSlug('/'), '/');
  assert.equal(comparableSlug('///'), '/');
  assert.equal(comparableSlug('/Journal'), '/Journal');
  assert.equal(comparableSlug('a//b'), '/a//b');
  assert.equal(comparableSlug(''), undefined);
  assert.equal(comparableSlug('  '), undefined);
  assert.equal(comparableSlug(`/${'a'.repeat(SLUG_MAX_CHARS - 1)}`)?.length, SLUG_MAX_CHARS);
  assert.equal(comparableSlug(`/${'a'.repeat(SLUG_MAX_CHARS)}`), undefined);
});

test('what is comparable stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const slug = comparableSlug(text);
      if (slug !== undefined) assert.equal(comparableSlug(slug), slug.trimEnd().replace(/(?<=.)\/+$/, ''));
    }),
  );
});
