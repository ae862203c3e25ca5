// The file that a command reads is closed, also if the command fails before it reads it.

import assert from 'node:assert/strict';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from './run-here.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-input-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'input.ndjson');
await writeFile(file, '{}\n');
const handle = await open(file);
const handles = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();

/** There is no such folder, and none can be made. */
const dataDir = join(file, 'data');
const place = ['--tenant', 'acme', '--workspace', 'web'];
const isClosed = ({ fd }: FileHandle): boolean => fd === -1;

for (const [name, words] of [
  ['import', [file]],
  ['bulk delete', [file, ...place]],
  // No regular file: it is copied to the data folder.
  ['import --from wxr', ['/dev/null', ...place]],
] as const) {
  test(`${name} without a data folder`, async (t) => {
    const { createReadStream } = handles;
    const opened: FileHandle[] = [];
    t.mock.method(handles, 'createReadStream', function (this: FileHandle) {
      opened.push(this);
      return createReadStream.call(this);
    });
    const { code, err } = await runHere(dataDir, [...name.split(' '), ...words]);
    assert.equal(code, 1);
    assert.match(err, /data/);
    assert.equal(opened.length, 1);
    await waitUntil('it is closed', () => opened.every(isClosed));
  });
}

test('nothing can be told about the file', async (t) => {
  const opened: FileHandle[] = [];
  t.mock.method(handles, 'stat', async function (this: FileHandle) {
    opened.push(this);
    throw new Error('stale file handle');
  });
  const { code, err } = await runHere(folder, ['import', file]);
  assert.equal(code, 1);
  assert.match(err, /stale file handle/);
  assert.deepEqual(opened.map(isClosed), [true]);
});
