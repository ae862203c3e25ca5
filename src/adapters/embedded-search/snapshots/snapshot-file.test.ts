// Whatever is found in place of a snapshot: it is never served, never blocks a new one, and only a few are kept.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { damageFile } from '../../../../test/fixtures/damage-file.ts';
import { aText, buildMemorySource, CATALOG_ID, scope } from '../../../../test/suites/search/memory-source.ts';
import { MARKUP_VERSION } from '../../../markup/plain-text.ts';
import { openEmbeddedSearch } from '../embedded-search.ts';
import { buildIndexWork } from '../work/index-work.ts';
import { quarantine } from './quarantine.ts';

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-snapshot-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const source = buildMemorySource();
source.putItem('a', { xx: aText({ title: 'lorem' }) });
const indexId = { scope, catalogId: CATALOG_ID };

/** One item, found in an index that is opened, searched once and closed. */
const ask = async (folder: string) => {
  const failures: unknown[] = [];
  const index = openEmbeddedSearch({
    source,
    work: buildIndexWork(source, folder),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => failures.push(error),
  });
  const query = {
    text: 'lorem',
    localeChain: ['xx'],
    type: undefined,
    sortBy: 'title',
    sortOrder: 'asc',
  } as const;
  const { total } = await index.searchContent(scope, CATALOG_ID, { ...query, skip: 0, limit: 1 });
  await index.close();
  return { ...index.statistics(), total, failures };
};

const obstacles: Readonly<Record<string, (file: string) => unknown>> = {
  'a folder': async (file) => {
    await rm(file);
    await mkdir(join(file, 'inside'), { recursive: true });
  },
  'a pipe': async (file) => {
    await rm(file);
    execFileSync('mkfifo', [file]);
  },
  'damage at the start': (file) => damageFile(file, 0, 4),
  'a length that is wrong': (file) => damageFile(file, 4, 4),
  'damage in the header': (file) => damageFile(file, 40, 20),
  'a file that is cut off': (file) => truncate(file, 700),
  'an empty file': (file) => truncate(file, 0),
};

for (const [what, putThere] of Object.entries(obstacles)) {
  test(`${what} is quarantined, and the index is rebuilt and saved`, async (context) => {
    const folder = await makeFolder(context);
    await ask(folder);
    const [name = ''] = await readdir(folder);
    await putThere(join(folder, name));
    assert.equal(await buildIndexWork(source, folder).load(indexId), 'damaged');
    assert.deepEqual(await readdir(folder), [`${name}.damaged`]);
    const { total, failures, builds } = await ask(folder);
    assert.deepEqual([total, failures, builds], [1, [], 1]);
    assert.deepEqual((await readdir(folder)).sort(), [name, `${name}.damaged`]);
    assert.equal((await ask(folder)).snapshotLoads, 1);
  });
}

test('damage anywhere in the file is detected', async (context) => {
  const folder = await makeFolder(context);
  await ask(folder);
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  const { size } = await stat(file);
  for (let at = 0; at < size - 3; at += Math.floor(size / 8)) {
    damageFile(file, at, 3);
    assert.equal((await ask(folder)).builds, 1, `at ${at} of ${size}`);
  }
});

test('an index with another markup version is rebuilt', async (context) => {
  const folder = await makeFolder(context);
  await ask(folder);
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  const bytes = await readFile(file);
  const header = bytes.subarray(16, 16 + bytes.readUInt32LE(4));
  const older = header.toString('latin1').replace(/("format":"\d+)\/\d+\//u, `$1/${MARKUP_VERSION - 1}/`);
  header.write(older, 'latin1');
  bytes.writeUInt32LE(crc32(header), 8);
  await writeFile(file, bytes);
  assert.equal((await ask(folder)).builds, 1);
  assert.equal((await ask(folder)).snapshotLoads, 1);
});

test('whatever blocks a snapshot is quarantined by sweeping and by saving, too', async (context) => {
  const folder = await makeFolder(context);
  const work = buildIndexWork(source, folder);
  await ask(folder);
  const [name = ''] = await readdir(folder);
  const loaded = await work.load(indexId);
  assert.ok(typeof loaded === 'object');
  await obstacles['a folder']?.(join(folder, name));
  await work.sweep();
  assert.deepEqual(await readdir(folder), [`${name}.damaged`]);
  await mkdir(join(folder, name));
  await mkdir(join(folder, `${name}.${process.pid}.unfinished`));
  await work.save(indexId, loaded);
  assert.equal(typeof (await work.load(indexId)), 'object');
});

test('only the newest few quarantined files are kept', async (context) => {
  const folder = await makeFolder(context);
  for (let number = 0; number < 7; number += 1) {
    const file = join(folder, `${number}.index`);
    await writeFile(file, 'x');
    quarantine(file);
  }
  const left = await readdir(folder);
  assert.equal(left.length, 4);
  assert.ok(left.includes('6.index.damaged'));
});
