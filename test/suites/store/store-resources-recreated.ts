// Suite: managed resources that are created again: nothing of a deleted one reappears under its name.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FeedTrimmed } from '../../../src/domain/failures/feed-trimmed.ts';
import type { ResourceKind } from '../../../src/domain/manage/managed-resource.ts';
import { ACME, CATALOG, line, type OpenStore, putAll, workspaceLines } from './store-fixture.ts';
import { changesSince, keys, OTHER, openFilled, PROD, remove } from './store-resources-fixture.ts';

export const describeRecreated = (open: OpenStore): void => {
  describe('what comes back under an old name', () => {
    it('is a new workspace: its feed counts on, and whoever read the old one is told', async (t) => {
      const store = await openFilled(open, t);
      const head = await store.headPosition(ACME);
      await remove(store, 'workspace', { cascade: true });
      assert.equal(await store.headPosition(ACME), head + 1);
      for (const position of [0, 1, head - 1, head]) {
        await assert.rejects(store.listChanges(ACME, position, 10), FeedTrimmed, String(position));
      }
      assert.deepEqual(await store.listChanges(ACME, head + 1, 10), []);
      await putAll(store, ACME, workspaceLines(ACME));
      assert.deepEqual(
        await changesSince(store, head + 1),
        // The tenant is unchanged.
        ['workspace web', 'environment PROD', 'environment STAGE'],
      );
      await assert.rejects(store.listChanges(ACME, head, 10), FeedTrimmed);
      // Deleted and recreated within one batch.
      const before = await store.headPosition(ACME);
      await remove(store, 'workspace', { cascade: true });
      const object = line('workspace');
      await store.writeBatch(ACME, [
        { action: 'put', object },
        { action: 'delete', kind: 'workspace', key: keys.workspace },
        { action: 'put', object },
      ]);
      assert.deepEqual(
        (await store.listChanges(ACME, before + 3, 10)).map(({ position, kind }) => [position, kind]),
        [[before + 4, 'workspace']],
      );
      await assert.rejects(store.listChanges(ACME, before + 2, 10), FeedTrimmed);
    });

    it('has no searches that were recorded for the old catalog', async (t) => {
      const store = await openFilled(open, t);
      const catalog = { ...ACME, catalogId: CATALOG };
      const event = { ...catalog, term: 'late', at: '2026-03-04T05:06:07.000Z', total: 3, visitor: 'v1' };
      await remove(store, 'catalog', { cascade: true });
      const kept = { ...event, ...OTHER };
      await store.appendSearchEvents([event, kept]);
      const head = await store.headPosition(ACME);
      await store.replacePopularTerms(catalog, ['late']);
      assert.equal(await store.headPosition(ACME), head);
      await putAll(store, ACME, [line('catalog')]);
      assert.deepEqual((await store.summarizeSearches(catalog, '2026-01-01')).totals, []);
      assert.deepEqual(await store.inScope(PROD).listPopularTerms(CATALOG, { skip: 0, limit: 9 }), []);
      const theirs = await store.summarizeSearches({ ...catalog, ...OTHER }, '2026-03-01');
      assert.deepEqual(
        theirs.totals.map(({ term }) => term),
        ['late'],
      );
    });

    it('is told from the old one by every kind that search follows', async (t) => {
      const store = await openFilled(open, t);
      for (const kind of ['environment', 'catalog', 'content_model'] as const satisfies ResourceKind[]) {
        const head = await store.headPosition(ACME);
        await remove(store, kind, { cascade: true });
        await putAll(store, ACME, [line(kind)]);
        const seen = (await store.listChanges(ACME, head, 100)).filter((change) => change.kind === kind);
        assert.ok(seen.length >= 2, kind);
      }
    });
  });
};
