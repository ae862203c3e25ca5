// Models as files: their names, their texts, and folders that are read and written.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { ModelDocument } from '../domain/models/model-changes.ts';
import { fileNameOf, fileTextOf, readModelFiles, writeModelFiles } from './model-files.ts';

const model = (name: string, more: object = {}): ModelDocument => ({
  kind: 'content_model',
  id: `id of ${name}`,
  internal_name: name,
  created_at: '2026-01-01T00:00:00.000Z',
  fields: [],
  ...more,
});

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('no name leads out of the folder, hides in it, or meets another', () => {
  assert.equal(fileNameOf('blog_post-2.0'), 'blog_post-2.0.json');
  assert.equal(fileNameOf('../../etc/passwd'), '%2E.%2F..%2Fetc%2Fpasswd.json');
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
      const file = fileNameOf(name);
      assert.match(file, /^(?!\.)[\w.%-]+\.json$/);
      assert.equal(basename(file), file);
      assert.equal(seen.get(file) ?? name, name);
      seen.set(file, name);
    }),
  );
});

test('a text has its keys in one order, and nothing of when it was made', () => {
  const fields = [
    {
      is_required: true,
      component_id: '',
      field_properties: { data_type: 'text', zeta: 1, alpha: { b: 1, a: 2 }, internal_name: 'title' },
    },
  ];
  const text = fileTextOf(model('blog', { fields }));
  const turned = Object.fromEntries(Object.entries(model('blog', { fields })).reverse());
  assert.equal(fileTextOf(turned as ModelDocument), text);
  assert.ok(text.endsWith('}\n'));
  assert.doesNotMatch(text, /created_at|"kind"/);
  assert.deepEqual(
    [...text.matchAll(/"(\w+)":/g)].map((match) => match[1]),
    [
      ...['id', 'internal_name', 'fields', 'component_id', 'field_properties', 'internal_name', 'data_type'],
      ...['alpha', 'a', 'b', 'zeta', 'is_required'],
    ],
  );
});

test('files are written once, kept when they are right, and removed only when told', async (context) => {
  const folder = join(await makeFolder(context), 'new');
  const outcomes = async (models: readonly ModelDocument[], prune = false) =>
    (await writeModelFiles(folder, models, { prune })).map(({ file, outcome }) => `${file} ${outcome}`);
  assert.deepEqual(await outcomes([model('b'), model('a')]), ['a.json written', 'b.json written']);
  assert.deepEqual(await outcomes([model('a', { name: 'A' }), model('b')]), [
    'a.json written',
    'b.json unchanged',
  ]);
  assert.deepEqual(await outcomes([model('b')]), ['a.json extra', 'b.json unchanged']);
  assert.deepEqual(await outcomes([model('b')], true), ['a.json removed', 'b.json unchanged']);
  assert.deepEqual(await readdir(folder), ['b.json']);
  assert.equal(await readFile(join(folder, 'b.json'), 'utf8'), fileTextOf(model('b')));
  assert.deepEqual(
    (await readModelFiles(folder)).map(({ source, value }) => [source, value['internal_name']]),
    [['b.json', 'b']],
  );
});

test('a folder that cannot be read, or holds what is no model', async (context) => {
  const folder = await makeFolder(context);
  await assert.rejects(
    readModelFiles(join(folder, 'none')),
    /cannot read .*none: it does not exist \(ENOENT\)/,
  );
  await writeFile(join(folder, 'notes.txt'), 'not looked at');
  assert.deepEqual(await readModelFiles(folder), []);
  await writeFile(join(folder, 'a.json'), '{"internal_name":"b"}');
  await assert.rejects(readModelFiles(folder), /a\.json contains the model b, which belongs in b\.json/);
  await writeFile(join(folder, 'a.json'), 'nothing');
  await assert.rejects(readModelFiles(folder), /a\.json is not JSON/);
});
