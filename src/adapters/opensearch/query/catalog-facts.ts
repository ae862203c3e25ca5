// What the index knows of all documents of a catalog: how many there are in each locale, and the fields of its products.

import {
  builtInFields,
  type FieldType,
  type ProductFields,
  VARIANT_SKUS,
} from '../../../domain/products/product-fields.ts';
import type { CollectionStatistics } from '../../../search/ranking.ts';
import { factMarks, readFact } from '../documents/product-values.ts';
import type { SearchBody, SearchResponse } from './opened-catalog.ts';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
  readonly length?: { readonly value: number };
}

interface Terms {
  readonly buckets: readonly Bucket[];
  readonly sum_other_doc_count: number;
}

const LOCALES_MAX = 1_000;
/** Beyond any number of attributes that the limits of a tenant allow. */
const FACTS_MAX = 60_000;

const localesAsked = {
  locales: {
    terms: { field: 'locale', size: LOCALES_MAX },
    aggs: { length: { sum: { field: 'length' } } },
  },
} as const;

export const contentFactsAsked: SearchBody = { query: { match_all: {} }, size: 0, aggs: localesAsked };

export const productFactsAsked: SearchBody = {
  query: { match_all: {} },
  size: 0,
  aggs: {
    ...localesAsked,
    base: { filter: { term: { base: true } } },
    facts: { terms: { field: 'facts', size: FACTS_MAX } },
    popular: { filter: { exists: { field: 'popularity' } } },
  },
};

/** By locale. */
export const readLocales = (
  response: SearchResponse | undefined,
): ReadonlyMap<string, CollectionStatistics> =>
  new Map(
    termsOf(response, 'locales').map(({ key, doc_count, length }) => [
      key,
      { documents: doc_count, totalLength: length?.value ?? 0 },
    ]),
  );

const termsOf = (response: SearchResponse | undefined, name: string): readonly Bucket[] => {
  const terms = response?.aggregations?.[name] as Terms | undefined;
  if (terms === undefined) return [];
  if (terms.sum_other_doc_count > 0) throw new Error(`the catalog has too many ${name} to be searched`);
  return terms.buckets;
};

export const countOf = (response: SearchResponse | undefined, name: string): number =>
  (response?.aggregations?.[name] as { doc_count?: number } | undefined)?.doc_count ?? 0;

/** As `describeFields` reads them from the products. */
export const readFields = (
  response: SearchResponse | undefined,
): { readonly fields: ProductFields; readonly holders: ReadonlyMap<string, number> } => {
  const holders = new Map<string, number>();
  const lists = new Set<string>();
  const types = new Map<string, Set<FieldType>>();
  const fields = new Map(builtInFields);
  fields.delete(VARIANT_SKUS);
  for (const { key, doc_count } of termsOf(response, 'facts')) {
    const { mark, name } = readFact(key);
    if (mark === factMarks.held) holders.set(name, doc_count);
    else if (mark === factMarks.list) lists.add(name);
    else if (mark === factMarks.variants) {
      const own = builtInFields.get(VARIANT_SKUS);
      if (own !== undefined) fields.set(VARIANT_SKUS, own);
    } else types.set(name, (types.get(name) ?? new Set()).add(typeOf(mark)));
  }
  for (const name of holders.keys()) {
    const seen = types.get(name) ?? new Set<FieldType>();
    fields.set(name, {
      type: seen.size === 1 ? ([...seen][0] as FieldType) : 'text',
      subType: 'attribute',
      isArray: lists.has(name),
      isSearchable: seen.has('text') || seen.has('date'),
    });
  }
  return { fields, holders };
};

const typeOf = (mark: string): FieldType => {
  if (mark === factMarks.number) return 'number';
  if (mark === factMarks.boolean) return 'boolean';
  return mark === factMarks.date ? 'date' : 'text';
};
