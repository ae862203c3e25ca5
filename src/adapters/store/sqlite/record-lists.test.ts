// Lists of records agree with going through all of them, whatever was written in whatever order; what is deleted leaves
// nothing in them.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import {
  compile,
  modelFields,
  question,
  searchOf,
  toModelFields,
} from '../../../../test/suites/store/record-list-oracle.ts';
import { step, World } from '../../../../test/suites/store/record-list-world.ts';
import { ACME, line, TIME, uuid, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import { slotAt } from '../records/list-rows.ts';
import { toContentModel } from '../sql/documents.ts';
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts';

const TABLES = ['record_list', 'record_entry', 'record_slot'] as const;

const open = async (t: TestContext): Promise<{ store: SqliteStore; dataDir: string }> => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return { store, dataDir };
};

const countRows = (dataDir: string): number => {
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  try {
    return TABLES.reduce(
      (sum, table) => sum + Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n']),
      0,
    );
  } finally {
    database.close();
  }
};

/** As an array, whether anything needs them or not. */
const storeAllIds = (dataDir: string): void => {
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
  try {
    const slots = database.prepare('select slot, record_id from record_slot').all();
    const ids = new Map(slots.map((row) => [row['slot'], row['record_id']]));
    const update = database.prepare('update record_list set ids = ? where rowid = ?');
    for (const row of database.prepare('select rowid as number, entries, slots from record_list').all()) {
      const all = Array.from({ length: Number(row['entries']) }, (_, index) =>
        ids.get(slotAt(String(row['slots']), index)),
      );
      update.run(JSON.stringify(all), row['number'] ?? 0);
    }
  } finally {
    database.close();
  }
};

it('lists agree with a scan after any history of writes', async (t) => {
  const { store, dataDir } = await open(t);
  let workspaces = 0;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      modelFields,
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.array(question, { minLength: 12, maxLength: 12 }),
      async (fields, steps, questions) => {
        workspaces += 1;
        const world = new World(store, `web-${workspaces}`);
        await world.put(workspaceLines(world.workspace));
        await world.take({ act: 'model', fields });
        for (const [index, now] of steps.entries()) {
          await world.take(now);
          if (index % 8 === 7) told += await world.compare(questions.slice(0, 2));
        }
        told += await world.compare(questions);
      },
    ),
    { numRuns: runs(5, 40) },
  );
  assert.ok(told > 30, `the lists told only ${told} pages`);
  const options = { precondition: { kind: 'none' }, cascade: true } as const;
  for (let number = 1; number <= workspaces; number += 1) {
    const id = `web-${number}`;
    const gone = await store.deleteResource({ ...ACME, workspaceId: id }, 'workspace', { id }, options);
    assert.equal(gone.kind, 'done');
  }
  assert.equal(countRows(dataDir), 0);
});

it('long lists agree with a scan while records come in bundles and go', async (t) => {
  const { store, dataDir } = await open(t);
  const world = new World(store, 'web');
  const fields = toModelFields([
    { name: 'one', data_type: 'text', is_searchable: true },
    { name: 'two', data_type: 'number', is_searchable: false },
    { name: 'three', data_type: 'boolean', is_searchable: false },
  ]);
  world.model = line('content_model', { fields });
  await world.put([...workspaceLines(world.workspace), world.model]);
  const linesOf = (number: number, round: number): BundleObject[] => {
    const [id, versionId] = [uuid(number), uuid(10_000 * (round + 1) + number)];
    const words = ['apple', 'Zebra', 'pear', 'ÄPFEL'];
    const text = {
      title: `${words[(number * 7 + round) % 4]} ${number % 5}`,
      page_slug: '',
      body: '',
      image_url: null,
      fields: {
        ...(number % 11 === 0 ? {} : { one: words[number % 4] }),
        two: (number * 7919 + round) % 97,
        three: number % 3 === 0,
      },
    };
    return [
      line('record', { id }),
      line('version', {
        id: versionId,
        record_id: id,
        number: round + 1,
        localized: number % 13 === 0 ? { de: text, 'en-us': text } : { 'en-us': text },
      }),
      line('publication', { record_id: id, version_id: versionId }),
    ];
  };
  const questions = fc.sample(question, { numRuns: runs(20, 60), seed: 4 });
  const numbers = Array.from({ length: 700 }, (_, index) => 1 + ((index * 337) % 700));
  await world.put(numbers.flatMap((number) => linesOf(number, 0)));
  assert.ok((await world.compare(questions)) > runs(16, 50));
  await world.put(numbers.filter((number) => number % 2 === 0).flatMap((number) => linesOf(number, 1)));
  for (const number of numbers.filter((each) => each > 560)) {
    await store.removeRecord(world.workspace, 'blog', uuid(number), { cascade: true, now: TIME });
  }
  assert.ok((await world.compare(questions)) > runs(16, 50));
  await store.deleteResource(
    world.workspace,
    'content_model',
    { id: world.model.id },
    { precondition: { kind: 'none' }, cascade: true },
  );
  assert.equal(countRows(dataDir), 0);
});

it('lists as an earlier version stored them, with all ids, are read and changed', async (t) => {
  const { store, dataDir } = await open(t);
  const world = new World(store, 'web');
  world.model = line('content_model', { fields: toModelFields([]) });
  await world.put([...workspaceLines(world.workspace), world.model]);
  const linesOf = (number: number): BundleObject[] => {
    const title = `Title ${number % 90}`;
    const text = { title, page_slug: '', body: '', image_url: null, fields: {} };
    return [
      line('record', { id: uuid(number) }),
      line('version', {
        id: uuid(10_000 + number),
        record_id: uuid(number),
        number: 1,
        localized: { 'en-us': text },
      }),
    ];
  };
  const numbers = Array.from({ length: 400 }, (_, index) => 1 + ((index * 37) % 400));
  await world.put(numbers.slice(0, 200).flatMap(linesOf));
  storeAllIds(dataDir);
  const questions = fc
    .sample(question, { numRuns: 60, seed: 7 })
    .filter((asked) => searchOf(asked, 'blog').view === 'latest');
  assert.ok((await world.compare(questions)) > 0);
  await world.put(numbers.slice(200).flatMap(linesOf));
  for (const number of numbers.slice(100, 180)) {
    await store.removeRecord(world.workspace, 'blog', uuid(number), { cascade: true, now: TIME });
  }
  assert.ok((await world.compare(questions)) > 0);
});

it('records in very many locales are left to the scan', async (t) => {
  const { store } = await open(t);
  const world = new World(store, 'web');
  world.model = line('content_model', { fields: toModelFields([]) });
  await world.put([...workspaceLines(world.workspace), world.model]);
  const text = { title: 'x', page_slug: '', body: '', image_url: null, fields: {} };
  const put = (count: number) =>
    world.put([
      line('record', { id: uuid(1) }),
      line('version', {
        id: uuid(count),
        record_id: uuid(1),
        number: count,
        localized: Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`en-x${String(index).padStart(4, '0')}`, text]),
        ),
      }),
    ]);
  const questions = fc
    .sample(question, { numRuns: 60, seed: 5 })
    .filter((asked) => searchOf(asked, 'blog').view === 'latest');
  await put(90);
  assert.ok((await world.compare(questions)) > 0);
  await put(200);
  assert.equal(await world.compare(questions), 0);
});

it('a cached list is paid for too, and gives way to others', async (t) => {
  const { store } = await open(t);
  const world = new World(store, 'web');
  world.model = line('content_model', { fields: toModelFields([]) });
  await world.put([...workspaceLines(world.workspace), world.model]);
  const text = { page_slug: '', body: '', image_url: null, fields: {} };
  const numbers = Array.from({ length: 500 }, (_, index) => index + 1);
  await world.put(
    numbers.flatMap((number) => [
      line('record', { id: uuid(number) }),
      line('version', {
        id: uuid(10_000 + number),
        record_id: uuid(number),
        number: 1,
        localized: { 'en-us': { ...text, title: `Title ${number}` } },
      }),
    ]),
  );
  const [asked] = fc
    .sample(question, { numRuns: 100, seed: 6 })
    .filter((each) => searchOf(each, 'blog').view === 'latest');
  assert.ok(asked);
  const criteria = { search: 'title', groups: [], sortBy: 'title', sortOrder: 'desc' as const };
  const query = compile(toContentModel(world.model), criteria);
  assert.ok(query);
  const search = { ...searchOf(asked, 'blog'), chain: ['en-us'], page: { skip: 0, limit: 1 } };
  const reader = store.recordsIn({ ...world.workspace, environmentId: 'PROD' });
  const ask = async () => {
    const seen = { spent: 0, pauses: 0 };
    const budget = {
      ...unbounded,
      spend: (units: number) => {
        seen.spent += units;
      },
      pause: () => {
        seen.pauses += 1;
        return undefined;
      },
    };
    const found = await reader.atOnce((same) => same.findPage(query, search, budget));
    assert.equal(found?.total, numbers.length);
    return seen;
  };
  const [first, again] = [await ask(), await ask()];
  assert.ok(again.spent < first.spent, 'it comes from the cache');
  assert.ok(again.spent > numbers.length * 20 && again.pauses >= 3, JSON.stringify(again));
});
