// Every rule and facet over one attribute and over creation times matches exactly the products that the domain says:
// for every storage form of a column, listed or counted, with deleted products, before and after merging.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { tunings } from '../../../../test/suites/search/random-products.ts';
import { filterActions } from '../../../contract/products/product-criteria.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { AttributeScalar, AttributeValue, Product } from '../../../domain/products/product.ts';
import { describeFields, readField } from '../../../domain/products/product-fields.ts';
import { compileFacets, compileGroups, type FilterAction } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import { countSegments } from '../products/product-count.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { deleteProduct, type ProductSegment, ProductSegmentBuilder } from '../products/product-segment.ts';

const families: Readonly<Record<string, { own: readonly AttributeScalar[]; asked: readonly string[] }>> = {
  text: {
    own: ['Red', 'red', ' Réd', 'dark red ', 'rød', '', '  ', 'ab', '北京', '😀 red'],
    asked: ['red', ' red', 'red ', 'RED', 'd', 'k r', 'ø', '京', '\u{1f600}', '', ' ', 'zz'],
  },
  number: { own: [10, -3, 9.5, 0, -0, 1e21, 0.1, 11], asked: ['10', '9.5', '-4', '0', '1e21', '1', 'ten'] },
  date: {
    own: ['2026-01-02', '2026-01-02T01:00:00+01:00', '2025-12-31T23:59:59.500Z', '2026-03-01t12:00:00z'],
    asked: ['2026-01-02', '2026-01-02T00:00:00Z', '2025-01-01', '2026-03', '1'],
  },
  boolean: { own: [true, false], asked: ['true', 'false', 'rue', 'yes'] },
};

/** Values of one type, with an odd one here and there, alone or in lists, or none at all. */
const catalog = fc.constantFrom(...Object.keys(families)).chain((family) => {
  const { own, asked } = families[family] as (typeof families)[string];
  const strangers = Object.values(families).flatMap((other) => other.own);
  const scalar = fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(...strangers) },
  );
  const value: fc.Arbitrary<AttributeValue | undefined> = fc.oneof(
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const field = fc.constantFrom('f', 'f', 'f', 'created_at');
  const rule = fc.record({
    field,
    action: fc.constantFrom(...filterActions),
    value: fc.constantFrom(...asked),
    at: fc.constant('r'),
  });
  const bound = fc.constantFrom(undefined, ...asked);
  const facet = fc.oneof(
    fc.record({
      field,
      at: fc.constant('f'),
      value: fc.constantFrom(...asked),
      range: fc.constant(undefined),
    }),
    fc.record({
      field,
      at: fc.constant('f'),
      value: fc.constant(undefined),
      range: fc.record({ min: bound, max: bound }),
    }),
  );
  return fc.record({
    values: fc.array(value, { minLength: 1, maxLength: 40 }),
    times: fc.array(fc.constantFrom(null, 'never', '', ...(families['date']?.own.map(String) ?? [])), {
      minLength: 1,
    }),
    dead: fc.uniqueArray(fc.nat({ max: 39 }), { maxLength: 4 }),
    split: fc.nat({ max: 40 }),
    facets: fc.array(facet, { maxLength: 2 }),
    groups: fc.array(
      fc.record({
        operator: fc.constantFrom('AND' as const, 'OR' as const),
        rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
      }),
      { maxLength: 2 },
    ),
  });
});

const aProduct = (at: number, value: AttributeValue | undefined, createdAt: string | null): Product => ({
  id: `p${at}`,
  sku: '',
  name: '',
  description: '',
  brand: '',
  categoryIds: [],
  collectionIds: [],
  prices: {},
  inStock: true,
  createdAt,
  attributes: value === undefined ? {} : { f: value },
  channelIds: [],
  locationIds: [],
  customerGroupIds: [],
  localized: {},
});

const orRefusal = (count: () => number): number | string => {
  try {
    return count();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return `${error.status} ${error.code} ${error.message}`;
  }
};

const build = (products: readonly Product[], tuning: ProductTuning): ProductSegment => {
  const builder = new ProductSegmentBuilder('xx', tuning);
  for (const one of products) builder.add(one);
  return builder.finish();
};

const contents = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };

test('rules and facets match exactly the products that the domain says', () => {
  fc.assert(
    fc.property(
      catalog,
      fc.constantFrom(...tunings),
      ({ values, times, dead, split, facets, groups }, tuning) => {
        const all = values.map((value, at) => aProduct(at, value, times[at % times.length] ?? null));
        const gone = new Set(dead.map((at) => `p${at}`));
        const live = all.filter(({ id }) => !gone.has(id));
        const query: ProductQuery = { ...plainQuery, facets, groups };
        const wanted = orRefusal(() => {
          const fields = describeFields(live);
          const predicates = [compileFacets(facets, fields), compileGroups(groups, fields)];
          return live.filter((one) => predicates.every((holds) => holds((f) => readField(one, f, 'USD'))))
            .length;
        });
        const segments = [build(all.slice(0, split), tuning), build(all.slice(split), tuning)];
        for (const id of gone) for (const segment of segments) deleteProduct(segment, id);
        assert.equal(
          orRefusal(() => countSegments(segments, contents, query, tuning)),
          wanted,
        );
        const merged = [mergeProductSegments(segments, tuning)];
        assert.equal(
          orRefusal(() => countSegments(merged, contents, query, tuning)),
          wanted,
        );
      },
    ),
    { numRuns: runs(200, 3_000) },
  );
});

test('surrounding white space matters only to a substring with white space, listed or not', () => {
  const values = ['red', ' red', 'red ', 'infra red', 'dark red now'];
  const products = values.map((value, at) => aProduct(at, value, '2026-01-02'));
  const rule = (field: string, action: FilterAction, value: string) => ({ field, action, value, at: 'r' });
  for (const tuning of tunings) {
    const segments = [build(products, tuning)];
    const count = (substring: string): number =>
      countSegments(
        segments,
        contents,
        {
          ...plainQuery,
          groups: [
            {
              operator: 'AND',
              rules: [rule('f', 'contains', substring), rule('created_at', 'equal_to', '2026-01-02')],
            },
          ],
        },
        tuning,
      );
    assert.deepEqual([' red', 'red ', 'red', ' '].map(count), [3, 2, 5, 4]);
  }
});

const plainQuery: ProductQuery = {
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ localeChain: ['xx'], baseLocale: 'xx', withMerchandising: true, facets: [], groups: [] },
};
