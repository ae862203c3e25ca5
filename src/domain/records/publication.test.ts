// The states of a version, and which of its locales a publish puts in place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localesToPublish, versionState } from './publication.ts';

test('a version is what the states of its locales make it, in any order', () => {
  assert.equal(versionState([]), 'draft');
  assert.equal(versionState(['published']), 'published');
  assert.equal(versionState(['superseded']), 'superseded');
  assert.equal(versionState(['unpublished']), 'unpublished');
  assert.equal(versionState(['superseded', 'published', 'unpublished']), 'published');
  assert.equal(versionState(['unpublished', 'published']), 'published');
  assert.equal(versionState(['superseded', 'unpublished']), 'superseded');
  assert.equal(versionState(['unpublished', 'superseded']), 'superseded');
});

test('all locales, or the one that is asked for if the version has it', () => {
  assert.deepEqual(localesToPublish(['en', 'de-de'], undefined), ['en', 'de-de']);
  assert.deepEqual(localesToPublish(['en', 'de-de'], 'de-de'), ['de-de']);
  assert.equal(localesToPublish(['en', 'de-de'], 'de'), undefined, 'publishing falls back to nothing');
  assert.deepEqual(localesToPublish([], undefined), []);
});
