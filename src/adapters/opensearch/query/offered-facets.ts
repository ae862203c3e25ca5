// The facets that a catalog offers without being asked for any: those of its settings, or else fields with few enough values, the most
// useful first.

import { byName, isOffered } from '../../../domain/products/attribute-settings.ts';
import { settledFacets } from '../../../domain/products/facet-settings.ts';
import { leadingFacets, OFFERED_MAX, OFFERED_VALUES_MAX } from '../../../domain/products/product-search.ts';
import { valuePlace } from '../documents/product-values.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

/** By what the index knows of the catalog: the result is the same until it changes. */
const known = new WeakMap<OpenedCatalog, Promise<readonly string[]>>();

export const offeredFacets = async (catalog: OpenedCatalog): Promise<readonly string[]> => {
  const { attributes, facets } = catalog.contents;
  if (facets.length > 0) return settledFacets(facets, attributes);
  let offered = known.get(catalog);
  if (offered === undefined) {
    offered = findOffered(catalog);
    known.set(catalog, offered);
    offered.catch(() => known.delete(catalog));
  }
  return offered;
};

const findOffered = async (catalog: OpenedCatalog): Promise<readonly string[]> => {
  const settingOf = byName(catalog.contents.attributes);
  const attributes = [...catalog.holders]
    .filter(([name]) => isOffered(name, settingOf.get(name)))
    .sort(([a, holdingA], [b, holdingB]) => holdingB - holdingA || (a < b ? -1 : 1))
    .map(([name]) => name);
  const [isBrandOffered] = await haveFewValues(catalog, ['brand']);
  const found: string[] = leadingFacets.filter((field) => field !== 'brand' || isBrandOffered === true);
  for (let from = 0; from < attributes.length && found.length < OFFERED_MAX; from += OFFERED_MAX) {
    const some = attributes.slice(from, from + OFFERED_MAX);
    const areFew = await haveFewValues(catalog, some);
    found.push(...some.filter((_, at) => areFew[at]));
  }
  return found.slice(0, OFFERED_MAX);
};

/** Whether the products of the catalog have few different values in each field. */
const haveFewValues = async ({ products }: OpenedCatalog, fields: readonly string[]): Promise<boolean[]> => {
  const responses = await products.searchAll(
    fields.map((field) => {
      const at = valuePlace(products.place, field, '');
      const include = `${at.prefix('text')}.*`;
      return {
        query: { term: { base: true } },
        size: 0,
        track_total_hits: false,
        aggs: { values: { terms: { field: at.field, include, size: OFFERED_VALUES_MAX + 1 } } },
      };
    }),
  );
  return responses.map(({ aggregations }) => {
    const values = aggregations?.['values'] as { readonly buckets: readonly unknown[] };
    return values.buckets.length <= OFFERED_VALUES_MAX;
  });
};
