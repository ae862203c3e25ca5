// Temporary folders: those of processes that no longer run are removed, and nobody else's.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isSpoolFolder, makeSpoolFolder, removeAbandonedFolders } from './spool-folder.ts';

const TIMEOUT = { timeout: 20_000 };
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

const parentIn = async (context: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'spool-folder-'));
  context.after(() => rm(parent, { recursive: true, force: true }));
  return parent;
};

test(
  'what a process left that no longer runs goes; folders of the living and of other machines stay',
  TIMEOUT,
  async (context) => {
    const parent = await parentIn(context);
    const [own, results] = [await makeSpoolFolder(parent), await makeSpoolFolder(parent, 'results')];
    const named = (pid: number | undefined): string =>
      basename(own)
        .replace(`-${process.pid}-`, `-${pid}-`)
        .replace(/\w{6}$/, 'abcdef');
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const kept = [named(process.ppid), named(dead).replace(/-[0-9a-f]{8}-/, '-00000000-'), 'search'];
    for (const name of [named(dead), named(dead).replace('import-', 'results-'), ...kept]) {
      await mkdir(join(parent, name));
    }
    await removeAbandonedFolders(parent);
    assert.deepEqual((await readdir(parent)).sort(), [basename(own), basename(results), ...kept].sort());
    assert.ok([basename(own), basename(results)].every(isSpoolFolder));
  },
);

test(
  'what an earlier process of the same number left goes, as after the restart of a container',
  TIMEOUT,
  async (context) => {
    const parent = await parentIn(context);
    const [old, own] = [await makeSpoolFolder(parent), await makeSpoolFolder(parent)];
    await utimes(old, LONG_AGO, LONG_AGO);
    await removeAbandonedFolders(parent);
    assert.deepEqual(await readdir(parent), [basename(own)]);
  },
);

test('a parent that is not there is nothing to sweep', TIMEOUT, async (context) => {
  await removeAbandonedFolders(join(await parentIn(context), 'none'));
});
