// Questions of the doctor: only those that are signed and new get an answer, and only whoever asked can open it.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { answerWhatIsSeen, askWhatIsSeen, openAnswer } from './seen-request.ts';

const seen = {
  address: '10.0.0.9',
  peer: '10.0.0.1',
  host: 'a.example',
  protocol: 'https',
  isForwarded: true,
};
const secret = randomBytes(32);
const NOW = Date.parse('2026-03-04T05:06:07Z');
const MINUTE_MS = 60_000;

test('a signed question is answered, and the answer shows nothing to others', () => {
  const question = askWhatIsSeen(secret, NOW);
  const answer = answerWhatIsSeen(secret, question, seen, NOW) ?? assert.fail();
  assert.deepEqual(openAnswer(secret, question, answer), seen);
  assert.doesNotMatch(Buffer.from(answer, 'base64url').toString('latin1'), /10\.0|example/);
  assert.equal(openAnswer(randomBytes(32), question, answer), undefined);
  assert.equal(openAnswer(secret, askWhatIsSeen(secret, NOW), answer), undefined, 'of another question');
  assert.equal(openAnswer(secret, question, `${answer.slice(0, -4)}AAAA`), undefined);
  assert.equal(openAnswer(secret, question, ''), undefined);
});

test('other questions are not answered', () => {
  const question = askWhatIsSeen(secret, NOW);
  const answer = (text: string, nowMs = NOW) => answerWhatIsSeen(secret, text, seen, nowMs);
  assert.ok(answer(question, NOW + 9 * MINUTE_MS));
  for (const other of [
    '',
    'x'.repeat(100_000),
    askWhatIsSeen(randomBytes(32), NOW),
    question.replace(String(NOW), String(NOW + 1)),
    `${question.slice(0, -1)}${question.endsWith('A') ? 'B' : 'A'}`,
    `${question}.`,
  ]) {
    assert.equal(answer(other), undefined, other.slice(0, 100));
  }
  assert.equal(answer(question, NOW + 11 * MINUTE_MS), undefined, 'too old');
  assert.equal(answer(question, NOW - 11 * MINUTE_MS), undefined, 'from the future');
});
