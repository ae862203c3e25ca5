// The parts of relevance that hold by themselves; what they make of whole texts is in the suite of all engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inverseDocumentFrequency, scoreDocument } from './ranking.ts';

test('a rarer word tells more, and no word tells less than nothing', () => {
  const documents = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(documents, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const some = Math.floor(all * share);
      assert.ok(inverseDocumentFrequency(all, some) > 0);
      if (some < all)
        assert.ok(inverseDocumentFrequency(all, some) > inverseDocumentFrequency(all, some + 1));
    }),
  );
});

test('of two documents whose words score alike, the one with more of them comes first', () => {
  assert.ok(scoreDocument(3, 3, 4) > scoreDocument(3, 2, 4));
  assert.equal(scoreDocument(3, 4, 4), 3);
});
