// Rules that boost products cost only those who rank by relevance, and then time and memory that do not grow with what they share.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { AttributeSetting } from '../../../domain/products/attribute-settings.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { lastSpent, withBudget } from '../budget/work-budget.ts';
import { estimateProductWork } from '../estimate-work.ts';
import { countSegments } from '../products/product-count.ts';
import { type ProductSegment, ProductSegmentBuilder } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';

/** Some boosts select by a short list of products, others by a bitset. */
const VALUES = 40;

const segmentOf = (products: number): ProductSegment => {
  const builder = new ProductSegmentBuilder('xx');
  for (let at = 0; at < products; at += 1)
    builder.add({ ...aProduct(`p${at}`), attributes: { hue: `h${at % 3 === 0 ? 0 : at % VALUES}` } });
  return builder.finish();
};

/** One rule with this many boosts, each with a filter of its own. */
const boosting = (boosts: number): MerchandisingRule => ({
  ...{ id: 'r', when: {}, hide: [], pin: [] },
  boost: Array.from({ length: boosts }, (_, at) => ({
    factor: 2,
    groups: [
      {
        operator: 'AND' as const,
        rules: [{ field: 'hue', action: 'equal_to' as const, value: `h${at % VALUES}`, at: '' }],
      },
    ],
  })),
});

const contentsWith = (rules: MerchandisingRule[], attributes: AttributeSetting[] = []): CatalogContents => ({
  ...{ attributes, categories: [], synonyms: [], facets: [] },
  merchandisingRules: rules,
});

const search: ProductSearch = {
  ...everythingFor({
    ...{ localeChain: ['xx'], baseLocale: 'xx', currency: 'USD' },
    ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
  }),
  ...{ skip: 0, limit: 10, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
  facetRequest: undefined,
};

test('where relevance decides nothing, boosts cost nothing', () => {
  const segments = [segmentOf(20)];
  const spentWith = (boosts: number, run: (contents: CatalogContents) => unknown): number => {
    const contents = contentsWith([boosting(boosts)]);
    run(contents);
    withBudget({ units: 1e9 }, () => run(contents));
    return lastSpent();
  };
  const byPrice = { ...search, sortBy: 'price' };
  const free = [
    (contents: CatalogContents) => countSegments(segments, contents, { ...search }),
    (contents: CatalogContents) => searchProductSegments(segments, contents, { ...byPrice }),
    (contents: CatalogContents) => searchProductSegments(segments, contents, { ...search, limit: 0 }),
    (contents: CatalogContents) => estimateProductWork(segments, contents, { ...search }),
  ];
  for (const run of free) assert.equal(spentWith(500, run), spentWith(0, run));
  const ranked = (contents: CatalogContents) => searchProductSegments(segments, contents, { ...search });
  assert.ok(spentWith(500, ranked) > spentWith(0, ranked) + 500 * 1_000);
  const estimated = (boosts: number) =>
    estimateProductWork(segments, contentsWith([boosting(boosts)]), search);
  assert.equal(estimated(500), estimated(0));
});

test('settings and types of fields are looked up once for all boosts of a query', () => {
  const reads = { settings: 0, types: 0 };
  const setting = {
    ...{ isSearchable: true, isFilterable: true, isFacet: true, isSortable: true },
    get name() {
      reads.settings += 1;
      return 'other';
    },
  } as AttributeSetting;
  const segment = segmentOf(20);
  const counted = {
    ...segment,
    attributes: segment.attributes.map((column) => ({
      ...column,
      get statistics() {
        reads.types += 1;
        return column.statistics;
      },
    })),
  };
  const readsWith = (boosts: number) => {
    Object.assign(reads, { settings: 0, types: 0 });
    searchProductSegments([counted], contentsWith([boosting(boosts)], [setting]), { ...search });
    return { ...reads };
  };
  assert.deepEqual(readsWith(50), readsWith(1));
  assert.ok(reads.types > 0 && reads.settings > 0);
});

/** How many numbers are allocated in arrays while it runs. */
const allocatedBy = (run: () => void): number => {
  const Native = globalThis.Uint32Array;
  let allocated = 0;
  globalThis.Uint32Array = class extends Native {
    constructor(...given: unknown[]) {
      super(...(given as [number]));
      if (typeof given[0] === 'number') allocated += given[0];
    }
  } as Uint32ArrayConstructor;
  try {
    run();
  } finally {
    globalThis.Uint32Array = Native;
  }
  return allocated;
};

test('hundreds of boosts take the memory of a few', () => {
  const segments = [segmentOf(400)];
  const allocatedWith = (boosts: number): number => {
    const contents = contentsWith([boosting(boosts)]);
    return allocatedBy(() => searchProductSegments(segments, contents, { ...search, limit: 1 }));
  };
  allocatedWith(10);
  // One number for the product of the page.
  assert.equal(allocatedWith(400) - allocatedWith(10), 390);
});
