// Models as code: pulled into files, changed, compared, and pushed back, with a report of what a push would break.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as demo from '../../../demo/build/ids.ts';
import { importOnce } from '../service/imported-folder.ts';
import { makeDataDir } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson');
const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];

interface FieldFile {
  field_properties: { internal_name: string; data_type: string; [name: string]: unknown };
  is_required: boolean;
}
interface ModelFile {
  id: string;
  internal_name: string;
  name: string;
  fields: FieldFile[];
}

const openDemo = importOnce(() => readFileSync(BUNDLE, 'utf8'));

test('pull, change, diff, push', async (context) => {
  const dataDir = await openDemo(context);
  const folder = join(dataDir, 'models');
  const models = (verb: string, ...words: string[]) =>
    runHere(dataDir, ['models', verb, folder, ...place, ...words]);
  const before = (await runHere(dataDir, ['export'])).out;

  const pulled = await models('pull');
  assert.equal(pulled.code, 0, pulled.err);
  const files = await readdir(folder);
  assert.deepEqual(
    pulled.out,
    files
      .sort()
      .map((file) => `Written: ${file}\n`)
      .join(''),
  );
  assert.ok(files.includes('blog.json') && files.length > 1);
  assert.deepEqual(await models('diff'), { code: 0, out: 'No difference.\n', err: '' });
  assert.deepEqual(await models('push'), { code: 0, out: 'Nothing to push.\n', err: '' });
  assert.equal((await runHere(dataDir, ['export'])).out, before, 'a push of what was pulled changes nothing');

  const file = join(folder, 'blog.json');
  const blog = JSON.parse(await readFile(file, 'utf8')) as ModelFile;
  const numbers = blog.fields.find(({ field_properties: { data_type } }) => data_type === 'number');
  assert.ok(numbers);
  const field = numbers.field_properties.internal_name;
  const extra = { ...numbers, field_properties: { ...numbers.field_properties, internal_name: 'extra' } };
  const write = (change: Partial<ModelFile>) => writeFile(file, JSON.stringify({ ...blog, ...change }));

  await write({ name: 'Journal', fields: [...blog.fields, { ...extra, is_required: false }] });
  assert.deepEqual(await models('diff'), {
    code: 1,
    out: `blog is different\n  name: ${blog.name} → Journal\n  field extra is new: number\n`,
    err: '',
  });
  assert.deepEqual(await models('push'), { code: 0, out: 'Updated: content model blog\n', err: '' });

  const text = {
    ...numbers,
    field_properties: { ...numbers.field_properties, data_type: 'text', validation: {} },
  };
  await write({ fields: blog.fields.map((each) => (each === numbers ? text : each)) });
  const state = (await runHere(dataDir, ['export'])).out;
  const broken = await models('push');
  assert.equal(broken.code, 1);
  assert.equal(broken.out, '');
  const [head, line, end] = broken.err.split('\n');
  assert.equal(head, 'vitrine: this push would break data; --force does it anyway');
  assert.match(
    line ?? '',
    new RegExp(
      `^  blog, field ${field} data_type becomes text \\(it is number\\), and \\d+ records hold a value$`,
    ),
  );
  assert.equal(end, '', 'the field that holds nothing goes without a word');
  const diff = await models('diff');
  assert.equal(diff.code, 1);
  assert.ok(diff.out.endsWith(`\nA push would break:\n${line}\n`), diff.out);
  const json = await models('push', '--json');
  assert.equal(json.code, 1);
  const response = JSON.parse(json.out) as { pushed: boolean; breaks: { field: string; records: number }[] };
  assert.equal(response.pushed, false);
  assert.equal(response.breaks[0]?.field, field);
  assert.ok((response.breaks[0]?.records ?? 0) > 0);
  assert.equal((await runHere(dataDir, ['export'])).out, state, 'nothing was pushed');
  assert.deepEqual(await models('push', '--force'), {
    code: 0,
    out: 'Updated: content model blog\n',
    err: '',
  });
  assert.equal((await models('diff')).code, 0);
});

test('models without a file stay unless they are pruned; with records only by force', async (context) => {
  const dataDir = await openDemo(context);
  const folder = await makeDataDir(context);
  const models = (verb: string, ...words: string[]) =>
    runHere(dataDir, ['models', verb, folder, ...place, ...words]);
  await writeFile(join(folder, 'fresh.json'), '{"internal_name":"fresh"}');
  const diff = await models('diff');
  assert.equal(diff.code, 1);
  assert.match(diff.out, /^blog is not among the files\n/);
  assert.match(diff.out, /^fresh is new\n/m);
  assert.doesNotMatch(diff.out, /would break/);
  assert.deepEqual(await models('push'), { code: 0, out: 'Created: content model fresh\n', err: '' });
  const pruned = await models('push', '--prune');
  assert.equal(pruned.code, 1);
  assert.match(pruned.err, /\n {2}blog is removed, and \d+ records hold its values\n/);
  const pulled = await models('pull');
  assert.match(pulled.out, /^Written: blog\.json\n/);
  assert.match(pulled.out, /^Written: fresh\.json\n/m, 'with the id that it got');
  assert.match(await readFile(join(folder, 'fresh.json'), 'utf8'), /"id": "[0-9a-f-]{36}"/);
});

test('what cannot be a model is refused with its file', async (context) => {
  const dataDir = await makeDataDir(context);
  const folder = await makeDataDir(context);
  const diff = () => runHere(dataDir, ['models', 'diff', folder, ...place]);
  assert.match((await diff()).err, /^vitrine: There is no such workspace in the tenant\n$/);
  assert.equal((await runHere(dataDir, ['tenant', 'put', demo.tenantId, '--set', 'name=F'])).code, 0);
  const workspace = ['workspace', 'put', demo.workspaceId, '--tenant', demo.tenantId, '--set', 'name=W'];
  assert.equal((await runHere(dataDir, workspace)).code, 0);
  await writeFile(join(folder, 'a.json'), '{"internal_name":"a","colour":1,"type":"many"}');
  const { code, out, err } = await diff();
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /^vitrine: 2 fields are not valid\n( {2}a\.json: .*\n){2}$/);
});
