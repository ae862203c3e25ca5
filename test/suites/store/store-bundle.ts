// Suite: import and export. What a put returns and refuses, and that an export equals the import.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import { BundleFault } from '../../../src/domain/manage/bundle-store.ts';
import {
  ACME,
  CATALOG,
  collect,
  everyKind,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  putEveryKind,
  RECORD,
  uuid,
  VERSION_1,
  VERSION_2,
  versionIn,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const OTHER = { tenantId: 'other', workspaceId: 'web' };

const openFilled = (open: OpenStore, t: TestContext): Promise<Store> => openFilledBy(open, t, putEveryKind);

const exported = async (store: Store, filter = {}): Promise<BundleObject[]> =>
  (await collect(store.readBundle(filter))).map(({ object }) => object);

const faultOf = async (store: Store, object: BundleObject, scope = ACME): Promise<string> => {
  let message = '';
  await store.writeBundle(async (writer) => {
    await assert.rejects(writer.put(scope, object), (error) => {
      assert.ok(error instanceof BundleFault, String(error));
      message = error.message;
      return true;
    });
    return false;
  });
  return message;
};

export const describeBundle = (open: OpenStore): void => {
  describe('put', () => {
    it('tells new from changed from same, whatever the order of the keys', async (t) => {
      const store = await open(t);
      const lines = everyKind(ACME);
      assert.ok((await putAll(store, ACME, lines)).every((outcome) => outcome === 'created'));
      const turned = lines.map(
        (object) => Object.fromEntries(Object.entries(object).reverse()) as BundleObject,
      );
      assert.ok((await putAll(store, ACME, turned)).every((outcome) => outcome === 'unchanged'));
      const changed = await putAll(store, ACME, [
        line('tenant', { name: 'Acme' }),
        line('product', { attributes: { color: [] } }),
        line('search_event', { total: 4 }),
        line('popular_term', { term: 'boot' }),
        line('publication', { published_at: '2027-01-01' }),
        line('publication', { version_id: VERSION_2, published_at: '2027-01-01' }),
        line('publication', { published_at: '2028-01-01', locales: ['de-de'] }),
      ]);
      assert.deepEqual(changed, [
        'updated',
        'updated',
        'updated',
        'updated',
        'updated',
        'created',
        'updated',
      ]);
    });

    it('writes all or nothing', async (t) => {
      const store = await openFilled(open, t);
      const before = await exported(store);
      const add = line('form', { id: uuid(77) });
      assert.equal(
        await store.writeBundle(async (writer) => {
          assert.equal(await writer.put(ACME, add), 'created');
          return false;
        }),
        false,
      );
      await assert.rejects(
        store.writeBundle(async (writer) => {
          await writer.put(ACME, add);
          throw new Error('interrupted');
        }),
        /interrupted/,
      );
      assert.deepEqual(await exported(store), before);
      assert.deepEqual(await putAll(store, ACME, [add]), ['created']);
    });

    it('goes on after a refused line', async (t) => {
      const store = await openFilled(open, t);
      await store.writeBundle(async (writer) => {
        await assert.rejects(writer.put(ACME, line('product', { catalog_id: uuid(99) })), BundleFault);
        await writer.put(ACME, line('product', { id: 'p2' }));
        return true;
      });
      const scope = { ...ACME, environmentId: 'PROD' };
      assert.equal((await store.findProduct(scope, CATALOG, 'p2'))?.id, 'p2');
    });

    it('is not to be used when its transaction is over', async (t) => {
      const store = await openFilled(open, t);
      let kept: Parameters<Parameters<Store['writeBundle']>[0]>[0] | undefined;
      await store.writeBundle(async (writer) => {
        kept = writer;
        return true;
      });
      await assert.rejects(async () => kept?.put(ACME, line('form', { id: uuid(77) })), /already written/);
    });

    it('keeps keys that look like something else', async (t) => {
      const store = await openFilled(open, t);
      const odd = JSON.parse('{"__proto__":["a"],"10":"ten","2":"two","constructor":true,"":1}');
      odd[''] = undefined;
      await putAll(store, ACME, [line('product', { id: 'odd', attributes: odd })]);
      const found = (await exported(store)).find(
        (object) => object.kind === 'product' && object.id === 'odd',
      );
      assert.equal(
        JSON.stringify(found?.kind === 'product' && found.attributes),
        '{"2":"two","10":"ten","__proto__":["a"],"constructor":true}',
      );
    });
  });

  describe('references', () => {
    it('need the tenant and the workspace of their scope', async (t) => {
      const store = await open(t);
      assert.match(await faultOf(store, line('environment')), /workspace_id.*"web"/);
      assert.match(await faultOf(store, line('workspace')), /tenant_id.*"acme"/);
      assert.match(await faultOf(store, line('tenant', { id: 'x' })), /"x".*"acme"/);
      assert.match(await faultOf(store, line('workspace', { id: 'x' })), /"x".*"web"/);
    });

    it('must exist in the same workspace', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, OTHER, workspaceLines(OTHER));
      const catalogKinds = ['category', 'product', 'content_item', 'synonyms', 'merchandising_rule'] as const;
      for (const kind of [
        ...catalogKinds,
        'attribute',
        'facet',
        'search_event',
        'popular_term',
        'store',
      ] as const) {
        const expected = `catalog_id: there is no catalog "${CATALOG}" in this workspace`;
        assert.equal(await faultOf(store, line(kind), OTHER), expected);
      }
      const cases: [RegExp, BundleObject][] = [
        [/^environment_id: .*"X"/, line('domain', { host: 'x.test', environment_id: 'X' })],
        [/^environment_id: .*"X"/, line('store', { environment_id: 'X' })],
        [/^environment_ids\.1: .*"X"/, line('catalog', { environment_ids: ['PROD', 'X'] })],
        [/^environment_ids\.0: .*"X"/, line('content_item', { environment_ids: ['X'] })],
        [/^environment_ids\.0: .*"X"/, line('form', { environment_ids: ['X'] })],
        [/^environment_id: .*"X"/, line('publication', { environment_id: 'X' })],
        [/^model: .*"news"/, line('record', { id: uuid(70), model: 'news' })],
        [/^record_id: /, versionIn(uuid(71), 1, ['en-us'], { record_id: uuid(72) })],
        [/^version_id: /, line('publication', { version_id: uuid(72) })],
        [/^version_id: /, line('publication', { record_id: uuid(72) })],
        [/^name: "price" is a field of every product/, line('attribute', { name: 'price' })],
        [/^field: "sku" is never a facet$/, line('facet', { field: 'sku' })],
        [/^type: "categories" is the type of/, line('facet', { field: 'brand', type: 'categories' })],
        [/^type: "categories" is the type of/, line('facet', { field: 'categories' })],
        [/^boundaries: only a facet of the type "ranges"/, line('facet', { type: 'values' })],
        [/^boundaries\.1: boundaries must ascend$/, line('facet', { boundaries: [2, 2] })],
        [/^boundaries\.1: boundaries are all numbers/, line('facet', { boundaries: [2, '2026-01-01'] })],
        [/^locales: .*"fr-fr"/, line('publication', { locales: ['en-us', 'fr-fr'] })],
      ];
      for (const [expected, object] of cases) assert.match(await faultOf(store, object), expected);
    });

    it('leave to others what is theirs', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, OTHER, workspaceLines(OTHER));
      const host = 'SHOP.web.acme.test';
      assert.match(await faultOf(store, line('domain', { host }), OTHER), /^host: .*another workspace/);
      const model = line('content_model', { id: uuid(60) });
      assert.match(await faultOf(store, model), /^internal_name: "blog" is the name of another/);
      const renamed = line('content_model', { internal_name: 'articles' });
      assert.match(await faultOf(store, renamed), /^internal_name: "blog" has records/);
      await putAll(store, ACME, [line('record', { id: uuid(61) })]);
      const stolen = versionIn(VERSION_1, 9, ['en-us'], { record_id: uuid(61) });
      assert.match(await faultOf(store, stolen), new RegExp(`^id: .*${RECORD}`));
      assert.match(
        await faultOf(store, versionIn(uuid(62), 2, ['en-us'])),
        new RegExp(`^number: 2.*${VERSION_2}`),
      );
      assert.match(
        await faultOf(store, versionIn(VERSION_1, 1, ['en-us'])),
        /^localized: "de-de" is published/,
      );
      assert.deepEqual(await putAll(store, OTHER, [line('content_model', { internal_name: 'blog' })]), [
        'created',
      ]);
    });
  });

  describe('export', () => {
    it('gives back every object in an order that can be written again', async (t) => {
      const store = await openFilled(open, t);
      const b2b = { tenantId: 'acme', workspaceId: 'b2b' };
      await putAll(store, b2b, everyKind(b2b, '-b2b'));
      await putAll(store, OTHER, everyKind(OTHER, '-other'));
      const whole = await collect(store.readBundle({}));
      const copy = await open(t);
      await copy.writeBundle(async (writer) => {
        for (const { scope, object } of whole) await writer.put(scope, object);
        return true;
      });
      assert.deepEqual(await collect(copy.readBundle({})), whole);
      const own = whole.filter(({ scope }) => scope.tenantId === 'acme' && scope.workspaceId === 'web');
      const sorted = (objects: unknown[]) => objects.map((object) => JSON.stringify(object)).sort();
      const asStored = (objects: BundleObject[]) => objects.map((object) => sortKeys(object));
      assert.deepEqual(sorted(asStored(own.map(({ object }) => object))), sorted(asStored(everyKind(ACME))));
      assert.deepEqual(await collect(store.readBundle(ACME)), own);
      assert.equal((await collect(store.readBundle({ tenantId: 'acme' }))).length, own.length * 2);
      assert.deepEqual(await collect(store.readBundle({ tenantId: 'nobody' })), []);
    });

    it('says publications by what stands: all locales as null, else which', async (t) => {
      const store = await openFilled(open, t);
      await putAll(store, ACME, [
        line('publication', { environment_id: 'STAGE', published_at: '2026-01-01' }),
        line('publication', { environment_id: 'STAGE', version_id: VERSION_2, published_at: '2026-01-02' }),
        line('publication', {
          environment_id: 'STAGE',
          locales: ['en-us', 'en-us'],
          published_at: '2026-01-03',
        }),
      ]);
      const lines = (await exported(store)).filter((object) => object.kind === 'publication');
      assert.deepEqual(lines, [
        line('publication'),
        line('publication', { environment_id: 'STAGE', locales: ['en-us'], published_at: '2026-01-03' }),
        line('publication', { environment_id: 'STAGE', version_id: VERSION_2, published_at: '2026-01-02' }),
      ]);
      assert.deepEqual(await putAll(store, ACME, lines), ['unchanged', 'unchanged', 'unchanged']);
    });

    it('reads more than one page of a kind', async (t) => {
      const store = await openFilled(open, t);
      const added = Array.from({ length: sizeFor(open, 260, 700) }, (_, index) => [
        line('product', { id: `x${index}` }),
        line('content_item', { provider_id: `x${index % 3}`, locale: `l${String(index)}` }),
        line('popular_term', { rank: index + 1, term: `t${index}` }),
        line('record', { id: uuid(10_000 + index) }),
        versionIn(uuid(20_000 + index), 1, ['en-us', 'fr-fr'], { record_id: uuid(10_000 + index) }),
        line('publication', { record_id: uuid(10_000 + index), version_id: uuid(20_000 + index) }),
      ]).flat();
      await putAll(store, ACME, added);
      const keys = new Set((await exported(store)).map((object) => JSON.stringify(sortKeys(object))));
      for (const object of added)
        assert.ok(keys.has(JSON.stringify(sortKeys(object))), JSON.stringify(object));
      assert.equal(keys.size, everyKind(ACME).length + added.length - 1);
    });

    it('is one state, whatever is written meanwhile', async (t) => {
      const store = await openFilled(open, t);
      const before = await exported(store);
      const seen: BundleObject[] = [];
      for await (const { object } of store.readBundle({})) {
        if (seen.push(object) === 1) {
          await putAll(store, ACME, [line('form', { id: uuid(88) }), line('product', { name: 'Changed' })]);
        }
      }
      assert.deepEqual(seen, before);
      assert.notDeepEqual(await exported(store), before);
    });
  });

  it('is empty until a tenant is put', async (t) => {
    const store = await open(t);
    assert.equal(await store.isEmpty(), true);
    await putAll(store, ACME, [line('tenant')]);
    assert.equal(await store.isEmpty(), false);
  });
};

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortKeys(member)]),
  );
};
