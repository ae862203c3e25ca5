// Deleting from the command line beside a running service: submissions, one version, and many resources at once, by
// keys and by export lines.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { absent, home, PRODUCTION, STAGING, shared } from '../service/fixture-bundle.ts';
import { dataOf, outcomeOf, startFixture } from '../service/fixture-service.ts';
import { runHere } from './run-here.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const place = ['--tenant', home.tenant, '--workspace', home.workspace];
const blog = [...place, '--model', shared.modelName];

const run = (words: readonly string[], input = '') => runHere(service.dataDir, words, { input });
const done = async (words: readonly string[], input = ''): Promise<string> => {
  const { code, out, err } = await run(words, input);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
};

const STAMP_AGE_MS = 3_100;

before(async () => {
  const params = { form_id: shared.form };
  const form = dataOf<{ item: { stamp: string } }>(await call('get-form', { params })).item;
  await pause(STAMP_AGE_MS);
  for (const email of ['ada@example.com', 'bo@example.com', 'ADA@example.com']) {
    const body = { email, message: '=1+1', _stamp: form.stamp };
    assert.equal((await call('submit-form', { params, body })).status, 201);
  }
});

test('submissions are listed, exported and erased', async () => {
  const listed = await run(['submission', 'list', shared.form, ...place, '--limit', '2']);
  assert.equal(listed.code, 0, listed.err);
  assert.match(listed.out, /^\S{36} {2}2\S+Z {2}PRODUCTION-1 {2}\{"email":"ADA@example\.com".*\n.*bo@/);
  assert.equal(listed.err, '2 of 3; use --skip and --limit to see others.\n');
  const none = await done(['submission', 'list', shared.form, ...place, '--to', '2020-01-01', '--json']);
  assert.deepEqual(JSON.parse(none), { total_count: 0, items: [] });

  const csv = await done(['submission', 'export', shared.form, ...place]);
  const lines = csv.split('\r\n');
  assert.equal(
    lines[0],
    '"submission_id","submitted_at","environment_id","email","message","amount","other_answers"',
  );
  assert.equal(lines.length, 5, 'names, three submissions, and the end');
  assert.match(csv, /"'=1\+1"/);
  const file = join(service.dataDir, 'submissions.csv');
  const told = await done(['submission', 'export', shared.form, ...place, '-o', file, '--json']);
  assert.deepEqual(JSON.parse(told), { file });
  assert.equal(await readFile(file, 'utf8'), csv);

  const erase = ['submission', 'erase', ...place, '--value', 'ada@EXAMPLE.com'];
  assert.equal(await done([...erase, '--field', 'message']), 'Erased: 0 submissions\n');
  assert.equal(await done([...erase, '--form', shared.form]), 'Erased: 2 submissions\n');
  const left = await done(['submission', 'list', shared.form, ...place, '--json']);
  assert.equal((JSON.parse(left) as { total_count: number }).total_count, 1);
});

test('what is wrong with such a command is said', async () => {
  for (const [words, message, code] of [
    [['submission', 'list', absent.uuid, ...place], /Form not found/, 1],
    [['submission', 'export', absent.uuid, ...place], /Form not found/, 1],
    [['submission', 'export', shared.form, ...place, '--from', 'soon'], /from must be a date/, 1],
    [['submission', 'erase', ...place], /missing --value/, 2],
    [['bulk', 'delete', join('no', 'such'), ...place], /cannot read no.such: /, 1],
    [['version', 'delete', shared.record, absent.uuid, ...blog], /Version not found/, 1],
  ] as const) {
    const result = await run(words);
    assert.equal(result.code, code, result.err);
    assert.equal(result.out, '');
    assert.match(result.err, message);
  }
  const lines = await run(['submission', 'export', shared.form, ...place, '--json']);
  assert.equal(lines.code, 2);
  assert.match(JSON.parse(lines.out).error.message, /--json needs -o/);
});

test('a version is deleted unless it is needed', async () => {
  const [first, , third] = shared.versions;
  const needed = await run(['version', 'delete', shared.record, first, ...blog]);
  assert.equal(needed.code, 1);
  assert.match(
    needed.err,
    /The version is still needed by 2 other objects; unpublish it and .* first\n {2}environment PRODUCTION-1/,
  );
  const words = ['version', 'delete', shared.record, third, ...blog];
  assert.equal(await done(words), `Deleted: version ${third}\n`);
  assert.equal((await run(words)).code, 1);
});

test('lines of an export are deleted as they are, and keys beside them', async () => {
  const exported = await done(['export', ...place]);
  const wanted = exported
    .split('\n')
    .filter((line) => /"kind":"(?:publication|version|record|product)"/.test(line))
    .filter((line) => line.includes(shared.record) || line.includes('"p5"'));
  // In reverse order: referencing objects before referenced ones.
  const body = [...wanted.toReversed(), `{"kind":"form","id":"${absent.uuid}"}`, '{"kind":"popular_term"}'];
  const file = join(service.dataDir, 'gone.ndjson');
  await writeFile(file, body.map((line) => `${line}\n`).join(''));
  assert.equal(outcomeOf(await call('get-page', { params: { record_id: shared.record } })), '200');
  const { code, out, err } = await run(['bulk', 'delete', file, ...place]);
  assert.equal(code, 1);
  const deleted = wanted.length - 1;
  assert.equal(out, `Deleted: ${deleted}. Not found: 1. Failed: 2.\n`, err);
  assert.match(err, /^line \d+: The version is still needed by one other object; unpublish it and remove /m);
  assert.match(err, /^line \d+: kind "popular_term" cannot be deleted in bulk; /m);
  for (const environment of [PRODUCTION, STAGING]) {
    assert.doesNotMatch(await done(['export', ...place]), new RegExp(`${environment}.*${shared.record}`));
  }
  assert.match(
    outcomeOf(await call('get-page', { params: { record_id: shared.record } })),
    /^404 .*page_not_found$/,
  );
  const again = await done(['bulk', 'delete', '-', ...place, '--json'], `${wanted[0]}\n`);
  assert.deepEqual(
    again
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { outcome?: string; summary?: { absent: number } })
      .map(({ outcome, summary }) => outcome ?? summary?.absent),
    ['absent', 1],
  );
});
