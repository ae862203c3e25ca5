// Suite: what a search index is built from: catalog contents, products and content in batches.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACME,
  CATALOG,
  collect,
  everyKind,
  line,
  type OpenStore,
  putAll,
  RECORD,
  TIME,
  uuid,
  VERSION_1,
  versionIn,
  workspaceLines,
} from './store-fixture.ts';

const PROD = { ...ACME, environmentId: 'PROD' };
const settledPrice = {
  ...{ field: 'price', label: 'Price', position: 0, type: 'ranges', boundaries: [50, 100], limit: null },
  localized: { 'de-de': { label: 'Preis' } },
};
const STAGE = { ...ACME, environmentId: 'STAGE' };

const storedRanking = {
  weights: { name: 2.5 },
  numbers: [{ field: 'margin', max_factor: 2, full_at: 40, scale: 'linear' as const }],
  newness: { half_life_days: 30, max_factor: 1.5 },
  in_stock: { factor: 1.2 },
};

export const describeSearchSource = (open: OpenStore): void => {
  describe('search source', () => {
    it('reads every product once, over more than one batch, and each by its id', async (t) => {
      const store = await open(t);
      const ids = Array.from({ length: 1_203 }, (_, index) => `p${(index * 7919) % 1_203}`);
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('catalog'),
        line('catalog', { id: uuid(9) }),
        line('product', { catalog_id: uuid(9), id: 'elsewhere' }),
        ...ids.map((id) => line('product', { id, name: `name of ${id}` })),
      ]);
      const batches = await collect(store.readProducts(PROD, CATALOG));
      assert.ok(batches.length > 1);
      assert.deepEqual(
        batches
          .flat()
          .map((product) => product.id)
          .sort(),
        [...new Set(ids)].sort(),
      );
      assert.equal((await store.findProduct(PROD, CATALOG, 'p7'))?.name, 'name of p7');
      assert.equal(await store.findProduct(PROD, CATALOG, 'elsewhere'), undefined);
      assert.deepEqual(await collect(store.readProducts(STAGE, CATALOG)), []);
      assert.equal(await store.findProduct(STAGE, CATALOG, 'p7'), undefined);
    });

    it('lists the ids of a small catalog, of each kind at most as many as allowed', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, [
        ...everyKind(ACME),
        line('catalog', { id: uuid(9) }),
        line('product', { catalog_id: uuid(9), id: 'elsewhere' }),
        line('content_item', { catalog_id: uuid(9), provider_id: 'elsewhere' }),
        line('product', { id: 'p2' }),
      ]);
      const { products, contentItems, records } = (await store.listIfSmall(PROD, CATALOG, 2)) ?? {};
      assert.deepEqual([...(products ?? [])].sort(), ['p1', 'p2']);
      assert.deepEqual([contentItems, records], [['wp-1'], [RECORD]]);
      assert.equal(await store.listIfSmall(PROD, CATALOG, 1), undefined);
      const none = { products: [], contentItems: [], records: [] };
      assert.deepEqual(await store.listIfSmall(STAGE, CATALOG, 1), none);
      assert.deepEqual(await store.listIfSmall(PROD, uuid(8), 1), none);
    });

    it('tells where indexes may be wanted, and which workspaces have changed', async (t) => {
      const store = await open(t);
      const other = { tenantId: 'zeta', workspaceId: 'web' };
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('catalog', { environment_ids: ['PROD', 'STAGE'] }),
        line('catalog', { id: uuid(9), environment_ids: [] }),
      ]);
      await putAll(store, other, workspaceLines(other));
      assert.deepEqual(await store.listPlaces(ACME), [
        { scope: PROD, catalogId: CATALOG },
        { scope: STAGE, catalogId: CATALOG },
      ]);
      assert.deepEqual(await store.listPlaces(other), []);
      const headsOf = async () =>
        new Map((await store.listHeads()).map(({ tenantId, head }) => [tenantId, head]));
      const before = await headsOf();
      assert.deepEqual([...before.keys()].sort(), ['acme', 'zeta']);
      await putAll(store, ACME, [line('product', { id: 'p1' })]);
      const after = await headsOf();
      assert.ok((after.get('acme') ?? 0) > (before.get('acme') ?? 0));
      assert.equal(after.get('zeta'), before.get('zeta'));
    });

    it('splits the products into stretches of about the same size that hold each of them once', async (t) => {
      const store = await open(t);
      const ids = Array.from({ length: 23 }, (_, index) => `p${(index * 7) % 23}`);
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('catalog'),
        line('catalog', { id: uuid(9) }),
        line('product', { catalog_id: uuid(9), id: 'elsewhere' }),
        ...ids.map((id) => line('product', { id, name: id })),
      ]);
      // One range if everything fits, otherwise ranges of equal size.
      const wanted: readonly (readonly [number, number])[] = [
        [1, 24],
        [5, 6],
        [8, 4],
        [22, 2],
        [23, 1],
        [24, 1],
      ];
      for (const [most, count] of wanted) {
        const stretches = await store.splitProducts(PROD, CATALOG, most);
        const parts = await Promise.all(
          stretches.map(async (stretch) =>
            (await collect(store.readProducts(PROD, CATALOG, stretch))).flat(),
          ),
        );
        assert.equal(stretches.length, count);
        assert.deepEqual([stretches.at(0)?.after, stretches.at(-1)?.through], [undefined, undefined]);
        assert.ok(parts.every((part) => part.length <= most));
        // All but the last, which gets the rest.
        assert.equal(new Set(parts.slice(0, -1).map((part) => part.length)).size, count === 1 ? 0 : 1);
        const found = parts.flat().map(({ id }) => id);
        assert.deepEqual(found.sort(), [...ids].sort());
      }
      assert.deepEqual(await store.splitProducts(STAGE, CATALOG, 5), []);
    });

    it('names a product in the words of the domain', async (t) => {
      const store = await open(t);
      await putAll(store, ACME, everyKind(ACME));
      assert.deepEqual(await store.findProduct(PROD, CATALOG, 'p1'), {
        id: 'p1',
        sku: 'A-1',
        name: 'Red shoe',
        description: '',
        brand: 'Nordic',
        categoryIds: ['c1'],
        collectionIds: [],
        prices: { USD: 79.5 },
        inStock: true,
        createdAt: null,
        attributes: { color: ['red', 'blue'], weight_g: 310, eco: true },
        channelIds: [],
        locationIds: [],
        customerGroupIds: [],
        localized: {},
      });
      assert.equal(await store.loadCatalog(STAGE, CATALOG), undefined);
      await store.replacePopularTerms({ ...ACME, catalogId: CATALOG }, ['shoe', 'boot']);
      assert.deepEqual(await store.loadCatalog(PROD, CATALOG), {
        attributes: [
          { name: 'color', isSearchable: true, isFilterable: null, isFacet: true, isSortable: null },
        ],
        categories: [{ id: 'c1', name: 'Shoes', parentId: null }],
        synonyms: [{ id: 'syn1', locale: null, words: ['sneaker', 'trainer'] }],
        merchandisingRules: [{ id: 'r1', when: { searchTerm: 'shoe' }, hide: ['p9'], pin: ['p'] }],
        facets: [settledPrice],
        popularTerms: ['shoe', 'boot'],
        contentModels: ['blog'],
      });
      await putAll(store, ACME, [line('catalog', { ranking: storedRanking })]);
      assert.deepEqual((await store.loadCatalog(PROD, CATALOG))?.ranking, {
        weights: { name: 2.5 },
        numbers: [{ field: 'margin', maxFactor: 2, fullAt: 40, scale: 'linear' }],
        newness: { halfLifeDays: 30, maxFactor: 1.5 },
        inStock: 1.2,
      });
    });

    it('gathers the locales of an item that the environment may see', async (t) => {
      const store = await open(t);
      const many = Array.from({ length: 600 }, (_, index) => `many-${index}`);
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('catalog', { environment_ids: ['PROD', 'STAGE'], content_models: [] }),
        line('content_item', { provider_id: 'a', locale: 'en-us', environment_ids: ['PROD'] }),
        line('content_item', {
          provider_id: 'a',
          locale: 'de-de',
          title: 'Über',
          summary: 'Kurz',
          modified_at: '2026-02-02',
          extra_data: { n: 1 },
        }),
        line('content_item', { provider_id: 'b', environment_ids: ['STAGE'] }),
        line('content_item', { provider_id: 'c', environment_ids: [] }),
        ...many.flatMap((id) => [
          line('content_item', { provider_id: id, locale: 'en' }),
          line('content_item', { provider_id: id, locale: 'fr' }),
        ]),
      ]);
      const inProd = (await collect(store.readContentItems(PROD, CATALOG))).flat();
      assert.deepEqual(
        inProd.map((item) => item.key).sort(),
        ['item:a', ...many.map((id) => `item:${id}`)].sort(),
      );
      assert.ok(inProd.every((item) => Object.keys(item.texts).length === 2));
      const inStage = (await collect(store.readContentItems(STAGE, CATALOG))).flat();
      assert.equal(inStage.length, many.length + 2);
      const item = await store.findContentItem(STAGE, CATALOG, 'a');
      assert.deepEqual(
        inStage.find((each) => each.key === 'item:a'),
        item,
      );
      assert.deepEqual(item, {
        key: 'item:a',
        providerId: 'a',
        texts: {
          'de-de': {
            type: 'page',
            title: 'Über',
            url: '/about',
            summary: 'Kurz',
            body: 'About us',
            keywords: [],
            imageUrl: null,
            createdAt: TIME,
            createdBy: null,
            modifiedAt: '2026-02-02',
            modifiedBy: null,
            extraData: { n: 1 },
          },
        },
      });
      const english = (await store.findContentItem(PROD, CATALOG, 'a'))?.texts['en-us'];
      assert.equal(english?.modifiedAt, TIME);
      assert.equal(english?.summary, undefined);
      assert.equal(await store.findContentItem(PROD, CATALOG, 'b'), undefined);
      assert.equal(await store.findContentItem(PROD, uuid(99), 'a'), undefined);
    });

    it('reads published records of the models of the catalog, with their searchable fields', async (t) => {
      const store = await open(t);
      const field = (
        name: string,
        isSearchable: boolean,
        data_type: 'text' | 'rich_text' | 'json' | 'media' | 'multi_select' = 'text',
        more: { readonly format?: 'html' } = {},
      ) => ({
        component_id: '',
        destination_relation_field_id: '',
        field_properties: {
          internal_name: name,
          display_name: '',
          data_type,
          ...more,
          is_searchable: isSearchable,
          is_localized: false,
          help_text: '',
          validation: {},
        },
        is_required: false,
        relation_type: '' as const,
        position: 0,
        is_removable: true,
        is_editable: true,
      });
      const fields = {
        note: 'found',
        secret: 'not found',
        text: '<b>rich</b>',
        page: '<b>html</b>',
        tree: { type: 'doc' },
        tags: ['a', 'b'],
        picture: 'https://media.test/p.jpg',
        empty: null,
      };
      const text = { title: 'T', page_slug: '/t', body: 'B', image_url: '/i.png', fields };
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('content_model', {
          fields: [
            field('body', false, 'rich_text'),
            field('note', true),
            field('secret', false),
            field('text', true, 'rich_text'),
            field('page', true, 'rich_text', { format: 'html' }),
            field('tree', true, 'json'),
            field('tags', true, 'multi_select'),
            field('picture', true, 'media'),
            field('empty', true),
            field('absent', true),
          ],
        }),
        line('content_model', { id: uuid(22), internal_name: 'news' }),
        line('catalog', { content_models: ['blog', 'unknown'] }),
        line('record'),
        line('record', { id: uuid(31), model: 'news' }),
        line('record', { id: uuid(32) }),
        versionIn(VERSION_1, 1, [], {
          created_by: 'bob',
          created_at: '2026-05-05',
          localized: { 'en-us': text },
        }),
        versionIn(uuid(51), 1, ['en-us'], { record_id: uuid(31) }),
        versionIn(uuid(52), 1, ['en-us'], { record_id: uuid(32) }),
        line('publication'),
        line('publication', { record_id: uuid(31), version_id: uuid(51) }),
        line('publication', { record_id: uuid(32), version_id: uuid(52), environment_id: 'STAGE' }),
      ]);
      const expected = {
        key: `record:${RECORD}`,
        providerId: RECORD,
        texts: {
          'en-us': {
            type: 'blog',
            title: 'T',
            url: '/t',
            summary: undefined,
            body: 'B',
            bodyFormat: 'rich_text',
            fields: [
              { value: 'found', format: 'text' },
              { value: '<b>rich</b>', format: 'rich_text' },
              { value: '<b>html</b>', format: 'html' },
              { value: { type: 'doc' }, format: 'json' },
              { value: ['a', 'b'], format: 'text' },
            ],
            keywords: [],
            imageUrl: '/i.png',
            createdAt: TIME,
            createdBy: 'ada',
            modifiedAt: '2026-05-05',
            modifiedBy: 'bob',
            extraData: { published_at: TIME, version_id: VERSION_1 },
          },
        },
      };
      assert.deepEqual(await collect(store.readContentItems(PROD, CATALOG)), [[expected]]);
      assert.deepEqual(await store.findPublishedRecord(PROD, CATALOG, RECORD), expected);
      for (const id of [uuid(31), uuid(32), uuid(99)]) {
        assert.equal(await store.findPublishedRecord(PROD, CATALOG, id), undefined);
      }
    });
  });
};
