// Suite: many writes in one transaction. Each step returns its result, and a failed one changes nothing.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import type {
  BulkDelete,
  BulkStep,
  ResourceKey,
  ResourceKind,
} from '../../../src/domain/manage/managed-resource.ts';
import { ACME, CATALOG, everyKind, line, type OpenStore, putAll, uuid, versionIn } from './store-fixture.ts';
import { changesSince, exported, keys, left, OTHER, openFilled, TENANT } from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const put = (object: BundleObject): BulkStep => ({ action: 'put', object });
const drop = (kind: BulkDelete['kind'], key: ResourceKey = keys[kind as ResourceKind]): BulkStep => ({
  action: 'delete',
  kind,
  key,
});
const product = (id: string): ResourceKey => ({ catalog_id: CATALOG, id });

export const describeBulk = (open: OpenStore): void => {
  describe('batch', () => {
    it('tells of each step in order, and of what changed in the feed', async (t) => {
      const store = await openFilled(open, t);
      const head = await store.headPosition(ACME);
      const outcomes = await store.writeBatch(ACME, [
        put(line('product', { id: 'p2' })),
        put(line('product', { id: 'p2' })),
        put(line('product', { id: 'p2', name: 'Other' })),
        drop('product', product('p2')),
        drop('product', product('p2')),
        put(line('search_event', { term: 'boot' })),
        put(line('product', { id: 'p3' })),
      ]);
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['created', 'unchanged', 'updated', 'deleted', 'absent', 'created', 'created'],
      );
      const expected = ['product p2', 'product p2', 'product p2', 'product p3'];
      assert.deepEqual(await changesSince(store, head), expected);
      assert.equal(await store.findResource(ACME, 'product', product('p2')), undefined);
    });

    it('takes records, versions and publications away as they are taken away one by one', async (t) => {
      const store = await openFilled(open, t);
      const [record, other, first, second] = [uuid(401), uuid(402), uuid(403), uuid(404)];
      const published = { record_id: record, environment_id: 'PROD', version_id: first };
      await putAll(store, ACME, [
        line('record', { id: record }),
        line('record', { id: other }),
        versionIn(first, 1, ['en-us', 'de-de'], { record_id: record }),
        versionIn(second, 2, ['en-us'], { record_id: record }),
        line('publication', { ...published, locales: null }),
      ]);
      const elsewhere = await exported(store, OTHER);
      const head = await store.headPosition(ACME);
      const outcomes = await store.writeBatch(ACME, [
        drop('record', { id: record }),
        drop('version', { record_id: record, id: first }),
        drop('version', { record_id: other, id: second }),
        { ...drop('publication', { ...published, environment_id: 'NONE' }) },
        { ...drop('publication', published), locales: ['de-de'] } as BulkStep,
        { ...drop('publication', published), locales: ['de-de'] } as BulkStep,
        drop('publication', published),
        drop('publication', published),
        drop('version', { record_id: record, id: first }),
        drop('version', { record_id: record, id: second }),
        drop('record', { id: record }),
        drop('record', { id: record }),
        drop('record', { id: uuid(499) }),
      ]);
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.kind === 'needed' ? outcome.dependents : outcome.kind)),
        [
          [{ kind: 'environment', id: 'PROD' }],
          [{ kind: 'environment', id: 'PROD' }],
          ...['absent', 'absent', 'deleted', 'absent', 'deleted', 'absent', 'deleted'],
          [{ kind: 'record', id: record }],
          ...['deleted', 'absent', 'absent'],
        ],
      );
      assert.equal((await changesSince(store, head)).length, 4);
      assert.equal(await store.findRecord(ACME, 'blog', record), undefined);
      assert.deepEqual(await exported(store, OTHER), elsewhere);
      const foreign = await store.writeBatch(OTHER, [drop('record', { id: other })]);
      assert.deepEqual(foreign, [{ kind: 'absent' }]);
    });

    it('takes every kind of a bundle in one go, and nothing the second time', async (t) => {
      const store = await open(t);
      const steps = everyKind(ACME).map(put);
      assert.ok((await store.writeBatch(ACME, steps)).every(({ kind }) => kind === 'created'));
      const head = await store.headPosition(ACME);
      assert.ok((await store.writeBatch(ACME, steps)).every(({ kind }) => kind === 'unchanged'));
      assert.equal(await store.headPosition(ACME), head);
    });

    it('goes on after a step at fault, which leaves nothing behind', async (t) => {
      const store = await openFilled(open, t);
      const before = await exported(store, ACME);
      const head = await store.headPosition(ACME);
      const outcomes = await store.writeBatch(ACME, [
        put(line('product', { catalog_id: uuid(99) })),
        put(line('publication', { locales: ['en-us', 'fr-fr'] })),
        put(versionIn(uuid(71), 1, ['en-us'])),
        drop('catalog'),
        drop('tenant', { id: 'other' }),
        drop('product', { catalog_id: uuid(99), id: 'p1' }),
      ]);
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['fault', 'fault', 'fault', 'needed', 'absent', 'absent'],
      );
      const [fault, , , needed] = outcomes;
      assert.match(fault?.kind === 'fault' ? fault.message : '', /^catalog_id: there is no catalog/);
      assert.deepEqual(needed, {
        kind: 'needed',
        dependents: [
          { kind: 'store', id: 's1' },
          { kind: 'category', id: 'c1' },
          { kind: 'product', id: 'p1' },
          { kind: 'content_item', id: 'wp-1/en-us' },
          { kind: 'synonyms', id: 'syn1' },
          { kind: 'merchandising_rule', id: 'r1' },
          { kind: 'attribute', id: 'color' },
          { kind: 'facet', id: 'price' },
        ],
        count: 8,
      });
      assert.deepEqual(await exported(store, ACME), before);
      assert.equal(await store.headPosition(ACME), head);
    });

    it('sees in every step what those before it have deleted', async (t) => {
      const store = await openFilled(open, t);
      const catalog_id = uuid(5);
      const outcomes = await store.writeBatch(ACME, [
        put(line('catalog', { id: catalog_id })),
        put(line('product', { catalog_id })),
        drop('catalog', { id: catalog_id }),
        drop('product', { catalog_id, id: 'p1' }),
        drop('catalog', { id: catalog_id }),
        put(line('product', { catalog_id })),
        put(line('environment', { id: 'NEW' })),
        put(line('domain', { host: 'new.test', environment_id: 'NEW' })),
        drop('domain', { host: 'NEW.test' }),
        drop('environment', { id: 'NEW' }),
        put(line('domain', { host: 'new.test', environment_id: 'NEW' })),
      ]);
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        [
          'created',
          'created',
          'needed',
          'deleted',
          'deleted',
          'fault',
          'created',
          'created',
          'deleted',
          'deleted',
          'fault',
        ],
      );
    });

    it('is all or nothing when it fails as a whole', async (t) => {
      const store = await openFilled(open, t);
      const before = await exported(store, ACME);
      const head = await store.headPosition(ACME);
      const broken = { kind: 'product' } as unknown as BundleObject;
      await assert.rejects(
        store.writeBatch(ACME, [
          put(line('product', { id: 'p2' })),
          drop('synonyms'),
          put({ ...line('category', { id: 'c2' }), name: 1n as unknown as string }),
          put(broken),
        ]),
      );
      assert.deepEqual(await exported(store, ACME), before);
      assert.equal(await store.headPosition(ACME), head);
    });

    it('empties a workspace from its leaves up, and touches no other', async (t) => {
      const store = await openFilled(open, t);
      await store.removeRecord(ACME, 'blog', uuid(3), { cascade: true, now: '2026-03-04T05:06:07.000Z' });
      const theirs = await exported(store, OTHER);
      const order = [
        'facet',
        'attribute',
        'merchandising_rule',
        'synonyms',
        'content_item',
        'product',
        'category',
        'store',
        'domain',
        'form',
        'catalog',
        'content_model',
        'environment',
      ] as const;
      const outcomes = await store.writeBatch(ACME, [
        ...order.map((kind) => drop(kind)),
        drop('environment', { id: 'STAGE' }),
        drop('workspace'),
      ]);
      assert.ok(
        outcomes.every(({ kind }) => kind === 'deleted'),
        JSON.stringify(outcomes),
      );
      assert.deepEqual(await left(store, ACME), []);
      assert.deepEqual(await exported(store, OTHER), theirs);
      const [gone] = await store.writeBatch(TENANT, [drop('tenant')]);
      assert.deepEqual(gone, { kind: 'needed', dependents: [{ kind: 'workspace', id: 'shop' }], count: 1 });
    });

    it('takes very many steps', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [line('catalog')]);
      const ids = Array.from({ length: sizeFor(open, 300, 3_000) }, (_, index) => `q${index}`);
      const made = await store.writeBatch(
        ACME,
        ids.map((id) => put(line('product', { id }))),
      );
      assert.ok(made.every(({ kind }) => kind === 'created'));
      const gone = await store.writeBatch(
        ACME,
        ids.map((id) => drop('product', product(id))),
      );
      assert.ok(gone.every(({ kind }) => kind === 'deleted'));
      const page = { skip: 0, limit: 5 };
      const { total } = await store.listResources(ACME, 'product', { catalog_id: CATALOG }, page, undefined);
      assert.equal(total, 1);
    });
  });
};
