// Suite: the change feed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FeedTrimmed } from '../../../src/domain/failures/feed-trimmed.ts';
import {
  ACME,
  CATALOG,
  everyKind,
  line,
  type OpenStore,
  putAll,
  RECORD,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

export const describeChangeFeed = (open: OpenStore): void => {
  describe('change feed', () => {
    it('tells what changed, in order, and nothing about what did not', async (t) => {
      const store = await open(t);
      assert.equal(await store.headPosition(ACME), 0);
      assert.deepEqual(await store.listChanges(ACME, 0, 10), []);
      await putAll(store, ACME, everyKind(ACME));
      const changes = await store.listChanges(ACME, 0, 100);
      assert.deepEqual(
        changes.map(({ kind, catalogId, id }) => [kind, catalogId, id]),
        [
          ['tenant', '', 'acme'],
          ['workspace', '', 'web'],
          ['environment', '', 'PROD'],
          ['environment', '', 'STAGE'],
          ['domain', '', 'shop.web.acme.test'],
          ['content_model', '', uuid(2)],
          ['catalog', CATALOG, CATALOG],
          ['store', CATALOG, 's1'],
          ['category', CATALOG, 'c1'],
          ['product', CATALOG, 'p1'],
          ['content_item', CATALOG, 'wp-1'],
          ['record', '', RECORD],
          ['version', '', RECORD],
          ['version', '', RECORD],
          ['publication', '', RECORD],
          ['form', '', uuid(4)],
          ['synonyms', CATALOG, 'syn1'],
          ['merchandising_rule', CATALOG, 'r1'],
          ['attribute', CATALOG, 'color'],
          ['facet', CATALOG, 'price'],
          ['popular_term', CATALOG, ''],
        ],
      );
      assert.equal(await store.headPosition(ACME), changes.at(-1)?.position);
      await putAll(store, ACME, everyKind(ACME));
      assert.equal(await store.headPosition(ACME), changes.at(-1)?.position);
    });

    it('tells a catalog with other contents, or elsewhere, from one whose settings changed', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
      const before = await store.headPosition(ACME);
      await putAll(store, ACME, [line('catalog', { name: 'Changed' })]);
      await putAll(store, ACME, [line('catalog', { name: 'Changed', environment_ids: [] })]);
      const changes = await store.listChanges(ACME, before - 1, 10);
      assert.deepEqual(
        changes.map(({ kind, catalogId, id }) => [kind, catalogId, id]),
        [
          ['catalog', CATALOG, CATALOG],
          ['catalog', '', CATALOG],
          ['catalog', CATALOG, CATALOG],
        ],
      );
    });

    it('pages, and keeps workspaces apart', async (t) => {
      const store = await open(t);
      const other = { tenantId: 'other', workspaceId: 'web' };
      await putAll(store, ACME, workspaceLines(ACME));
      await putAll(store, other, [line('tenant', { id: 'other' }), line('workspace')]);
      const first = await store.listChanges(ACME, 0, 3);
      const rest = await store.listChanges(ACME, first.at(-1)?.position ?? 0, 3);
      assert.deepEqual(
        [...first, ...rest].map((change) => change.id),
        ['acme', 'web', 'PROD', 'STAGE'],
      );
      assert.deepEqual(
        (await store.listChanges(other, 0, 9)).map((change) => change.id),
        ['other', 'web'],
      );
    });

    it('marks each change, and nothing that is not there', async (t) => {
      const store = await open(t);
      assert.equal(await store.changeFingerprint(ACME, 0), '');
      assert.equal(await store.changeFingerprint(ACME, 1), undefined);
      await putAll(store, ACME, [...workspaceLines(ACME), line('catalog'), line('product')]);
      const head = await store.headPosition(ACME);
      const mark = await store.changeFingerprint(ACME, head);
      assert.equal(typeof mark, 'string');
      assert.notEqual(await store.changeFingerprint(ACME, head - 1), mark);
      await putAll(store, ACME, [line('product', { name: 'another name' })]);
      assert.equal(await store.changeFingerprint(ACME, head), mark, 'for as long as it is kept');
      assert.equal(await store.changeFingerprint({ ...ACME, workspaceId: 'other' }, head), undefined);
      assert.equal(await store.changeFingerprint(ACME, head + 2), undefined);
    });

    it('takes back its entries with the transaction', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, workspaceLines(ACME));
      const head = await store.headPosition(ACME);
      await store.writeBundle(async (writer) => {
        for (let index = 0; index < 120; index += 1)
          await writer.put(ACME, line('form', { id: uuid(index) }));
        return false;
      });
      assert.equal(await store.headPosition(ACME), head);
      assert.deepEqual(await store.listChanges(ACME, head, 10), []);
      await putAll(store, ACME, [line('form')]);
      assert.deepEqual(
        (await store.listChanges(ACME, head, 10)).map((change) => change.position),
        [head + 1],
      );
    });

    it('forgets what is both old and beyond the newest, and says so to who stood before', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, workspaceLines(ACME));
      await putAll(
        store,
        ACME,
        Array.from({ length: sizeFor(open, 1_030, 2_500) }, (_, index) => line('form', { id: uuid(index) })),
      );
      const head = await store.headPosition(ACME);
      const nextWeek = new Date(Date.now() + 8 * 86_400_000);
      await store.trimChanges({ now: new Date(), keepChanges: 10 });
      assert.equal((await store.listChanges(ACME, 0, 1))[0]?.position, 1);
      await store.trimChanges({ now: nextWeek });
      assert.equal((await store.listChanges(ACME, 0, 1))[0]?.position, 1);
      await store.trimChanges({ now: nextWeek, keepChanges: 10 });
      assert.equal(await store.headPosition(ACME), head);
      const kept = await store.listChanges(ACME, head - 10, 100);
      assert.deepEqual(
        kept.map((change) => change.position),
        Array.from({ length: 10 }, (_, i) => head - 9 + i),
      );
      await assert.rejects(store.listChanges(ACME, head - 11, 100), FeedTrimmed);
      await assert.rejects(store.listChanges(ACME, 0, 100), FeedTrimmed);
      assert.deepEqual(await store.listChanges(ACME, head, 100), []);
      await assert.rejects(store.listChanges(ACME, head + 1, 100), FeedTrimmed);
    });
  });
};
