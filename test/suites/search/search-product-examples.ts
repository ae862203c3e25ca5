// Product counting by example: one rule of the decisions per test (Operation by operation, 2).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../src/domain/failures/failures.ts';
import type { Product } from '../../../src/domain/products/product.ts';
import type { FilterAction } from '../../../src/domain/products/product-filter.ts';
import { aProduct, buildMemorySource, CATALOG_ID, type MemorySource, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { groupOf, openSession, rangeFacet, valueFacet } from './search-session.ts';

const stocked = (...all: readonly Partial<Product>[]): MemorySource => {
  const source = buildMemorySource();
  for (const [at, given] of all.entries()) source.putProduct(aProduct(`p${at}`, given));
  return source;
};

export const describeProductExamples = (open: OpenIndex): void => {
  test('no criteria count every product', async (t) => {
    const { count } = await openSession(t, open, stocked({}, {}, {}));
    assert.equal(await count({}), 3);
    assert.equal(await count({}, { catalogId: '00000000-0000-4000-8000-00000000ffff' }), 0);
  });

  test('a term demands all words up to two, all but one of three or four, 60 % from five', async (t) => {
    const names = ['zork', 'zork mivel', 'zork mivel tusk', 'zork mivel tusk bral'];
    const { count } = await openSession(t, open, stocked(...names.map((name) => ({ name }))));
    assert.equal(await count({ term: 'zork' }), 4);
    assert.equal(await count({ term: 'zork mivel' }), 3);
    assert.equal(await count({ term: 'zork mivel tusk' }), 3);
    assert.equal(await count({ term: 'zork mivel tusk bral' }), 2);
    assert.equal(await count({ term: 'zork mivel tusk bral ta' }), 2);
    assert.equal(await count({ term: 'zork mivel tusk bral ta q' }), 1);
    assert.equal(await count({ term: 'zork mivel tusk bral ta q vu' }), 0);
    assert.equal(await count({ term: '!' }), 0);
  });

  test('a term is looked for in name, description, brand, sku and attributes', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked(
        { name: 'zork' },
        { description: 'a zork' },
        { brand: 'Zork' },
        { sku: 'ZORK-17' },
        { attributes: { hue: ['bleu', 'zork'], grams: 5 } },
        { categoryIds: ['zork'] },
      ),
    );
    assert.equal(await count({ term: 'zork' }), 5);
  });

  test('the chain decides the locale of a product; untranslated texts stay', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked({ name: 'zork', description: 'mivel', localized: { yy: { name: 'tusk' } } }, { name: 'zork' }),
    );
    assert.equal(await count({ term: 'zork', localeChain: ['yy', 'xx'] }), 1);
    assert.equal(await count({ term: 'tusk mivel', localeChain: ['yy-cc', 'yy', 'xx'] }), 1);
    assert.equal(await count({ term: 'zork', localeChain: ['zz'] }), 2, 'the base locale ends every chain');
  });

  test('facets: values of a field are alternatives, fields are all demanded', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked(
        { brand: 'Nordic', attributes: { hue: ['Rouge', 'bleu'] } },
        { brand: 'Nordic', attributes: { hue: ['vert'] } },
        { attributes: { hue: 'bleu' } },
      ),
    );
    assert.equal(await count({ facets: [valueFacet('hue', 'rôuge'), valueFacet('hue', 'vert')] }), 2);
    assert.equal(await count({ facets: [valueFacet('hue', 'bleu'), valueFacet('brand', 'NORDIC')] }), 1);
    assert.equal(await count({ facets: [valueFacet('hue', 'ble')] }), 0, 'a facet value is whole');
    assert.equal(await count({ facets: [valueFacet('unheard', 'x')] }), 0);
  });

  test('facets: a range is inclusive, an undefined bound is open', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked(
        { prices: { USD: 10 } },
        { prices: { USD: 20 } },
        { prices: { EUR: 15 } },
        { attributes: { on: '2026-01-02' } },
        { createdAt: 'never' },
      ),
    );
    assert.equal(await count({ facets: [rangeFacet('price', 10, 20)] }), 2);
    assert.equal(await count({ facets: [rangeFacet('price', 10.01)] }), 1);
    assert.equal(await count({ facets: [rangeFacet('price', undefined, 19)] }), 1);
    assert.equal(
      await count({ facets: [rangeFacet('price')] }),
      2,
      'open on both sides: whoever has a price',
    );
    assert.equal(await count({ facets: [rangeFacet('created_at')] }), 1, 'whoever has one, be it no date');
    assert.equal(await count({ facets: [rangeFacet('on', '2026-01-02T00:00:00Z')] }), 1);
    assert.equal(await count({ facets: [rangeFacet('on', undefined, '2026-01-01')] }), 0);
    await assert.rejects(count({ facets: [rangeFacet('brand', 'a')] }), isRefusal);
    await assert.rejects(count({ facets: [rangeFacet('price', '2026-01-01')] }), isRefusal);
  });

  test('groups are all demanded; the operator combines the rules of one; an empty group demands nothing', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked({ brand: 'a', sku: '1' }, { brand: 'a', sku: '2' }, { brand: 'b' }),
    );
    const a = ['brand', 'equal_to', 'a'] as const;
    const one = ['sku', 'equal_to', '1'] as const;
    const b = ['brand', 'equal_to', 'b'] as const;
    assert.equal(await count({ groups: [groupOf('AND', a, one)] }), 1);
    assert.equal(await count({ groups: [groupOf('OR', b, one)] }), 2);
    assert.equal(await count({ groups: [groupOf('OR', b, one), groupOf('AND', a)] }), 1);
    assert.equal(await count({ groups: [groupOf('OR'), groupOf('AND')] }), 3);
  });

  test('missing and unknown fields match only a negation', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked({ attributes: { hue: ['rouge'] }, prices: { USD: 5 } }, { attributes: { hue: [] } }, {}),
    );
    const counts = async (field: string, value: string) => {
      const actions: FilterAction[] = [
        'contains',
        'does_not_contains',
        'equal_to',
        'not_equal_to',
        'less_than',
      ];
      return Promise.all(
        actions.map((action) => count({ groups: [groupOf('AND', [field, action, value])] })),
      );
    };
    assert.deepEqual(await counts('hue', 'rouge'), [1, 2, 1, 2, 0]);
    assert.deepEqual(await counts('unheard', '7'), [0, 3, 0, 3, 0]);
    assert.deepEqual(await counts('price', '5'), [1, 2, 1, 2, 0]);
    await assert.rejects(counts('price', 'five'), isRefusal);
  });

  test('a category includes its descendants; its name ignores case and accents; an unknown one has no products', async (t) => {
    const source = stocked({ categoryIds: ['c1'] }, { categoryIds: ['c3', 'x'] }, { categoryIds: ['x'] }, {});
    source.putCategory({ id: 'c3', name: 'Boots', parentId: 'c2' });
    source.putCategory({ id: 'c2', name: 'Été', parentId: 'c1' });
    source.putCategory({ id: 'c1', name: 'Shoes', parentId: null });
    const { count } = await openSession(t, open, source);
    assert.equal(await count({ categoryId: 'c1' }), 2);
    assert.equal(await count({ categoryId: 'c2' }), 1);
    assert.equal(await count({ categoryName: 'ETE' }), 1);
    assert.equal(await count({ categoryName: 'shoes' }), 2);
    assert.equal(await count({ categoryId: 'c2', categoryName: 'shoes' }), 1);
    assert.equal(await count({ categoryId: 'x' }), 0);
    assert.equal(await count({ categoryName: 'hats' }), 0);
    assert.equal(
      await count({ groups: [groupOf('AND', ['category_id', 'equal_to', 'c1'])] }),
      1,
      'a rule is literal',
    );
  });

  test('a collection has its members; a price is one of the currency asked for', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked({ collectionIds: ['sale'], prices: { USD: 5, EUR: 50 } }, { prices: { EUR: 4 } }),
    );
    assert.equal(await count({ collectionId: 'sale' }), 1);
    assert.equal(await count({ collectionId: 'Sale' }), 0);
    const cheap = [groupOf('AND', ['price', 'less_than', '10'])];
    assert.deepEqual(
      await Promise.all(['USD', 'EUR', 'CHF'].map((currency) => count({ groups: cheap, currency }))),
      [1, 1, 0],
    );
  });

  test('channel, location and customer group: who sees a product', async (t) => {
    const { count } = await openSession(
      t,
      open,
      stocked({}, { channelIds: ['web'] }, { locationIds: ['north'] }, { customerGroupIds: ['vip'] }),
    );
    assert.equal(
      await count({}),
      3,
      'left out, channel and location narrow nothing; groups stay among themselves',
    );
    assert.equal(await count({ channelId: 'web' }), 3);
    assert.equal(await count({ channelId: 'shop' }), 2);
    assert.equal(await count({ locationId: 'south' }), 2);
    assert.equal(await count({ customerGroupId: 'vip' }), 4);
    assert.equal(await count({ customerGroupId: 'staff' }), 3);
  });

  test('merchandising hides and adds for a term or a category, unless it is bypassed', async (t) => {
    const source = stocked(
      { name: 'zork', categoryIds: ['c1'] },
      { name: 'zork' },
      { name: 'mivel', brand: 'a' },
      { name: 'mivel', customerGroupIds: ['vip'] },
    );
    source.putCategory({ id: 'c1', name: 'Shoes', parentId: null });
    source.putRule({ id: 'r1', when: { searchTerm: 'Zörk' }, hide: ['p0'], pin: ['p2', 'p3', 'p0'] });
    source.putRule({ id: 'r2', when: { categoryId: 'c1' }, hide: [], pin: ['p1'] });
    const { count } = await openSession(t, open, source);
    assert.equal(
      await count({ term: ' ZORK ' }),
      2,
      'p0 is hidden, p2 added, p3 is for others, and hiding wins',
    );
    assert.equal(await count({ term: 'zork', withMerchandising: false }), 2);
    assert.equal(await count({ term: 'zork', facets: [valueFacet('brand', 'a')] }), 1);
    assert.equal(await count({ term: 'zork mivel' }), 0, 'another term is another term');
    assert.equal(await count({ categoryId: 'c1' }), 2);
    assert.equal(await count({ categoryId: 'c1', withMerchandising: false }), 1);
    assert.equal(
      await count({ term: 'mivel', categoryId: 'c1' }),
      0,
      'a rule for the category lifts no term',
    );
    assert.equal(await count({}), 3);
  });

  test('fields are described over the whole catalog', async (t) => {
    const { opened } = await openSession(
      t,
      open,
      stocked({ attributes: { grams: 5, hue: ['a'] } }, { attributes: { grams: 'heavy', on: '2026-01-02' } }),
    );
    const fields = await opened.index.describeProductFields(scope, CATALOG_ID);
    assert.deepEqual(
      ['grams', 'hue', 'on', 'price', 'unheard'].map((name) => fields.get(name)?.type),
      ['text', 'text', 'date', 'number', undefined],
    );
    assert.equal(fields.get('hue')?.isArray, true);
  });
};

const isRefusal = (error: unknown): boolean => error instanceof Failure && error.status === 400;
