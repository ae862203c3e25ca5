// Suite: lists of managed things after random histories (create, put, bulk, import, delete, cascade), held against the plainest
// reading: everything that an export has, looked at one by one.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Random, randomFor } from '../../../demo/build/random.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleObject } from '../../../src/contract/bundle.ts';
import { managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import type { ManagedKind } from '../../../src/contract/manage/managed-kind.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type {
  BulkStep,
  ResourceKey,
  ResourceKind,
  ResourceObject,
} from '../../../src/domain/manage/managed-resource.ts';
import type { ResourceQuery } from '../../../src/domain/manage/resource-query.ts';
import { foldText } from '../../../src/domain/text/fold-text.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { ACME, CATALOG, line, type OpenStore, putAll, uuid } from './store-fixture.ts';
import { exported, OTHER, openFilled, remove, write } from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const CATALOG_2 = uuid(5);
const STEPS = runs(12, 40);
const IDS = 900;
const words = [
  'Schuh',
  'schuhe',
  'Straße',
  'ÉTÉ',
  'a',
  'AB',
  '😀',
  '\uff21',
  'x\u0001y',
  'red shoe',
  'z\ud800',
];
const odd = ['😀', '\uffee', 'A', 'a', 'Ä', '\u0001', '%', '"', '\\', 'é'];
const searches = [
  '',
  ' ',
  'schu',
  'strasse',
  'ete',
  'a',
  'b',
  '😀',
  'x\u0001y',
  'd shoe',
  'q1',
  '®',
  'nowhere',
  'A',
  ' AB ',
];
const locales = ['en-us', 'de-de', 'fr-fr'];

const idOf = (random: Random): string => {
  const number = random.integer(0, IDS);
  return number % 7 === 0 ? `${odd[number % odd.length]}${number}` : `q${number}`;
};

const drawLine = (random: Random): BundleObject => {
  const catalog_id = random.chance(0.85) ? CATALOG : CATALOG_2;
  const name = `${random.pick(words)} ${random.pick(words)}`;
  const id = idOf(random);
  const environment_ids = random.pick([null, ['PROD'], ['STAGE'], ['PROD', 'STAGE']]);
  switch (random.integer(0, 9)) {
    case 0:
      return line('category', { catalog_id, id, name, parent_id: random.pick([null, 'c1', idOf(random)]) });
    case 1:
      return line('content_item', {
        catalog_id,
        provider_id: id,
        locale: random.pick(locales),
        type: random.pick(['blog', 'page']),
        title: name,
        environment_ids,
      });
    case 2:
      return line('synonyms', {
        catalog_id,
        id,
        words: [name, random.pick(words)],
        locale: random.pick([null, ...locales]),
      });
    case 3:
      return line('form', {
        id: uuid(1000 + random.integer(0, 40)),
        name: id,
        display_name: name,
        environment_ids,
      });
    default:
      return line('product', {
        catalog_id,
        id,
        name,
        sku: random.pick([id, 'same', '']),
        brand: random.pick(['Acme', 'acme', '', 'z\ud800', 'long'.repeat(100)]),
        category_ids: random.some(['c1', 'c2', 'c3', 'c1'], random.integer(0, 4)),
        in_stock: random.chance(0.7),
      });
  }
};

const keyOf = (object: BundleObject): ResourceKey => {
  const fields = object as unknown as Readonly<Record<string, string>>;
  const names =
    object.kind === 'content_item'
      ? ['catalog_id', 'provider_id', 'locale']
      : object.kind === 'form'
        ? ['id']
        : ['catalog_id', 'id'];
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? '']));
};

const step = async (store: Store, random: Random): Promise<void> => {
  const lines = Array.from({ length: random.integer(1, 120) }, () => drawLine(random));
  const [one] = lines as [BundleObject];
  const kind = one.kind as ResourceKind;
  switch (random.integer(0, 9)) {
    case 0:
      await write(store, one);
      return;
    case 1:
      await remove(store, kind, { key: keyOf(one), cascade: true });
      return;
    case 2:
    case 3: {
      const steps = lines.map(
        (each): BulkStep =>
          random.chance(0.6)
            ? { action: 'delete', kind: each.kind as ResourceKind, key: keyOf(each) }
            : { action: 'put', object: each },
      );
      await store.writeBatch(ACME, steps);
      return;
    }
    case 4:
      if (random.chance(0.3)) await remove(store, 'environment', { key: { id: 'STAGE' }, cascade: true });
      else await remove(store, 'catalog', { key: { id: CATALOG_2 }, cascade: true });
      await putAll(store, ACME, [line('environment', { id: 'STAGE' }), line('catalog', { id: CATALOG_2 })]);
      return;
    case 5:
      // Undone: nothing of it may stay in an index.
      await store.writeBundle(async (writer) => {
        for (const each of lines) await writer.put(ACME, each, 'as-is');
        return false;
      });
      return;
    default:
      await putAll(store, ACME, lines);
  }
};

type Fields = Readonly<Record<string, unknown>>;

const accepts = ({ searched }: ManagedKind, object: Fields, { filters, search }: ResourceQuery): boolean => {
  const isFound = (value: unknown): boolean =>
    typeof value === 'string' && foldText(value).includes(foldText((search ?? '').trim()));
  const isHeld = filters.every(({ field, value }) => {
    const stored = object[field];
    return Array.isArray(stored) ? stored.includes(value) : stored === value;
  });
  if (!isHeld || search === undefined) return isHeld;
  return searched.some((field) => [object[field]].flat().some(isFound));
};

const bytesOf = (object: Fields, { keys }: ManagedKind): Buffer[] =>
  Object.values(keys).map((field) => Buffer.from(String(object[field])));

const compareKeys = (row: ManagedKind) => (one: Fields, other: Fields) => {
  const [a, b] = [bytesOf(one, row), bytesOf(other, row)];
  return a.map((part, index) => Buffer.compare(part, b[index] as Buffer)).find((order) => order !== 0) ?? 0;
};

const drawQuery = (
  random: Random,
  { filters }: ManagedKind,
  all: readonly Fields[],
): ResourceQuery | undefined => {
  const asked = Object.values(filters)
    .filter(() => random.chance(0.4))
    .map(({ field }) => {
      const stored = [all.length === 0 ? '' : random.pick(all)[field]].flat();
      return { field, value: stored.length === 0 ? 'none' : (random.pick(stored) ?? 'none') };
    });
  if (random.chance(0.5)) return { filters: asked, search: random.pick(searches) };
  return asked.length === 0 && random.chance(0.5) ? undefined : { filters: asked };
};

const assertLists = async (store: Store, workspace: WorkspaceScope, random: Random): Promise<void> => {
  const everything = await exported(store, workspace);
  for (const row of managedKinds.filter(({ access }) => access === 'manage')) {
    for (const catalog of row.parent === undefined ? [undefined] : [CATALOG, CATALOG_2]) {
      const parent = catalog === undefined ? {} : { catalog_id: catalog };
      const all = (everything as unknown as ResourceObject[])
        .filter((object) => object.kind === row.kind)
        .filter((object) => catalog === undefined || object['catalog_id'] === catalog)
        .sort(compareKeys(row));
      for (let turn = 0; turn < 6; turn += 1) {
        const query = drawQuery(random, row, all);
        const found = all.filter((object) => accepts(row, object, query ?? { filters: [] }));
        const page = { skip: random.integer(0, found.length + 2), limit: random.pick([0, 1, 7, 100]) };
        const { items, total } = await store.listResources(workspace, row.kind, parent, page, query);
        const about = JSON.stringify([row.kind, catalog, query, page]);
        assert.equal(total, found.length, about);
        const expected = found.slice(page.skip, page.skip + page.limit);
        assert.deepEqual(
          items.map(({ object }) => object),
          expected,
          about,
        );
      }
    }
  }
};

export const describeResourceLists = (open: OpenStore): void => {
  describe('lists of resources', () => {
    for (const seed of ['one', 'two']) {
      it(`show what the plainest reading shows, whatever happened before (${seed})`, async (t) => {
        const store = await openFilled(open, t);
        const random = randomFor(`lists ${seed}`);
        await putAll(store, ACME, [line('catalog', { id: CATALOG_2 })]);
        for (let turn = 0; turn < sizeFor(open, 12, STEPS); turn += 1) {
          await step(store, random);
          if (turn % 6 === 0) await assertLists(store, ACME, random);
        }
        await assertLists(store, ACME, random);
        await assertLists(store, OTHER, random);
      });
    }

    it('show only what is searched for, however many blocks hold nothing of it', async (t) => {
      const store = await openFilled(open, t);
      const count = 1_500;
      const rare = [10, 11, 700, 1_400];
      const lines = Array.from({ length: count }, (_, index) =>
        line('product', {
          id: `n${String(index).padStart(4, '0')}`,
          name: rare.includes(index) ? 'Rare needle' : 'Common',
          brand: index % 2 === 0 ? 'Even' : 'Odd',
        }),
      );
      await putAll(store, ACME, lines);
      const find = async (skip: number, limit: number, brand?: string) => {
        const filters = brand === undefined ? [] : [{ field: 'brand', value: brand }];
        const query = { filters, search: 'needle' };
        const page = await store.listResources(
          ACME,
          'product',
          { catalog_id: CATALOG },
          { skip, limit },
          query,
        );
        return [page.total, ...page.items.map(({ object }) => object['id'])];
      };
      const ids = rare.map((index) => `n${String(index).padStart(4, '0')}`);
      for (const limit of [1, 2, 3, 4, 100]) {
        for (let skip = 0; skip <= rare.length; skip += 1) {
          assert.deepEqual(
            await find(skip, limit),
            [4, ...ids.slice(skip, skip + limit)],
            `${skip} ${limit}`,
          );
        }
      }
      assert.deepEqual(await find(0, 100, 'Odd'), [1, 'n0011']);
    });

    it('are whole after a transaction that writes more than it gathers', async (t) => {
      const store = await openFilled(open, t);
      const random = randomFor('lists of a long transaction');
      const count = sizeFor(open, 600, 5_600);
      const lines = Array.from({ length: count }, (_, index) =>
        line('product', {
          id: `n${(index * 1_237) % count}`,
          name: `Name ${index % 7}`,
          sku: `s${index}`,
          brand: random.pick(['Acme', 'Other']),
        }),
      );
      const again = lines.slice(0, 700).map((each) => ({ ...each, brand: 'Third' }) as BundleObject);
      await store.writeBundle(async (writer) => {
        for (const each of [...lines, ...again]) await writer.put(ACME, each, 'as-is');
        return true;
      });
      await assertLists(store, ACME, random);
    });

    it('follow objects that change several times in one transaction, and a catalog that goes in between', async (t) => {
      const store = await openFilled(open, t);
      const random = randomFor('lists of one transaction');
      const products = Array.from({ length: 300 }, (_, index) =>
        line('product', { catalog_id: CATALOG_2, id: `n${index}`, name: `Name ${index}` }),
      );
      const puts = (objects: readonly BundleObject[]): BulkStep[] =>
        objects.map((object) => ({ action: 'put', object: object as ResourceObject & BundleObject }));
      const deletes = (objects: readonly BundleObject[]): BulkStep[] =>
        objects.map((object) => ({ action: 'delete', kind: 'product', key: keyOf(object) }));
      const renamed = products.map((each) => ({ ...each, name: 'Renamed' }) as BundleObject);
      await putAll(store, ACME, [line('catalog', { id: CATALOG_2 })]);
      await store.writeBatch(ACME, [
        ...puts(products),
        ...deletes(products.slice(0, 200)),
        ...puts(renamed.slice(100, 250)),
        ...deletes(products.slice(0, 20)),
      ]);
      await assertLists(store, ACME, random);
      await store.writeBatch(ACME, [
        ...puts(renamed),
        ...deletes(products),
        { action: 'delete', kind: 'catalog', key: { id: CATALOG_2 } },
        ...puts([line('catalog', { id: CATALOG_2 }), ...products.slice(50, 90)]),
      ]);
      await assertLists(store, ACME, random);
      const { total } = await store.listResources(
        ACME,
        'product',
        { catalog_id: CATALOG_2 },
        { skip: 0, limit: 1 },
        undefined,
      );
      assert.equal(total, 40);
    });

    it('find long texts, and read them a few at a time', async (t) => {
      const store = await openFilled(open, t);
      const long = 'x'.repeat(50_000);
      const lines = Array.from({ length: 30 }, (_, index) =>
        line('content_item', {
          provider_id: `l${index}`,
          title: `${long}${index % 2 === 0 ? 'Even' : 'Odd'}`,
        }),
      );
      await putAll(store, ACME, lines);
      const query = { filters: [], search: 'xeven' };
      const page = { skip: 0, limit: 1 };
      const { total } = await store.listResources(ACME, 'content_item', { catalog_id: CATALOG }, page, query);
      assert.equal(total, 15);
    });
  });
};
