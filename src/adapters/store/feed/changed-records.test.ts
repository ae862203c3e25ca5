// Which records changed since a state of a workspace, and when the feed does not tell.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it, type TestContext } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { ACME, line, putAll, uuid, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import { openSqliteEngine } from '../sqlite/open-engine.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { prepareFeedMarks } from './changed-records.ts';
import { prepareHead } from './feed-reader.ts';

const TIMEOUT_MS = 60_000;

const open = async (t: TestContext) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const { reads } = engine;
  const marks = prepareFeedMarks(reads);
  const head = prepareHead(reads);
  const put = (lines: readonly BundleObject[]) => putAll(store, ACME, lines);
  await put([...workspaceLines(ACME), line('content_model'), line('record', { id: uuid(1) })]);
  const position = async () => (await head.first(reads, ACME))?.head ?? 0;
  const mark = await marks.find(reads, ACME, await position());
  assert.ok(mark);
  const changedSince = async (since = mark) => marks.findChanged(reads, ACME, since, await position());
  return { store, put, mark, changedSince };
};

const records = (count: number): BundleObject[] =>
  Array.from({ length: count }, (_, index) => line('record', { id: uuid(100 + index) }));

it('names the records that changed, and no other object', { timeout: TIMEOUT_MS }, async (t) => {
  const { store, put, changedSince } = await open(t);
  await put([line('record', { id: uuid(2) }), line('form')]);
  await store.removeRecord(ACME, 'blog', uuid(1), { cascade: true, now: '2026-01-02T03:04:05Z' });
  const changed = await changedSince();
  assert.deepEqual([...(changed?.ids ?? [])].sort(), [uuid(1), uuid(2)]);
  await put([line('form', { display_name: 'Another' })]);
  assert.deepEqual([...((await changedSince(changed?.mark))?.ids ?? ['none'])], []);
});

it('does not tell of very many records', { timeout: TIMEOUT_MS }, async (t) => {
  const { put, changedSince } = await open(t);
  await put(records(200));
  assert.equal((await changedSince())?.ids.size, 200);
  await put([line('record', { id: uuid(99) })]);
  assert.equal(await changedSince(), undefined);
});

it('does not tell where records may have gone with another object', { timeout: TIMEOUT_MS }, async (t) => {
  const { put, changedSince } = await open(t);
  await put([line('content_model', { name: 'Another' })]);
  assert.equal(await changedSince(), undefined);
});

it('does not tell of another copy of the data', { timeout: TIMEOUT_MS }, async (t) => {
  const { put, mark, changedSince } = await open(t);
  await put(records(1));
  assert.ok(await changedSince());
  assert.equal(await changedSince({ ...mark, fingerprint: 'another' }), undefined);
});

it('does not tell what was trimmed', { timeout: TIMEOUT_MS }, async (t) => {
  const { store, put, changedSince } = await open(t);
  await put(records(3));
  assert.ok(await changedSince());
  await store.trimChanges({ now: new Date('2100-01-01'), keepChanges: 2, keepDays: 0 });
  assert.equal(await changedSince(), undefined);
});
