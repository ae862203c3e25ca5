// Suite: single managed resources. Finding and listing, the results of writes, and preconditions.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import {
  type ResourceKind,
  resourceKinds,
  type WriteResult,
} from '../../../src/domain/manage/managed-resource.ts';
import { failure } from '../../fixtures/fake-caller.ts';
import { meterWith } from '../../fixtures/fake-meter.ts';
import {
  ACME,
  CATALOG,
  everyKind,
  line,
  type OpenStore,
  putAll,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import {
  changesSince,
  keys,
  OTHER,
  openFilled,
  SIBLING,
  scopeOf,
  TENANT,
  write,
} from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const FREE = { units: Number.POSITIVE_INFINITY, part: 'list', advice: '' };

const tagOf = (result: WriteResult): string => ('resource' in result ? result.resource.tag : '');

const faultOf = async (writing: Promise<WriteResult>): Promise<string> => {
  const result = await writing;
  assert.equal(result.kind, 'fault');
  return result.kind === 'fault' ? `${result.field} | ${result.message}` : '';
};

const describeFind = (open: OpenStore): void => {
  describe('find resource', () => {
    it('gives back each kind whole, by its key', async (t) => {
      const store = await openFilled(open, t);
      for (const kind of resourceKinds) {
        const expected = everyKind(ACME).find((object) => object.kind === kind);
        const found = await store.findResource(scopeOf(kind), kind, keys[kind]);
        assert.deepEqual(found?.object, expected, kind);
        assert.match(found?.tag ?? '', /^[A-Za-z0-9_-]{22}$/);
      }
    });

    it('finds nothing under a key of another workspace, and nothing above its own', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, OTHER, [line('product', { id: 'theirs' }), line('domain', { host: 'their.test' })]);
      const theirs = { catalog_id: CATALOG, id: 'theirs' };
      assert.equal(await store.findResource(ACME, 'product', theirs), undefined);
      assert.equal(await store.findResource(ACME, 'domain', { host: 'their.test' }), undefined);
      assert.ok(await store.findResource(OTHER, 'product', theirs));
      assert.equal(await store.findResource(ACME, 'tenant', { id: 'other' }), undefined);
      assert.equal(await store.findResource(ACME, 'workspace', { id: 'shop' }), undefined);
      assert.ok(await store.findResource(SIBLING, 'workspace', { id: 'shop' }));
      for (const kind of resourceKinds) {
        const nowhere = { tenantId: 'x', workspaceId: 'web' };
        const found = await store.findResource(nowhere, kind, keys[kind]);
        assert.equal(found, undefined, kind);
      }
    });

    it('gives a tag that changes with the thing and with nothing else', async (t) => {
      const store = await openFilled(open, t);
      const tag = async () => (await store.findResource(ACME, 'product', keys.product))?.tag;
      const first = await tag();
      const original = everyKind(ACME).find((object) => object.kind === 'product') ?? line('product');
      const reversed = Object.fromEntries(Object.entries(original).reverse()) as BundleObject;
      await write(store, line('product', { id: 'p2' }));
      assert.equal(await tag(), first);
      await write(store, line('product', { name: 'Blue shoe' }));
      assert.notEqual(await tag(), first);
      const again = await write(store, reversed);
      assert.equal(tagOf(again), first);
      assert.equal(await tag(), first);
    });
  });
};

const describeList = (open: OpenStore): void => {
  describe('list resources', () => {
    it('pages in the order of keys, with the exact total, over more than is counted at once', async (t) => {
      const store = await openFilled(open, t);
      const ids = Array.from(
        { length: sizeFor(open, 321, 4_321) },
        (_, index) => `q${(index * 7919) % 100_003}`,
      );
      await putAll(store, ACME, [line('catalog', { id: uuid(5) })]);
      await putAll(store, ACME, [line('product', { catalog_id: uuid(5), id: 'elsewhere' })]);
      await putAll(
        store,
        ACME,
        ids.map((id) => line('product', { id })),
      );
      const all = [...new Set([...ids, 'p1'])].sort();
      for (const [skip, limit] of [
        [0, 3],
        [1_990, 20],
        [1_999, 2],
        [2_000, 5],
        [4_000, 100],
        [all.length - 1, 10],
        [all.length, 10],
        [100_000, 10],
        [10, 0],
      ] as const) {
        const page = { skip, limit };
        const notes = meterWith();
        const { items, total } = await notes.meter.run(ACME, FREE, (budget) =>
          store.listResources(ACME, 'product', { catalog_id: CATALOG }, page, undefined, budget),
        );
        assert.equal(total, all.length);
        assert.ok(notes.longest <= 1_500_000, `${notes.longest}`);
        assert.deepEqual(
          items.map(({ object }) => object['id']),
          all.slice(skip, skip + limit),
        );
      }
    });

    it('lists what is accepted as if there were nothing else', async (t) => {
      const store = await openFilled(open, t);
      await putAll(
        store,
        ACME,
        Array.from({ length: 450 }, (_, index) =>
          line('product', { id: `q${String(index).padStart(3, '0')}`, in_stock: index % 3 === 0 }),
        ),
      );
      const list = (skip: number, limit: number) =>
        store.listResources(
          ACME,
          'product',
          { catalog_id: CATALOG },
          { skip, limit },
          { filters: [{ field: 'in_stock', value: false }] },
        );
      const { items, total } = await list(100, 3);
      assert.equal(total, 300);
      assert.deepEqual(
        items.map(({ object }) => object['id']),
        ['q151', 'q152', 'q154'],
      );
      assert.deepEqual(await list(300, 3), { items: [], total: 300 });
      const [first] = items;
      const key = { catalog_id: CATALOG, id: 'q151' };
      assert.deepEqual(await store.findResource(ACME, 'product', key), first);
    });

    it('reads long things one by one, whatever comes before them', async (t) => {
      const store = await openFilled(open, t);
      const description = 'x'.repeat(100_000);
      const things = Array.from({ length: 60 }, (_, index) =>
        line('product', { id: `q${index + 10}`, ...(index < 50 ? {} : { description }) }),
      );
      await putAll(store, ACME, things);
      const inStock = { filters: [{ field: 'in_stock', value: true }] };
      for (const query of [undefined, inStock, { filters: [], search: '' }]) {
        const notes = meterWith();
        const list = (units: number) =>
          notes.meter.run(ACME, { ...FREE, units }, (budget) =>
            store.listResources(
              ACME,
              'product',
              { catalog_id: CATALOG },
              { skip: 1, limit: 100 },
              query,
              budget,
            ),
          );
        const { items, total } = await list(Number.POSITIVE_INFINITY);
        assert.deepEqual([total, items.length], [61, 60]);
        assert.equal(items.at(-1)?.object['description'], description);
        assert.ok(notes.longest < 1_600_000, `${notes.longest}`);
        assert.ok(notes.pauses > 10);
        await assert.rejects(list(notes.spent), failure(400, 'InvalidInput', 'too_much:list'));
      }
    });

    it('lists every kind of its workspace only', async (t) => {
      const store = await openFilled(open, t);
      const count = async (kind: ResourceKind, workspace = ACME) =>
        (await store.listResources(workspace, kind, {}, { skip: 0, limit: 100 }, undefined)).total;
      for (const kind of resourceKinds) {
        const expected = { environment: 2, workspace: 2, tenant: 2 }[kind as string] ?? 1;
        assert.equal(await count(kind), expected, kind);
        if (kind !== 'tenant') assert.equal(await count(kind, { tenantId: 'x', workspaceId: 'web' }), 0);
      }
      assert.equal(await count('tenant', { tenantId: '', workspaceId: '' }), 2);
      assert.equal(await count('workspace', { tenantId: 'acme', workspaceId: '' }), 2);
      assert.equal(await count('workspace', { tenantId: 'other', workspaceId: '' }), 1);
    });

    it('lists under as much of a key as is given', async (t) => {
      const store = await openFilled(open, t);
      const items = [
        line('content_item', { locale: 'de-de' }),
        line('content_item', { provider_id: 'wp-2', locale: 'de-de' }),
      ];
      await putAll(store, ACME, items);
      const under = async (parent: Record<string, string>) =>
        (await store.listResources(ACME, 'content_item', parent, { skip: 0, limit: 9 }, undefined)).items.map(
          ({ object }) => `${object['provider_id']} ${object['locale']}`,
        );
      assert.deepEqual(await under({ catalog_id: CATALOG }), ['wp-1 de-de', 'wp-1 en-us', 'wp-2 de-de']);
      assert.deepEqual(await under({ catalog_id: CATALOG, provider_id: 'wp-1' }), [
        'wp-1 de-de',
        'wp-1 en-us',
      ]);
      assert.deepEqual(await under({ catalog_id: uuid(99) }), []);
    });
  });
};

const describeWrite = (open: OpenStore): void => {
  describe('write resource', () => {
    it('makes, changes and leaves each kind, and tells the feed just so', async (t) => {
      const store = await open(t);
      const lines = everyKind(ACME).filter((object) =>
        (resourceKinds as readonly string[]).includes(object.kind),
      );
      for (const object of lines) assert.equal((await write(store, object)).kind, 'created', object.kind);
      const head = await store.headPosition(ACME);
      assert.equal(head, lines.length - 1);
      for (const object of lines) assert.equal((await write(store, object)).kind, 'unchanged', object.kind);
      assert.equal(await store.headPosition(ACME), head);
      const result = await write(store, line('product', { name: 'Blue shoe' }));
      assert.equal(result.kind, 'updated');
      assert.deepEqual(await changesSince(store, head), ['product p1']);
      assert.deepEqual(
        'resource' in result && result.resource,
        await store.findResource(ACME, 'product', keys.product),
      );
      assert.deepEqual(await store.listChanges(TENANT, 0, 10), [
        {
          position: 1,
          kind: 'tenant',
          catalogId: '',
          id: 'acme',
          fingerprint: await store.changeFingerprint(TENANT, 1),
        },
      ]);
    });

    it('says what is at fault, and where', async (t) => {
      const store = await openFilled(open, t);
      const cases: [string, BundleObject][] = [
        [
          'environment_id | environment_id: there is no environment "X"',
          line('store', { environment_id: 'X' }),
        ],
        ['environment_ids.1 | environment_ids.1: there', line('catalog', { environment_ids: ['PROD', 'X'] })],
        ['catalog_id | catalog_id: there is no catalog', line('product', { catalog_id: uuid(99) })],
        ['internal_name | internal_name: "blog" is the name', line('content_model', { id: uuid(60) })],
        ['host | host: "shop.web.other.test" is registered', line('domain', { host: 'shop.web.other.test' })],
      ];
      const head = await store.headPosition(ACME);
      for (const [expected, object] of cases) {
        const fault = await faultOf(write(store, object));
        assert.equal(fault.slice(0, expected.length), expected);
        assert.doesNotMatch(fault, /"other"/);
      }
      assert.equal(await store.headPosition(ACME), head);
    });

    it('needs the tenant of a workspace and the workspace of anything', async (t) => {
      const store = await open(t);
      assert.match(await faultOf(write(store, line('workspace'))), /^tenant_id .*"acme"/);
      assert.match(await faultOf(write(store, line('environment'))), /^workspace_id .*"web"/);
      assert.match(await faultOf(write(store, line('tenant', { id: 'x' }))), /^id /);
      await write(store, line('tenant'));
      assert.match(await faultOf(write(store, line('workspace', { id: 'x' }))), /^id /);
      assert.equal((await write(store, line('workspace'))).kind, 'created');
    });

    it('happens only when the precondition holds', async (t) => {
      const store = await openFilled(open, t);
      const current = await store.findResource(ACME, 'product', keys.product);
      assert.ok(current);
      const changed = line('product', { name: 'Blue shoe' });
      const added = line('product', { id: 'p2' });
      const { tag } = current;
      const none = { kind: 'refused', current: undefined };
      assert.deepEqual(await write(store, changed, { kind: 'absent' }), { kind: 'refused', current });
      assert.deepEqual(await write(store, added, { kind: 'present' }), none);
      assert.deepEqual(await write(store, added, { kind: 'tag', tags: [tag] }), none);
      assert.deepEqual(await write(store, changed, { kind: 'tag', tags: ['x'] }), {
        kind: 'refused',
        current,
      });
      assert.deepEqual(await store.findResource(ACME, 'product', keys.product), current);
      assert.equal((await write(store, added, { kind: 'absent' })).kind, 'created');
      assert.equal((await write(store, changed, { kind: 'tag', tags: ['x', tag] })).kind, 'updated');
      assert.equal((await write(store, changed, { kind: 'present' })).kind, 'unchanged');
      // Another workspace's resource with the same key does not matter.
      await putAll(store, OTHER, [line('product', { id: 'p3' })]);
      assert.equal((await write(store, line('product', { id: 'p3' }), { kind: 'absent' })).kind, 'created');
    });

    it('lets one of several writers win who all worked from the same state', async (t) => {
      const store = await openFilled(open, t);
      const tag = (await store.findResource(ACME, 'product', keys.product))?.tag ?? '';
      const names = Array.from({ length: 8 }, (_, index) => `name ${index}`);
      const results = await Promise.all(
        names.map((name) => write(store, line('product', { name }), { kind: 'tag', tags: [tag] })),
      );
      assert.deepEqual(
        results.map(({ kind }) => kind).sort(),
        ['refused', 'updated'].flatMap((kind, which) =>
          Array.from({ length: which === 0 ? 7 : 1 }, () => kind),
        ),
      );
      const winner = results.findIndex(({ kind }) => kind === 'updated');
      const stored = await store.findResource(ACME, 'product', keys.product);
      assert.equal(stored?.object['name'], names[winner]);
      for (const result of results) if (result.kind === 'refused') assert.deepEqual(result.current, stored);
      const makers = await Promise.all(
        names.map((name) => write(store, line('product', { id: 'new', name }), { kind: 'absent' })),
      );
      assert.equal(makers.filter(({ kind }) => kind === 'created').length, 1);
    });

    it('keeps to its own workspace', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, OTHER, workspaceLines(OTHER));
      const before = await store.findResource(OTHER, 'product', keys.product);
      const head = await store.headPosition(OTHER);
      await write(store, line('product', { name: 'Blue shoe' }));
      assert.deepEqual(await store.findResource(OTHER, 'product', keys.product), before);
      assert.equal(await store.headPosition(OTHER), head);
    });
  });
};

export const describeResources = (open: OpenStore): void => {
  describeFind(open);
  describeList(open);
  describeWrite(open);
};
