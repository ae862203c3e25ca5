// How near saved indexes are to the end of the feed. Whether they agree with the store is tested in `cli-doctor.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeLags } from './doctor-indexes.ts';

const DAY_MS = 86_400_000;

test('an index that the feed may soon not reach is a warning', { timeout: 5_000 }, () => {
  for (const [behind, days, severity] of [
    [0, 100, 'ok'],
    [80_000, 100, 'ok'],
    [80_001, 5, 'ok'],
    [80_001, 6, 'warning'],
    [500_000, 6, 'warning'],
  ] as const) {
    const found = gradeLags([
      { name: 'a', behind: 3, ageMs: 0 },
      { name: 'b', behind, ageMs: days * DAY_MS },
    ]);
    assert.deepEqual(
      found.map((one) => [one.check, one.severity]),
      [['feed', severity]],
      `${behind} changes, ${days} days`,
    );
    assert.match(
      found[0]?.message ?? '',
      severity === 'ok' ? /at most \d+ changes behind/ : /index of b is \d+ changes behind/,
    );
  }
  assert.deepEqual(gradeLags([]), []);
});
