// Suite: deleting managed resources. A resource in use stays, with its dependents listed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACME, CATALOG, FORM, line, type OpenStore, putAll, RECORD, uuid } from './store-fixture.ts';
import {
  done,
  exported,
  keys,
  left,
  needed,
  OTHER,
  openFilled,
  openWithAll,
  PROD,
  remove,
  SUBMISSION,
  token,
  without,
} from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

export const describeDelete = (open: OpenStore): void => {
  describe('delete resource', () => {
    it('knows only what is there, in its own workspace', async (t) => {
      const store = await openFilled(open, t);
      const theirs = await exported(store, OTHER);
      assert.deepEqual(await remove(store, 'synonyms'), done);
      assert.deepEqual(await remove(store, 'synonyms'), { kind: 'absent' });
      await putAll(store, OTHER, [line('product', { id: 'theirs' })]);
      const key = { catalog_id: CATALOG, id: 'theirs' };
      assert.deepEqual(await remove(store, 'product', { key, cascade: true }), { kind: 'absent' });
      const tenant = { key: { id: 'other' }, cascade: true, workspace: ACME };
      assert.deepEqual(await remove(store, 'tenant', tenant), { kind: 'absent' });
      assert.equal((await exported(store, OTHER)).length, theirs.length + 1);
    });

    it('happens only when the precondition holds', async (t) => {
      const store = await openFilled(open, t);
      const current = await store.findResource(ACME, 'product', keys.product);
      const tag = current?.tag ?? '';
      const stale = { precondition: { kind: 'tag', tags: ['x'] } } as const;
      assert.deepEqual(await remove(store, 'product', stale), { kind: 'refused', current });
      const absent = { key: { catalog_id: CATALOG, id: 'x' }, ...stale };
      assert.deepEqual(await remove(store, 'product', absent), { kind: 'absent' });
      const results = await Promise.all(
        Array.from({ length: 4 }, () =>
          remove(store, 'product', { precondition: { kind: 'tag', tags: [tag] } }),
        ),
      );
      assert.deepEqual(results.map(({ kind }) => kind).sort(), ['absent', 'absent', 'absent', 'done']);
    });

    it('leaves no trace of a leaf but one feed entry', async (t) => {
      const store = await openWithAll(open, t);
      await store.deleteSubmission(ACME, FORM, SUBMISSION);
      const leaves = ['domain', 'store', 'category', 'product', 'content_item', 'synonyms'] as const;
      const gone: string[] = [];
      for (const kind of [...leaves, 'merchandising_rule', 'attribute', 'facet', 'form'] as const) {
        const head = await store.headPosition(ACME);
        assert.deepEqual(await remove(store, kind), done, kind);
        assert.equal(await store.findResource(ACME, kind, keys[kind]), undefined);
        const [change, ...others] = await store.listChanges(ACME, head, 10);
        assert.equal(change?.kind, kind);
        assert.equal(change?.catalogId, 'catalog_id' in keys[kind] || kind === 'store' ? CATALOG : '');
        assert.deepEqual(others, []);
        gone.push(`${kind} ${change?.id}`);
      }
      assert.deepEqual(await left(store, ACME), without(...gone));
      assert.equal(await store.findDomain(keys.domain.host), undefined);
      assert.equal(await store.findProduct(PROD, CATALOG, 'p1'), undefined);
      assert.equal(await store.findContentItem(PROD, CATALOG, 'wp-1'), undefined);
    });

    it('takes one locale of a content item', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [line('content_item', { locale: 'de-de' })]);
      await remove(store, 'content_item');
      const item = await store.findContentItem(PROD, CATALOG, 'wp-1');
      assert.deepEqual(Object.keys(item?.texts ?? {}), ['de-de']);
    });
  });

  describe('needed', () => {
    it('says by whom, for each kind that others refer to', async (t) => {
      const store = await openWithAll(open, t);
      await store.createToken(token({ id: 'tok2', environmentIds: ['STAGE', 'PROD'] }), 'd2');
      await store.createToken(token({ id: 'tok3', environmentIds: ['PROD'], expiresAt: '2020-01-01' }), 'd3');
      await store.createToken(token({ id: 'tok4', environmentIds: ['STAGE'] }), 'd4');
      await putAll(store, ACME, [
        line('form', { id: uuid(41), environment_ids: ['PROD', 'STAGE'] }),
        line('content_item', { provider_id: 'wp-2', environment_ids: ['PROD'] }),
        line('merchandising_rule', { id: 'r2', environment_ids: ['STAGE', 'PROD'] }),
        line('content_item', {
          provider_id: 'wp-3',
          environment_ids: [],
          extra_data: { environment_ids: ['PROD'] },
        }),
      ]);
      const before = [await exported(store, ACME), await store.headPosition(ACME)];
      assert.deepEqual(await remove(store, 'tenant'), needed(['workspace', 'shop'], ['workspace', 'web']));
      assert.deepEqual(
        await remove(store, 'environment'),
        needed(
          ['domain', 'shop.web.acme.test'],
          ['store', 's1'],
          ['catalog', CATALOG],
          ['content_item', `${CATALOG}/wp-2/en-us`],
          ['merchandising_rule', `${CATALOG}/r2`],
          ['form', uuid(41)],
          ['publication', `${RECORD}/de-de`],
          ['publication', `${RECORD}/en-us`],
          ['token', 'tok2'],
        ),
      );
      assert.deepEqual(await remove(store, 'content_model'), needed(['record', RECORD]));
      assert.deepEqual(await remove(store, 'form'), needed(['submission', SUBMISSION]));
      const catalog = await remove(store, 'catalog');
      assert.equal(catalog.kind === 'needed' && catalog.count, 11);
      const workspace = await remove(store, 'workspace');
      assert.deepEqual(workspace.kind === 'needed' && Object.entries(countKinds(workspace.dependents)), [
        ['environment', 2],
        ['domain', 1],
        ['content_model', 1],
        ['catalog', 1],
        ['store', 1],
        ['category', 1],
        ['product', 1],
        ['content_item', 3],
        ['synonyms', 1],
        ['merchandising_rule', 2],
        ['attribute', 1],
        ['facet', 1],
        ['form', 2],
        ['record', 1],
        ['submission', 1],
        ['token', 3],
      ]);
      assert.deepEqual([await exported(store, ACME), await store.headPosition(ACME)], before);
    });

    it('names the first hundred and counts all', async (t) => {
      const store = await openFilled(open, t);
      const count = sizeFor(open, 345, 2_345);
      await putAll(
        store,
        ACME,
        Array.from({ length: count }, (_, index) => line('product', { id: `q${index}` })),
      );
      const result = await remove(store, 'catalog');
      assert.ok(result.kind === 'needed');
      assert.equal(result.count, count + 8);
      assert.equal(result.dependents.length, 100);
      assert.deepEqual(
        result.dependents.slice(0, 4).map(({ kind, id }) => `${kind} ${id}`),
        ['store s1', 'category c1', 'product p1', 'product q0'],
      );
    });

    it('is not what only weakly refers to it', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [line('merchandising_rule', { hide: ['p1'] })]);
      for (const kind of ['category', 'product'] as const) assert.deepEqual(await remove(store, kind), done);
      await store.removeRecord(ACME, 'blog', RECORD, { cascade: true, now: '2026-03-04T05:06:07.000Z' });
      assert.deepEqual(await remove(store, 'content_model'), done);
    });
  });
};

const countKinds = (dependents: readonly { readonly kind: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of dependents) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
