// A thread gets a lower priority, and never fails for it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { test } from 'node:test';

const FILE = new URL('./lower-priority.ts', import.meta.url).href;

/** The niceness after `lowerPriority`, called by a user without rights in a process that had this niceness before. */
const nicenessAfter = (before: number): number => {
  const code = `
    import { getPriority, setPriority } from 'node:os';
    import { lowerPriority } from ${JSON.stringify(FILE)};
    setPriority(${before});
    if (process.getuid?.() === 0) process.setuid(65532);
    lowerPriority();
    console.log(getPriority());`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }),
  );
};

test('the niceness rises to ten', () => {
  const own = getPriority();
  assert.equal(nicenessAfter(own), process.platform === 'linux' ? Math.max(own, 10) : own);
});

test('a process that is nicer already stays as it is: only root could change that', () => {
  assert.equal(nicenessAfter(19), 19);
});
