// One index over one source for the duration of a test, with short helpers; closed automatically.

import type { TestContext } from 'node:test';
import type { Scope } from '../../../src/domain/access/scope.ts';
import type { ContentQuery } from '../../../src/domain/ports.ts';
import type { FilterAction } from '../../../src/domain/products/product-filter.ts';
import type { ProductQuery } from '../../../src/domain/products/product-query.ts';
import { buildMemorySource, CATALOG_ID, type MemorySource, scope } from './memory-source.ts';
import type { OpenedIndex, OpenIndex } from './open-index.ts';

interface SearchSession {
  readonly source: MemorySource;
  readonly opened: OpenedIndex;
  /** Keys of the hits in order, without their `item:`. */
  search(text: string, more?: Partial<ContentQuery>, at?: Where): Promise<string[]>;
  count(query: Partial<ProductQuery>, at?: Where): Promise<number>;
}

interface Where {
  readonly scope?: Scope;
  readonly catalogId?: string;
}

export const openSession = async (
  test: TestContext,
  open: OpenIndex,
  source = buildMemorySource(),
): Promise<SearchSession> => {
  const opened = await open(source);
  test.after(() => opened.close());
  return {
    source,
    opened,
    search: async (text, more = {}, at = {}) => {
      const { hits, total } = await opened.index.searchContent(
        at.scope ?? scope,
        at.catalogId ?? CATALOG_ID,
        {
          ...plainQuery,
          text,
          ...more,
        },
      );
      if (more.limit === undefined && hits.length !== total) {
        throw new Error(`total is ${total}, but ${hits.length} items came`);
      }
      return hits.map(({ key }) => key.replace(/^item:/, ''));
    },
    count: (query, at = {}) =>
      opened.index.countProducts(at.scope ?? scope, at.catalogId ?? CATALOG_ID, { ...everything, ...query }),
  };
};

export const plainQuery: ContentQuery = {
  text: '',
  localeChain: ['xx'],
  type: undefined,
  sortBy: 'relevance',
  sortOrder: 'desc',
  skip: 0,
  limit: 100,
};

/** Counts everything. */
export const everything: ProductQuery = {
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  localeChain: ['xx'],
  baseLocale: 'xx',
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};

type Triple = readonly [field: string, action: FilterAction, value: string];

export const groupOf = (operator: 'AND' | 'OR', ...rules: readonly Triple[]) => ({
  operator,
  rules: rules.map(([field, action, value], at) => ({
    field,
    action,
    value,
    at: `filter.0.group.rules.${at}.value`,
  })),
});

export const valueFacet = (field: string, value: string) => ({
  field,
  value,
  range: undefined,
  at: 'facets.0',
});

export const rangeFacet = (field: string, min?: number | string, max?: number | string) => ({
  field,
  value: undefined,
  range: { min, max },
  at: 'facets.0',
});
