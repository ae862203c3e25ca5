// Lists of records agree with going through all of them, whatever was written in whatever order; what is deleted leaves
// nothing in them.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import {
  compile,
  LOCALES,
  modelFields,
  pageByScan,
  type Question,
  question,
  searchOf,
  textIn,
  toModelFields,
} from '../../../../test/suites/store/record-list-oracle.ts';
import {
  ACME,
  line,
  putAll,
  TIME,
  uuid,
  workspaceLines,
} from '../../../../test/suites/store/store-fixture.ts';
import { requestOf } from '../../../../test/suites/store/store-records-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import { slotAt } from '../records/list-rows.ts';
import { toContentModel } from '../sql/documents.ts';
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts';

const ENVIRONMENTS = ['PROD', 'STAGE'] as const;
const RECORDS_MAX = 12;
const TABLES = ['record_list', 'record_entry', 'record_slot'] as const;

const open = async (t: TestContext): Promise<{ store: SqliteStore; dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-lists-'));
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

const record = fc.nat(RECORDS_MAX - 1);
const environment = fc.constantFrom(...ENVIRONMENTS);
const localized = fc.dictionary(fc.constantFrom(...LOCALES), textIn, { minKeys: 1, maxKeys: 3 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('version'), record, localized } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('publish'),
      record,
      environment,
      back: fc.nat(1),
      locale: fc.option(fc.constantFrom(...LOCALES), { nil: undefined }),
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('unpublish'), record, environment } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('removeRecord'), record } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('removeVersion'), record } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('model'), fields: modelFields } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('environment'), environment } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A workspace of its own in the store, and what is known of it. */
class World {
  readonly workspace;
  readonly store: SqliteStore;
  model = line('content_model');
  readonly #versions = new Map<number, string[]>();
  #made = 1_000;

  constructor(store: SqliteStore, workspaceId: string) {
    this.store = store;
    this.workspace = { ...ACME, workspaceId };
  }

  async put(lines: readonly BundleObject[]): Promise<void> {
    await putAll(this.store, this.workspace, lines);
  }

  async take(now: Step): Promise<void> {
    const { store, workspace } = this;
    if (now.act === 'model') {
      this.model = line('content_model', { fields: toModelFields(now.fields) });
      return this.put([this.model]);
    }
    if (now.act === 'environment') {
      await store.deleteResource(
        workspace,
        'environment',
        { id: now.environment },
        { precondition: { kind: 'none' }, cascade: true },
      );
      return this.put(workspaceLines(workspace));
    }
    const id = uuid(now.record + 1);
    const versions = this.#versions.get(now.record) ?? [];
    switch (now.act) {
      case 'version': {
        this.#made += 1;
        const versionId = uuid(this.#made);
        const number = versions.length + 1;
        this.#versions.set(now.record, [...versions, versionId]);
        return this.put([
          line('record', { id, created_at: TIME, created_by: now.record % 2 === 0 ? null : 'Ada' }),
          line('version', { id: versionId, record_id: id, number, localized: now.localized }),
        ]);
      }
      case 'publish': {
        const request = requestOf(id, versions.at(-1 - now.back) ?? uuid(9), {
          environmentId: now.environment,
          locale: now.locale,
          now: `2026-03-04T05:06:0${now.record % 10}.000Z`,
        });
        await store.publish(workspace, request);
        return;
      }
      case 'unpublish':
        await store.unpublish(
          workspace,
          requestOf(id, versions.at(-1) ?? uuid(9), { environmentId: now.environment }),
        );
        return;
      case 'removeVersion':
        // Only what is published nowhere goes; numbers go on counting.
        await store.removeVersion(workspace, id, versions.at(-1) ?? uuid(9));
        return;
      case 'removeRecord':
        await store.removeRecord(workspace, 'blog', id, { cascade: true, now: TIME });
        this.#versions.delete(now.record);
        return;
    }
  }

  /** How often the lists told the page. */
  async compare(questions: readonly Question[]): Promise<number> {
    let told = 0;
    for (const asked of questions) {
      const query = compile(toContentModel(this.model), asked.criteria);
      if (query === undefined) continue;
      for (const environmentId of ENVIRONMENTS) {
        const reader = this.store.recordsIn({ ...this.workspace, environmentId });
        const search = searchOf(asked, 'blog');
        const found = await reader.findPage(query, search);
        // The first of these may read what an earlier one kept, the second one certainly does.
        for (const _ of ['first', 'second']) {
          assert.deepEqual(await reader.atOnce((same) => same.findPage(query, search)), found);
        }
        if (found === undefined) continue;
        told += 1;
        assert.deepEqual(found, await pageByScan(reader, query, search), JSON.stringify(asked));
      }
    }
    return told;
  }
}

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
    { numRuns: runs(8, 100) },
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
  const questions = fc.sample(question, { numRuns: 60, seed: 4 });
  const numbers = Array.from({ length: 700 }, (_, index) => 1 + ((index * 337) % 700));
  await world.put(numbers.flatMap((number) => linesOf(number, 0)));
  assert.ok((await world.compare(questions)) > 50);
  await world.put(numbers.filter((number) => number % 2 === 0).flatMap((number) => linesOf(number, 1)));
  for (const number of numbers.filter((each) => each > 560)) {
    await store.removeRecord(world.workspace, 'blog', uuid(number), { cascade: true, now: TIME });
  }
  assert.ok((await world.compare(questions)) > 50);
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
