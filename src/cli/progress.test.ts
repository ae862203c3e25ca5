// The progress bar: on a terminal only, no more often than an eye can follow, and gone afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildProgress } from './progress.ts';

const fakeStream = (isTTY: boolean) => {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { stream, written };
};

test('nothing is drawn into a pipe', () => {
  const { stream, written } = fakeStream(false);
  const progress = buildProgress(stream);
  progress.show('Reading', 1, 2);
  progress.clear();
  assert.deepEqual(written, []);
});

test('a terminal sees label, share and number, not at every call, and an empty line at the end', () => {
  const { stream, written } = fakeStream(true);
  let timeMs = 5;
  const progress = buildProgress(stream, { now: () => timeMs });
  progress.show('Reading', 1_234, 2_468);
  timeMs += 99;
  progress.show('Reading', 1_300, 2_468);
  assert.equal(written.length, 1);
  assert.ok(written[0]?.endsWith('Reading [############............] 50% 1,234'));
  timeMs += 1;
  progress.show('Reading', 1_400, 2_468);
  assert.equal(written.length, 2);
  progress.clear();
  assert.equal(written.at(-1), '\r\u001b[2K');
});

test('without a known total there is no bar, and with nothing to do it is full', () => {
  const unknown = fakeStream(true);
  buildProgress(unknown.stream).show('Reading', 7, undefined);
  assert.ok(unknown.written[0]?.endsWith('Reading 7'));
  const nothing = fakeStream(true);
  buildProgress(nothing.stream).show('Reading', 0, 0);
  assert.ok(nothing.written[0]?.includes('100%'));
});

test('what was never drawn is not cleared', () => {
  const { stream, written } = fakeStream(true);
  buildProgress(stream).clear();
  assert.deepEqual(written, []);
});
