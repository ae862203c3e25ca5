// The maintenance thread does its work on a store that others have open, and ends at once when it is told to.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { maintainStoreAside } from '../adapters/leases/maintenance.ts';
import { firstDayOf } from '../domain/events/product-event.ts';
import { FeedTrimmed } from '../domain/failures/feed-trimmed.ts';
import { unbounded } from '../domain/limits/request-budget.ts';
import { importBundle } from '../import/import-bundle.ts';
import { openStore } from '../open-store.ts';

const MODULE = new URL('./maintain-store.ts', import.meta.url);
const catalogId = '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11';
const workspace = { tenantId: 'acme', workspaceId: 'web' };
const scope = { ...workspace, environmentId: 'P1' };
const OLD_CHANGES = 100_100;

const bundle = () => {
  const search = (visitor: string, term: string) => ({
    kind: 'search_event',
    catalog_id: catalogId,
    at: new Date().toISOString(),
    term,
    total: 1,
    visitor,
  });
  return [
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
    { kind: 'tenant', id: 'acme' },
    { kind: 'workspace', id: 'web' },
    { kind: 'environment', id: 'P1' },
    { kind: 'catalog', id: catalogId, environment_ids: ['P1'] },
    { kind: 'product', catalog_id: catalogId, id: 'p1', name: 'Tent' },
    { kind: 'product', catalog_id: catalogId, id: 'p2', name: 'Lamp' },
    search('v1', 'tent'),
    search('v2', 'tent'),
    search('v3', 'lamp'),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');
};

const openShop = async (context: TestContext) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-maintain-'));
  const store = await openStore({ dataDir });
  context.after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const report = await importBundle(store, Readable.from([Buffer.from(bundle())]), {
    keepGoing: false,
    spoolDir: dataDir,
  });
  assert.deepEqual(report.faults, []);
  return { dataDir, store };
};

/** As many changes as nobody keeps, all of them from 1970. */
const ageFeed = (dataDir: string): void => {
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  database.exec(`
    begin immediate;
    delete from change;
    insert into change (tenant_id, workspace_id, position, kind, catalog_id, id, at_ms)
      with recursive number(n) as (select 1 union all select n + 1 from number where n < ${OLD_CHANGES})
      select 'acme', 'web', n, 'product', '${catalogId}', 'p', 0 from number;
    update feed_head set head = ${OLD_CHANGES};
    commit;
  `);
  database.close();
};

const settings = { minVisitors: 2, popularityMinVisitors: 2, eventRetentionDays: 30 };

test('popular terms are computed and the feed is trimmed', async (context) => {
  const { dataDir, store } = await openShop(context);
  ageFeed(dataDir);
  assert.equal((await store.listChanges(workspace, 0, 1)).length, 1);
  await maintainStoreAside(MODULE, { ...settings, dataDir }, new AbortController().signal);
  assert.deepEqual(await store.inScope(scope).listPopularTerms(catalogId, { skip: 0, limit: 10 }), ['tent']);
  await assert.rejects(store.listChanges(workspace, 0, 1), FeedTrimmed);
  assert.equal((await store.listChanges(workspace, OLD_CHANGES - 10, 100)).length >= 10, true);
});

test('popularity is computed, and old events are dropped', async (context) => {
  const { dataDir, store } = await openShop(context);
  const place = { ...scope, catalogId };
  const event = (productId: string, visitor: string, daysAgo = 0) => ({
    ...place,
    day: firstDayOf(daysAgo + 1, Date.now()),
    productId,
    type: 'view' as const,
    visitor,
    term: '',
  });
  const { eventRetentionDays: kept } = settings;
  await store.appendEvents([
    ...[event('p1', 'v1'), event('p1', 'v2'), event('p2', 'v1')],
    ...[event('p2', 'v2', kept - 2), event('p2', 'v3', kept + 1)],
  ]);
  await maintainStoreAside(MODULE, { ...settings, dataDir }, new AbortController().signal);
  assert.deepEqual([...(await store.readScores(place)).keys()], ['p1']);
  const all = { from: '2000-01-01', until: '9999-12-31', term: undefined };
  const counts = await store.countVisitors(place, all, unbounded);
  assert.equal(counts.get('p2')?.view, 2, 'the oldest is gone');
});

test('an abort ends it, and the store stays usable', async (context) => {
  const { dataDir, store } = await openShop(context);
  const aborter = new AbortController();
  const ended = maintainStoreAside(MODULE, { ...settings, dataDir }, aborter.signal);
  aborter.abort();
  await ended;
  await store.replacePopularTerms({ ...workspace, catalogId }, ['by hand']);
  assert.deepEqual(await store.inScope(scope).listPopularTerms(catalogId, { skip: 0, limit: 10 }), [
    'by hand',
  ]);
});

test('a folder that cannot be used is an error', async (context) => {
  const { dataDir } = await openShop(context);
  const request = { ...settings, dataDir: join(dataDir, 'vitrine.db', 'x') };
  await assert.rejects(maintainStoreAside(MODULE, request, new AbortController().signal), {
    code: 'ENOTDIR',
  });
});
