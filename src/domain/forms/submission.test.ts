// Who is meant when a value is to be erased.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsValue, type Submission } from './submission.ts';

const submission: Submission = {
  id: 's',
  formId: 'f',
  environmentId: 'e',
  submittedAt: '2026-01-01T00:00:00.000Z',
  answers: {
    email: 'Ada@Example.com',
    name: 'Zoé',
    age: 36,
    agreed: true,
    friends: ['bob@example.com', 'eve'],
  },
};

test('an answer is the value as a whole, case and white space around it ignored', () => {
  for (const value of ['ada@example.com', ' ADA@EXAMPLE.COM\n', 'zoe\u0301', '36', 'Bob@example.com']) {
    assert.ok(holdsValue(submission, value), value);
  }
  for (const value of ['ada', 'example.com', 'Zoe', 'true', '', '3', 'bob@example.com,eve', 'toString']) {
    assert.ok(!holdsValue(submission, value), value);
  }
});

test('a field narrows it', () => {
  assert.ok(holdsValue(submission, 'ada@example.com', 'email'));
  assert.ok(!holdsValue(submission, 'ada@example.com', 'name'));
  assert.ok(!holdsValue(submission, 'ada@example.com', 'constructor'));
});
