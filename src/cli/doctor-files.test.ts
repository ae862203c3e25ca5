// How free space is graded. The other findings of files are made for real in `cli-doctor.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeSpace } from './doctor-files.ts';

const BLOCK = 4_096;
const blocksOf = (mebibytes: number): number => (mebibytes * 1024 * 1024) / BLOCK;

test('little space is a warning, almost none a problem', { timeout: 5_000 }, () => {
  for (const [free, total, severity] of [
    [255, 1_000, 'problem'],
    [0, 1_000_000, 'problem'],
    [256, 1_000, 'ok'],
    [999, 10_000, 'warning'],
    [1_000, 10_000, 'ok'],
  ] as const) {
    const found = gradeSpace({ bavail: blocksOf(free), blocks: blocksOf(total), bsize: BLOCK });
    assert.deepEqual([found.check, found.severity], ['disk', severity], `${free} of ${total} MiB`);
    assert.equal(found.advice === undefined, severity === 'ok');
  }
  assert.match(gradeSpace({ bavail: 90_000, blocks: 1_000_000, bsize: BLOCK }).message, /^Only .* \(9%\)$/);
  assert.equal(gradeSpace({ bavail: 90_000, blocks: 0, bsize: BLOCK }).severity, 'ok');
});
