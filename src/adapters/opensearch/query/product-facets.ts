// The facets of a search: for each field, the products that meet all criteria but the values chosen in that field itself, counted by
// value, range or category. The meaning is that of `search/reference/product-facets.ts`.

import { assertFacets } from '../../../domain/products/attribute-settings.ts';
import {
  facetBoundaries,
  facetLabel,
  facetLimit,
  isCountedByRange,
} from '../../../domain/products/facet-settings.ts';
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import type { FinishFacet } from '../../../search/engine/facets/finish-facets.ts';
import { categoryFacet, type FacetPlan, noFacet, rangeFacet, valueFacet } from './facet-plans.ts';
import { listValues } from './list-values.ts';
import { offeredFacets } from './offered-facets.ts';
import type { OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';

type FoundFacets = Pick<FoundProducts, 'facets' | 'offeredFacets'>;

/** Throws `invalidInput` if the catalog does not offer a field as a facet. */
export const findFacets = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
): Promise<FoundFacets> => {
  const { facetRequest: request } = search;
  if (request === undefined) return { facets: [], offeredFacets: [] };
  const { contents } = catalog;
  assertFacets(contents.attributes, request.fields ?? [], request.parameter);
  const isAsked = request.fields === undefined || request.withOffered === true;
  const offered = isAsked ? await offeredFacets(catalog) : [];
  const fields = [...new Set(request.fields ?? offered)];
  const chosen = new Set(search.facets.map(({ field }) => field));
  const shared = selection.query();
  const plans = fields.map((field) => {
    const query = chosen.has(field) ? selection.query(field) : shared;
    return { field, query, plan: planFacet(catalog, search, field, query) };
  });
  const finished = await countAll(catalog, plans);
  return {
    facets: plans.map(({ field, plan: { boundaries } }, at) => {
      const limit = facetLimit(contents.facets, field, request, boundaries);
      const finish = finished[at] as FinishFacet;
      return { ...finish({ ...request, limit }), label: facetLabel(contents.facets, field, search) };
    }),
    offeredFacets: offered,
  };
};

const planFacet = (
  catalog: OpenedCatalog,
  search: ProductSearch,
  field: string,
  query: SearchQuery,
): FacetPlan => {
  const { contents, fields } = catalog;
  if (field === CATEGORIES) return categoryFacet(catalog, search);
  const own = fields.get(field);
  if (own === undefined) return noFacet(field);
  if (!isCountedByRange(contents.facets, field, own.type))
    return valueFacet(catalog, search, field, own.type);
  const boundaries = facetBoundaries(contents.facets, field, own.type);
  return rangeFacet(catalog, search, field, { type: own.type, isArray: own.isArray, boundaries, query });
};

/** One search for the lists of all plans. */
const countAll = async (
  { products }: OpenedCatalog,
  plans: readonly { readonly field: string; readonly query: SearchQuery; readonly plan: FacetPlan }[],
): Promise<FinishFacet[]> => {
  const lists = plans.flatMap(({ field, query, plan }) =>
    plan.lists.map((list) => ({ ...list, query, name: field })),
  );
  const counts = await listValues(products, lists);
  let next = 0;
  return Promise.all(
    plans.map(({ plan }) => {
      const own = counts.slice(next, next + plan.lists.length);
      next += plan.lists.length;
      return plan.count(own);
    }),
  );
};
