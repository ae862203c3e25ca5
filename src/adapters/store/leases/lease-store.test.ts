// Fenced writes: a store that is opened with a lease writes while the term runs, and nothing afterwards.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { Lease } from '../../../domain/leases/lease.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';

const LONG_MS = 3_600_000;
const KEY = { ...ACME, catalogId: CATALOG };
const SCOPE = { ...ACME, environmentId: 'PROD' };

const openBoth = async (t: TestContext) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
  const lease = (await store.takeLease('work', 'a', LONG_MS)) as Lease;
  const fenced = await openSqliteStore({ dataDir, lease });
  t.after(async () => {
    await fenced.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const terms = () => store.inScope(SCOPE).listPopularTerms(CATALOG, { skip: 0, limit: 10 });
  return { store, fenced, lease, terms };
};

test('the holder writes, until its term is over', async (t) => {
  const { store, fenced, lease, terms } = await openBoth(t);
  await fenced.replacePopularTerms(KEY, ['first']);
  assert.deepEqual(await terms(), ['first']);
  await store.endLease(lease, false);
  await assert.rejects(fenced.replacePopularTerms(KEY, ['late']), { name: 'LeaseLost' });
  await assert.rejects(fenced.trimChanges({ now: new Date(), keepChanges: 0, keepDays: -1 }), {
    name: 'LeaseLost',
  });
  await assert.rejects(fenced.dropSearchesBefore('2030-01-01'), { name: 'LeaseLost' });
  assert.deepEqual(await terms(), ['first']);
});

test('the next holder writes, and the one before does not', async (t) => {
  const { store, fenced, lease, terms } = await openBoth(t);
  await store.endLease(lease, false);
  await store.takeLease('work', 'b', LONG_MS);
  await assert.rejects(fenced.replacePopularTerms(KEY, ['late']), { name: 'LeaseLost' });
  assert.deepEqual(await terms(), []);
});

test('a term that ran out is over, though nobody else began one', async (t) => {
  const { store, fenced, lease, terms } = await openBoth(t);
  await store.renewLease(lease, 0);
  await assert.rejects(fenced.replacePopularTerms(KEY, ['late']), { name: 'LeaseLost' });
  assert.deepEqual(await terms(), []);
});
