// Merchandising rules of every kind: the one number still holds, what does not apply changes nothing, and the order of rules is their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import {
  assertOneNumber,
  catalog,
  orRefused,
  ruledSearches,
  WIDE,
} from '../../../../test/suites/search/one-number.ts';
import { rule as filterRule } from '../../../../test/suites/search/random-filters.ts';
import { BASE_LOCALE, ProductHistory } from '../../../../test/suites/search/random-products.ts';
import { merchandisingRules } from '../../../../test/suites/search/random-rules.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { productTuning } from '../columns/product-tuning.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';

const NO_TABLES = { attributes: [], categories: [], synonyms: [], facets: [] };

test('with rules of every kind: total, count, pages and facets are one number, as a full scan finds them', () => {
  assertOneNumber(runs(40, 800));
});

test('rules that are over, not begun, or drafts change nothing, and are not needed by others', () => {
  fc.assert(
    fc.property(
      catalog,
      ruledSearches,
      fc.constantFrom('over', 'not begun', 'draft'),
      merchandisingRules(filterRule),
      (open, searches, why, others) => {
        const { segments, withRules } = open();
        for (const { rules, asked } of searches) {
          const at = asked.at ?? 0;
          const idle = others.map((rule): MerchandisingRule => {
            const id = `a${rule.id}`;
            if (why === 'draft') return { ...rule, id, isDraft: true };
            const when = why === 'over' ? { from: at - 9, until: at } : { from: at + 1, until: at + 9 };
            return { ...rule, id, when: { ...rule.when, ...when } };
          });
          const query = { ...asked, withDrafts: false };
          const find = (more: MerchandisingRule[]) =>
            orRefused(() => searchProductSegments(segments, withRules([...more, ...rules]), query));
          assert.deepEqual(find(idle), find([]));
        }
      },
    ),
    { numRuns: runs(10, 200) },
  );
});

test('the order of the result does not depend on the order in which rules are given', () => {
  fc.assert(
    fc.property(catalog, ruledSearches, fc.infiniteStream(fc.nat()), (open, searches, numbers) => {
      const { segments, withRules } = open();
      for (const { rules, asked } of searches) {
        const shuffled = rules
          .map((rule) => ({ rule, number: numbers.next().value }))
          .sort((a, b) => a.number - b.number)
          .map(({ rule }) => rule);
        const find = (given: MerchandisingRule[]) =>
          orRefused(() => searchProductSegments(segments, withRules(given), asked));
        assert.deepEqual(find(shuffled), find(rules));
      }
    }),
    { numRuns: runs(10, 200) },
  );
});

test('a draft acts as an active rule for those who ask for drafts', () => {
  fc.assert(
    fc.property(catalog, ruledSearches, (open, searches) => {
      const { segments, withRules } = open();
      for (const { rules, asked } of searches) {
        const find = (isDraft: boolean, withDrafts: boolean) => {
          const given = rules.map(({ isDraft: _, ...rule }) => (isDraft ? { ...rule, isDraft } : rule));
          return orRefused(() => searchProductSegments(segments, withRules(given), { ...asked, withDrafts }));
        };
        assert.deepEqual(find(true, true), find(false, false));
      }
    }),
    { numRuns: runs(5, 70) },
  );
});

const allOf = { ...WIDE, channelId: undefined, customerGroupId: undefined };
const lamp = (id: string, price: number): Product => ({
  ...aProduct(id),
  name: 'Lamp',
  prices: { USD: price },
});
const plain: ProductSearch = {
  ...{ ...allOf, term: undefined, currency: 'USD', localeChain: [], baseLocale: BASE_LOCALE },
  ...{ withMerchandising: true, skip: 0, limit: 100, isOutOfStockLast: false, facetRequest: undefined },
  ...{ sortBy: 'relevance', sortOrder: 'desc' },
};

test('a hit says that it was pinned or boosted only where that decided its place', () => {
  const history = new ProductHistory(productTuning);
  history.play({ do: 'put', products: [lamp('a', 3), lamp('b', 2), lamp('c', 1)] });
  const rule = { id: 'r', when: {}, hide: [], pin: ['b'], boost: [{ factor: 2, ids: ['c'] }] };
  const merchandised = (asked: Partial<ProductSearch>) =>
    searchProductSegments(
      history.segments,
      { ...NO_TABLES, merchandisingRules: [rule] },
      { ...plain, ...asked },
    )
      .hits.filter(({ pinnedBy, boosts }) => pinnedBy.length > 0 || boosts !== undefined)
      .map(({ id }) => id);
  assert.deepEqual(merchandised({}), ['b', 'c']);
  assert.deepEqual(merchandised({ sortOrder: 'asc' }), ['c']);
  assert.deepEqual(merchandised({ sortBy: 'price' }), []);
});

test('the id of a pinned product is decoded a few times, however many are pinned', () => {
  const ids = Array.from({ length: 256 }, (_, at) => `p${at}`);
  const history = new ProductHistory(productTuning);
  history.play({ do: 'put', products: ids.map((id, at) => lamp(id, at)) });
  const [segment] = history.segments as [ProductSegment];
  let reads = 0;
  const { keys } = segment;
  const counted: ProductSegment = {
    ...segment,
    keys: {
      ...keys,
      get pool() {
        reads += 1;
        return keys.pool;
      },
    },
  };
  const readsWith = (pins: number): number => {
    reads = 0;
    const rule = { id: 'r', when: {}, hide: [], pin: ids.slice(0, pins).reverse() };
    searchProductSegments([counted], { ...NO_TABLES, merchandisingRules: [rule] }, { ...plain, limit: 1 });
    return reads;
  };
  assert.ok(readsWith(256) < 11 * 256, String(reads));
});
