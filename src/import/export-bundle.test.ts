// What an export writes and where: scope lines, packed or not, whole files or none, no faster than the reader.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { scopeLine, shortLines } from '../../test/fixtures/sample-bundle.ts';
import { decodeLine } from './bundle-codec.ts';
import { exportBundle, writeExportFile, writeExportStream } from './export-bundle.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-export-'));
});
after(() => rm(folder, { recursive: true }));

const acme = { tenantId: 'acme', workspaceId: 'web' };
const object = (line: object) => {
  const decoded = decodeLine(JSON.stringify(line));
  assert.ok(decoded.kind === 'object');
  return decoded.object;
};

const storeOf = (...entries: readonly (readonly [typeof acme, object])[]) => ({
  readBundle: async function* () {
    for (const [scope, line] of entries) yield { scope, object: line as never };
  },
});

async function* some(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test('a scope line stands wherever the workspace changes', async () => {
  const other = { tenantId: 'acme', workspaceId: 'b2b' };
  const form = object(shortLines.form);
  const same = { ...acme };
  const lines = await Array.fromAsync(
    exportBundle(storeOf([acme, form], [same, form], [other, form], [acme, form]), {}),
  );
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).workspace_id ?? 'form'),
    ['web', 'form', 'form', 'b2b', 'form', 'web', 'form'],
  );
  assert.equal(lines[0], JSON.stringify(scopeLine));
});

test('lines are canonical, whatever the order in which the store has their fields', async () => {
  const form = object(shortLines.form);
  const turned = Object.fromEntries(Object.entries(form).reverse());
  const [, line] = await Array.fromAsync(exportBundle(storeOf([acme, turned]), {}));
  assert.equal(line, JSON.stringify(form));
});

test('the filter is handed to the store', async () => {
  const asked: unknown[] = [];
  const store = {
    readBundle: (filter: unknown) => {
      asked.push(filter);
      return storeOf().readBundle();
    },
  };
  assert.deepEqual(await Array.fromAsync(exportBundle(store, { tenantId: 'acme' })), []);
  assert.deepEqual(asked, [{ tenantId: 'acme' }]);
});

test('a file holds all lines, packed when its name or the caller says so', async () => {
  const plain = join(folder, 'a.ndjson');
  const packed = join(folder, 'a.ndjson.gz');
  const asked = join(folder, 'a.bin');
  await writeExportFile(some('1', '"ü"'), plain);
  await writeExportFile(some('1', '"ü"'), packed);
  await writeExportFile(some('1', '"ü"'), asked, { gzip: true });
  assert.equal(await readFile(plain, 'utf8'), '1\n"ü"\n');
  assert.equal(gunzipSync(await readFile(packed)).toString(), '1\n"ü"\n');
  assert.deepEqual(await readFile(asked), await readFile(packed));
});

test('a file is replaced whole or not at all', async () => {
  const file = join(folder, 'b.ndjson');
  await writeFile(file, 'old\n');
  const failing = async function* () {
    yield 'x'.repeat(200_000);
    assert.equal(await readFile(file, 'utf8'), 'old\n');
    throw new Error('the store is gone');
  };
  await assert.rejects(writeExportFile(failing(), file), /the store is gone/);
  assert.equal(await readFile(file, 'utf8'), 'old\n');
  assert.ok(!(await readdir(folder)).some((name) => name.includes('partial')));
  await writeExportFile(some('new'), file);
  assert.equal(await readFile(file, 'utf8'), 'new\n');
});

test('a file is readable to its owner only, whatever stood in its place', async () => {
  const file = join(folder, 'own.ndjson');
  await writeFile(file, 'old\n', { mode: 0o644 });
  await writeExportFile(some('new'), file);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a link stays a link', async () => {
  const file = join(folder, 'real.ndjson');
  const link = join(folder, 'link.ndjson');
  await writeFile(file, 'old\n');
  await symlink(file, link);
  await writeExportFile(some('new'), link);
  assert.equal(await readFile(file, 'utf8'), 'new\n');
  assert.ok(
    (await readdir(folder, { withFileTypes: true }))
      .find((entry) => entry.name === 'link.ndjson')
      ?.isSymbolicLink(),
  );
});

test('a folder that does not exist, and a folder in the place of the file, are errors', async () => {
  await assert.rejects(writeExportFile(some('1'), join(folder, 'none', 'a.ndjson')), { code: 'ENOENT' });
  await assert.rejects(writeExportFile(some('1'), folder), { code: 'EISDIR' });
});

test('a stream gets all lines and is ended, packed if asked', async () => {
  const plain = new PassThrough();
  await Promise.all([
    writeExportStream(some('1', '2'), plain),
    plain.toArray().then((chunks) => assert.equal(Buffer.concat(chunks).toString(), '1\n2\n')),
  ]);
  const packed = new PassThrough();
  await Promise.all([
    writeExportStream(some('1', '2'), packed, { gzip: true }),
    packed.toArray().then((chunks) => assert.equal(gunzipSync(Buffer.concat(chunks)).toString(), '1\n2\n')),
  ]);
});

test('lines are made no faster than the stream takes them', async () => {
  let made = 0;
  const endless = async function* () {
    for (; ; made += 1) yield 'x'.repeat(10_000);
  };
  let took = 0;
  const slow = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      took += 1;
      if (took < 3) setImmediate(done);
      else done(new Error('enough'));
    },
  });
  await assert.rejects(writeExportStream(endless(), slow), /enough/);
  assert.ok(made < 100, `${made} lines were made`);
});
