// Any number of text rules, short and long, negated or not, match exactly the products that the domain says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { tunings } from '../../../../test/suites/search/random-products.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields, readField } from '../../../domain/products/product-fields.ts';
import { compileGroups } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { countSegments } from '../products/product-count.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { deleteProduct, ProductSegmentBuilder } from '../products/product-segment.ts';

const letter = fc.constantFrom('a', 'a', 'b', 'c', 'D', 'é', ' ', '京');
const textOf = (minLength: number, maxLength: number) => fc.string({ unit: letter, minLength, maxLength });

const product = fc.record({
  name: textOf(0, 12),
  description: fc.oneof({ weight: 4, arbitrary: textOf(0, 60) }, fc.constant('abc'.repeat(20))),
  tags: fc.array(textOf(0, 5), { maxLength: 3 }),
});

const rule = (substring: fc.Arbitrary<string>) =>
  fc.record({
    field: fc.constantFrom('name', 'description', 'description', 'tags', 'in_stock'),
    action: fc.constantFrom('contains' as const, 'does_not_contains' as const),
    value: substring,
    at: fc.constant('r'),
  });
const substring = fc.oneof(
  textOf(1, 2),
  textOf(3, 5),
  fc.constant('abcabcabcabcabcabca'),
  fc.constantFrom('zz', 'true'),
);
const unlikely = fc.tuple(fc.constantFrom('ab', 'é', '京a', ' '), textOf(2, 4)).map(([a, b]) => `${a}x${b}`);

const anyGroup = fc.record({
  operator: fc.constantFrom('AND' as const, 'OR' as const, 'OR' as const),
  rules: fc.array(rule(substring), { maxLength: 50 }),
});
/** Enough short substrings of one field to be searched together. */
const manyShort = fc.record({
  operator: fc.constantFrom('OR' as const, 'AND' as const),
  rules: fc
    .array(rule(textOf(1, 2)), { minLength: 80, maxLength: 120 })
    .map((rules) => rules.map((one) => ({ ...one, field: 'description' }))),
});
/** Many substrings that hardly any product contains, all negated. */
const noneOf = fc
  .array(rule(fc.oneof({ weight: 3, arbitrary: unlikely }, textOf(3, 4))), { minLength: 60, maxLength: 120 })
  .map((rules) => ({
    operator: 'AND' as const,
    rules: rules.map((one) => ({ ...one, action: 'does_not_contains' as const })),
  }));

const productOf = (own: { name: string; description: string; tags: string[] }, at: number): Product => ({
  ...{ id: `p${at}`, sku: '', name: own.name, description: own.description, brand: '' },
  ...{ categoryIds: [], collectionIds: [], prices: {}, inStock: at % 2 === 0, createdAt: null },
  ...{ attributes: { tags: own.tags }, channelIds: [], locationIds: [], customerGroupIds: [], localized: {} },
});

const plainQuery: ProductQuery = {
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ localeChain: ['xx'], baseLocale: 'xx', withMerchandising: true, facets: [], groups: [] },
};
const nothing = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };

test('many rules match exactly the products that the domain says', () => {
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1, maxLength: 60 }),
      fc.array(fc.oneof(anyGroup, noneOf, manyShort), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...tunings),
      fc.nat(60),
      (given, groups, tuning, split) => {
        const all = given.map(productOf);
        const live = all.filter(({ id }) => id !== 'p3');
        const segments = [all.slice(0, split), all.slice(split)].map((part) => {
          const builder = new ProductSegmentBuilder('xx', tuning);
          for (const one of part) builder.add(one);
          return builder.finish();
        });
        for (const segment of segments) deleteProduct(segment, 'p3');
        const holds = compileGroups(groups, describeFields(live));
        const wanted = live.filter((one) => holds((field) => readField(one, field, 'USD'))).length;
        const query = { ...plainQuery, groups };
        assert.equal(countSegments(segments, nothing, query, tuning), wanted);
        // Again: cached results must be right too.
        assert.equal(countSegments(segments, nothing, query, tuning), wanted);
        assert.equal(countSegments([mergeProductSegments(segments, tuning)], nothing, query, tuning), wanted);
      },
    ),
    { numRuns: runs(40, 600) },
  );
});
