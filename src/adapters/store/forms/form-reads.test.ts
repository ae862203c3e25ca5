// What reading forms costs: no step is long, however many forms there are; what did not change is not read again; what is kept is
// bounded; requests at the same time share the work. Which forms are found is tested by `test/suites/store/store-forms.ts`.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it, type TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import { meterWith } from '../../../../test/fixtures/fake-meter.ts';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import {
  ACME,
  ALL_FORMS,
  line,
  putAll,
  uuid,
  workspaceLines,
} from '../../../../test/suites/store/store-fixture.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { FormQuery } from '../../../domain/forms/form-list.ts';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import type { RunStatement } from '../sql/driver.ts';
import type { Db } from '../sql/engine.ts';
import { hideTables, runBound } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';
import { openSqliteEngine } from '../sqlite/open-engine.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { buildFormReads } from './form-reads.ts';
import { KeptLists } from './kept-forms.ts';

const FORMS = runs(1_500, 10_000);
const TIMEOUT_MS = 60_000;
const PROD = { ...ACME, environmentId: 'PROD' };
/** Of a budget, about a millisecond. */
const HOLD_UNITS_MAX = 1_000_000;

const formLine = (number: number, more: object = {}) =>
  line('form', {
    id: uuid(1_000 + number),
    name: `form-${number}`,
    display_name: `Form ${number}`,
    localized: { de: { display_name: `Formular ${FORMS - number}` } },
    ...more,
  });

const open = async (t: TestContext, forms = FORMS, kept = new KeptLists()) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  /** An engine notices what another one has written a few milliseconds later. */
  const putIn = async (workspace: typeof ACME, lines: Parameters<typeof putAll>[2]): Promise<void> => {
    await putAll(store, workspace, lines);
    const isSeen = () => engine.revision(workspace) === store.revision(workspace);
    await waitUntil('the engine has noticed what was written', isSeen, 1);
  };
  await putIn(ACME, workspaceLines(ACME));
  await putIn(
    ACME,
    Array.from({ length: forms }, (_, number) => formLine(number)),
  );
  const reads = buildFormReads(engine, kept);
  const workOf = async (work: (budget: Parameters<typeof reads.listForms>[2]) => Promise<unknown>) => {
    const notes = meterWith();
    await notes.meter.run(ACME, { units: Number.POSITIVE_INFINITY, part: '', advice: '' }, work);
    return notes;
  };
  return {
    store,
    engine,
    list: (query: Partial<FormQuery> = {}, scope = PROD) =>
      workOf((budget) => reads.listForms(scope, { ...ALL_FORMS, ...query }, budget)),
    find: (name: string) => workOf((budget) => reads.findForm(PROD, name, budget)),
    page: async (query: Partial<FormQuery> = {}, scope = PROD) => {
      let names: readonly string[] = [];
      await workOf(async (budget) => {
        const { items } = await reads.listForms(scope, { ...ALL_FORMS, ...query }, budget);
        names = items.map(({ displayName }) => displayName);
      });
      return names;
    },
    putIn,
    put: (lines: Parameters<typeof putAll>[2]) => putIn(ACME, lines),
  };
};

it('never computes for long between two pauses', { timeout: TIMEOUT_MS }, async (t) => {
  const { list, find, put } = await open(t);
  const asked = [
    await list(),
    await list({ search: 'form', sortBy: 'display_name' }),
    await list({ search: 'formular', locale: 'de', sortBy: 'name', sortOrder: 'desc' }),
    await put([formLine(1, { display_name: 'Changed' })]).then(() => list({ locale: 'de' })),
    await find('form-7'),
  ];
  for (const [index, { longest }] of asked.entries())
    assert.ok(longest < HOLD_UNITS_MAX, `${index}: ${longest}`);
  const [first] = asked;
  assert.ok((first?.pauses ?? 0) > FORMS / 50, `${first?.pauses} pauses`);
});

it('reads again only what changed', { timeout: TIMEOUT_MS }, async (t) => {
  const { store, list, find, put } = await open(t);
  const whole = (await list()).spent;
  const again = (await list()).spent;
  assert.ok(again * 50 < whole, `${again} of ${whole}`);
  await put([line('content_model', { name: 'Another' })]);
  const afterOther = (await list()).spent;
  assert.ok(afterOther * 50 < whole, `after another change ${afterOther} of ${whole}`);
  await put([formLine(3, { display_name: 'Changed' })]);
  const afterForm = (await list()).spent;
  assert.ok(afterForm * 5 < whole, `after a form changed ${afterForm} of ${whole}`);
  await put([formLine(4, { name: 'renamed' })]);
  assert.equal((await find(uuid(1_005))).spent, 0, 'no list is needed for an id');
  const named = (await find('renamed')).spent;
  assert.ok(named * 5 < whole, `by name ${named} of ${whole}`);
  await put([formLine(5, { display_name: 'Changed' }), formLine(6, { display_name: 'Changed' })]);
  await store.trimChanges({ now: new Date('2100-01-01'), keepChanges: 1, keepDays: 0 });
  assert.ok((await list()).spent > whole / 2, 'the feed no longer tells');
});

it('prepares a locale once, and none that no form has', { timeout: TIMEOUT_MS }, async (t) => {
  const { list } = await open(t);
  await list();
  const first = (await list({ locale: 'de' })).spent;
  for (const locale of ['de', 'de-at', 'DE_ch']) {
    assert.ok((await list({ locale })).spent * 50 < first, locale);
  }
  for (const locale of ['fr', 'fr-fr', 'xx', 'en', 'en-us']) {
    assert.ok((await list({ locale })).spent * 50 < first, locale);
  }
});

it('shares the work of requests at the same time', { timeout: TIMEOUT_MS }, async (t) => {
  const { list, put } = await open(t, 300);
  const together = async () => {
    const spent = (await Promise.all(Array.from({ length: 8 }, () => list()))).map((notes) => notes.spent);
    return spent.sort((one, other) => other - one);
  };
  const [most = 0, ...others] = await together();
  assert.ok(
    others.every((spent) => spent * 20 < most),
    JSON.stringify([most, ...others]),
  );
  await put([formLine(1, { display_name: 'Changed' })]);
  const [more = 0, ...fewer] = await together();
  assert.ok(
    fewer.every((spent) => spent * 2 < more),
    JSON.stringify([more, ...fewer]),
  );
});

it('returns the same when nothing can be kept', { timeout: TIMEOUT_MS }, async (t) => {
  const kept = await open(t, 60);
  const unkept = await open(t, 60, new KeptLists(100));
  for (const query of [{}, { locale: 'de', sortBy: 'display_name' as const, limit: 7 }, { search: '4' }]) {
    assert.deepEqual(await unkept.page(query), await kept.page(query));
  }
  assert.ok((await unkept.list()).spent > 60 * 5_000, 'it is read again');
  await unkept.put([formLine(0, { display_name: 'Changed' })]);
  assert.equal((await unkept.page())[0], 'Changed');
});

it('keeps a list without some of its views rather than not at all', { timeout: TIMEOUT_MS }, async (t) => {
  const { list } = await open(t, 60, new KeptLists(60 * 700));
  const whole = (await list()).spent;
  for (const locale of ['de', 'en', 'de-at']) {
    for (const sortBy of ['name', 'display_name'] as const) {
      const { spent } = await list({ locale, sortBy });
      assert.ok(spent * 2 < whole, `${locale} ${sortBy}: ${spent} of ${whole}`);
    }
  }
});

/** The same database, but from then on the results of some statements that were prepared are held back until `release`. */
const holdResults = (reads: Db, isMeant: (sql: string) => boolean) => {
  const held = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const same = new Proxy(reads as unknown as Record<string, unknown>, {
    get: (target, name: string) => {
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const run: RunStatement = async (sql, parameters, scope) => {
    const { tenantId, workspaceId } = scope as WorkspaceScope;
    const rows = await runBound(reads, tenantId, workspaceId, sql, parameters);
    if (isMeant(sql)) {
      held.resolve();
      await opened.promise;
    }
    return { rows, changes: 0 };
  };
  const db = hideTables(same as unknown as Kysely<Tables>, run);
  return { db, held: held.promise, release: opened.resolve };
};

it('does not take a list that was read before the request', { timeout: TIMEOUT_MS }, async (t) => {
  const { engine, put } = await open(t, 3);
  let heads = 0;
  // The second time, to see whether the state is still the same.
  const isLastOfRead = (sql: string): boolean => sql.includes('feed_head') && ++heads === 2;
  const { db, held, release } = holdResults(engine.reads, isLastOfRead);
  const reads = buildFormReads({ ...engine, reads: db });
  const first = async () => (await reads.listForms(PROD, ALL_FORMS, unbounded)).items[0]?.displayName;
  const early = first();
  await held;
  await put([formLine(0, { display_name: 'Changed' })]);
  const late = first();
  release();
  assert.equal(await early, 'Form 0');
  assert.equal(await late, 'Changed');
});

it('tells environments and workspaces apart', { timeout: TIMEOUT_MS }, async (t) => {
  const { putIn, page, put } = await open(t, 2);
  const other = { tenantId: 'acme', workspaceId: 'b2b' };
  await putIn(other, [...workspaceLines(other), formLine(0, { display_name: 'Theirs' })]);
  await put([formLine(1, { environment_ids: ['STAGE'] })]);
  const stage = { ...ACME, environmentId: 'STAGE' };
  const theirs = { ...other, environmentId: 'PROD' };
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await page(), ['Form 0']);
    assert.deepEqual(await page({}, stage), ['Form 0', 'Form 1']);
    assert.deepEqual(await page({}, theirs), ['Theirs']);
  }
});

it('tells workspaces apart that have come equally far', { timeout: TIMEOUT_MS }, async (t) => {
  const { store, putIn, page, put } = await open(t, 1);
  const others = ['b2b', 'b2c'].map((workspaceId) => ({ tenantId: 'acme', workspaceId }));
  for (const other of others) {
    await putIn(other, workspaceLines(other));
    await putIn(other, [formLine(0, { display_name: other.workspaceId })]);
  }
  await put([formLine(0, { display_name: 'web' })]);
  const all = [ACME, ...others];
  const furthest = Math.max(...all.map((workspace) => store.revision(workspace)));
  for (const workspace of all) {
    for (let at = store.revision(workspace); at < furthest; at += 1) {
      await putIn(workspace, [line('content_model', { name: `Model ${at}` })]);
    }
  }
  assert.equal(new Set(all.map((workspace) => store.revision(workspace))).size, 1);
  const pages = () => Promise.all(all.map((at) => page({}, { ...at, environmentId: 'PROD' })));
  for (let round = 0; round < 2; round += 1) assert.deepEqual(await pages(), [['web'], ['b2b'], ['b2c']]);
});
