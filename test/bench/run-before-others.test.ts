// What the benchmark of hostile tenants runs before everything else: one thread of a process, not those that V8 computes in.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { runBeforeOthers } from '../../bench/hostile/run-before-others.ts';

const FIFO = 1;

/** The 41st field of `stat`, after the name, which may contain blanks. */
const policies = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const id of readdirSync('/proc/self/task'))
    console.log(id === String(process.pid), readFileSync('/proc/self/task/' + id + '/stat', 'utf8').split(') ').at(-1).split(' ')[38]);`;

const first = runBeforeOthers(1);
const skip = first === undefined && 'needs `chrt`, and the right to use it';

test('only the main thread runs before others', { skip }, () => {
  const { execPath = '', execArgv = [] } = first ?? {};
  const { stdout } = spawnSync(execPath, [...execArgv, '--eval', policies], { encoding: 'utf8' });
  const threads = stdout.trim().split('\n');
  assert.ok(threads.length > 1, stdout);
  assert.deepEqual(
    threads.filter((thread) => thread !== 'false 0'),
    [`true ${FIFO}`],
  );
});
