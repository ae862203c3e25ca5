// Compiled code is cached beside the sources, unless whoever starts the process decides otherwise.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const main = join(import.meta.dirname, 'main.js');
const root = join(import.meta.dirname, '..', '..');

/** What a thread or process that the command line starts would inherit, and where the command line itself caches. */
const cachesWith = (variables: Readonly<Record<string, string>>): unknown => {
  const report = `import { getCompileCacheDir } from 'node:module';
    process.on('exit', () => console.error(JSON.stringify([process.env.NODE_COMPILE_CACHE, getCompileCacheDir()])));`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(report)}`;
  const { PATH = '', SystemRoot = '' } = process.env;
  const { stderr } = spawnSync(process.execPath, [preload, main, '--help'], {
    encoding: 'utf8',
    env: { PATH, SystemRoot, ...variables },
  });
  return JSON.parse(stderr);
};

test('compiled code is cached beside the libraries, for threads and processes too', () => {
  const [inherited, used] = cachesWith({}) as [string, string];
  assert.equal(inherited, join(root, 'node_modules', '.cache', 'node-compile'));
  assert.ok(used.startsWith(inherited), used);
});

test("Node's own variables decide", (t) => {
  const other = mkdtempSync(join(tmpdir(), 'vitrine-compiled-'));
  t.after(() => rmSync(other, { recursive: true }));
  const [inherited, used] = cachesWith({ NODE_COMPILE_CACHE: other }) as [string, string];
  assert.equal(inherited, other);
  assert.ok(used.startsWith(other), used);
  assert.deepEqual(cachesWith({ NODE_DISABLE_COMPILE_CACHE: '1' }), [null, null]);
});
