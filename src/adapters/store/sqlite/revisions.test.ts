// Revisions follow every commit: those of this process without reading anything again, those of other processes once they are noticed.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { buildStore, type Store } from '../store.ts';
import { openSqliteEngine, type SqliteEngine } from './open-engine.ts';

const ACME: WorkspaceScope = { tenantId: 'acme', workspaceId: 'web' };
const GLOBEX: WorkspaceScope = { tenantId: 'globex', workspaceId: 'web' };

const fill = async (store: Store): Promise<void> => {
  for (const scope of [ACME, GLOBEX]) await putAll(store, scope, [...workspaceLines(scope), line('catalog')]);
};

/** Several processes, or threads, that share a folder. */
const openTwo = async (t: TestContext) => {
  const dataDir = await copySqliteFolder(fill);
  const engines = [await openSqliteEngine(dataDir), await openSqliteEngine(dataDir)] as const;
  t.after(async () => {
    for (const engine of engines) await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  const [own, other] = engines;
  return { engine: own, store: buildStore(own), other: buildStore(other) };
};

const revisionsOf = (store: Store, scope: WorkspaceScope) => [
  store.revision(scope),
  store.nonProductRevision(scope),
  store.accessRevision(scope),
];

/** As the database has them. */
const readRevisions = async ({ reads }: SqliteEngine, scope: WorkspaceScope): Promise<number[]> => {
  const [row] = await inWorkspace(reads, scope).selectFrom('feed_head').selectAll().execute();
  return row === undefined ? [0, 0, 0] : [row.head, row.head - row.product_changes, row.access_head];
};

let written = 0;
const change = (store: Store, scope: WorkspaceScope, kind: 'product' | 'category' | 'environment') => {
  written += 1;
  const changed = {
    product: line('product', { name: `n${written}` }),
    category: line('category', { name: `n${written}` }),
    environment: line('environment', { default_locale: written % 2 === 0 ? 'en-us' : 'de-de' }),
  }[kind];
  return putAll(store, scope, [changed]);
};

it('they are those of the database after each commit, whoever made it', async (t) => {
  const { engine, store: own, other } = await openTwo(t);
  for (const store of [own, other, own, own, other, other, own]) {
    for (const scope of [ACME, GLOBEX, ACME]) {
      for (const kind of ['product', 'category', 'environment'] as const) {
        await change(store, scope, kind);
        // What another process has committed is noticed a few milliseconds later, or when somebody waits for it.
        if (store === other) await own.catchUp(scope);
        for (const each of [ACME, GLOBEX]) {
          assert.deepEqual(revisionsOf(own, each), await readRevisions(engine, each));
        }
      }
    }
  }
});

it('a transaction that fails changes none, one without a lock may change any', async (t) => {
  const { engine, store } = await openTwo(t);
  const before = revisionsOf(store, ACME);
  const raise = (by: number, isLocked: boolean) =>
    engine.write(async (tx) => {
      if (isLocked) await engine.lockWorkspace(tx, ACME);
      const head = (before[0] ?? 0) + by;
      await inWorkspace(tx, ACME).updateTable('feed_head').set({ head }).execute();
      if (by === 1) throw new Error('no');
    });
  await assert.rejects(raise(1, true), /no/);
  assert.deepEqual(revisionsOf(store, ACME), before);
  for (const [by, isLocked] of [
    [2, true],
    [3, false],
  ] as const) {
    await raise(by, isLocked);
    assert.equal(store.revision(ACME), (before[0] ?? 0) + by);
  }
});

it('a commit makes nobody read them again', async (t) => {
  const { store } = await openTwo(t);
  const ask = () => [ACME, GLOBEX].map((scope) => revisionsOf(store, scope));
  ask();
  await change(store, ACME, 'product');
  const all = t.mock.method(StatementSync.prototype, 'all');
  const [acme, globex] = ask();
  assert.equal(all.mock.callCount(), 0);
  await change(store, ACME, 'product');
  assert.deepEqual(ask(), [acme?.map((each, at) => (at === 0 ? each + 1 : each)), globex]);
});

it('what another process commits right after a commit is noticed', async (t) => {
  const { engine, store: own, other } = await openTwo(t);
  for (let round = 0; round < 20; round += 1) {
    const [mine] = await Promise.all([change(own, ACME, 'product'), change(other, ACME, 'category')]);
    assert(mine);
    await own.catchUp(ACME);
    assert.deepEqual(revisionsOf(own, ACME), await readRevisions(engine, ACME));
  }
});
