// Counts in messages agree with their nouns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDependents, tooManyRequests } from '../failures/failures.ts';
import { formSubmittedTooFast } from '../failures/form-failures.ts';
import { countOf } from './count-of.ts';

test('one takes the singular, all else the plural', () => {
  assert.equal(countOf(1, 'record'), '1 record');
  assert.equal(countOf(0, 'record'), '0 records');
  assert.equal(countOf(2, 'entry', 'entries'), '2 entries');
});

test('messages of failures count in the singular too', () => {
  assert.match(tooManyRequests(1).message, /in 1 second$/);
  assert.match(tooManyRequests(2).message, /in 2 seconds$/);
  assert.match(formSubmittedTooFast('_stamp', 1).message, /in 1 second$/);
  assert.equal(
    hasDependents('catalog', [], 1).message,
    'The catalog is still needed by one other object; delete it first',
  );
  assert.equal(
    hasDependents('catalog', [], 2).message,
    'The catalog is still needed by 2 other objects; delete them first',
  );
});
