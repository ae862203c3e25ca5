// Searches products: one page of those that a count with the same criteria counts.

import {
  type searchProducts as contract,
  DID_YOU_MEAN_LIMIT,
  SEARCH_PRODUCTS_LIMIT,
} from '../../contract/products/search-products.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { invalidInput } from '../../domain/failures/failures.ts';
import { boundedFactor } from '../../domain/products/merchandising-rule.ts';
import type {
  FacetRequest,
  FoundProducts,
  ProductBoost,
  ProductHit,
} from '../../domain/products/product-search.ts';
import type { SortOrder } from '../../domain/sort-order.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { JsonText } from '../json-text.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';
import { ENABLED_FACETS, facetRequest, showFacets } from './facet-payload.ts';
import {
  addTotal,
  assertEditor,
  type CriteriaPlace,
  findPlace,
  noteSearch,
  type ProductDependencies,
  productQuery,
  readCriteria,
  writeMeta,
} from './product-request.ts';
import { showExplanation } from './shown-explanation.ts';
import { readNames } from './shown-fields.ts';

type Query = Parameters<UseCase<typeof contract>>[1]['query'];

const descending = new Set(['relevance', 'created_at', 'popularity']);
const RELEVANCE = 'relevance';

export const buildSearchProducts =
  (dependencies: ProductDependencies, from: CriteriaPlace = 'body'): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const { query, body } = input;
    const page = pageOf(query, SEARCH_PRODUCTS_LIMIT.default);
    const criteria = readCriteria(body, from);
    const fields = readNames(query.fields, 'fields');
    const facets = facetsAsked(query);
    const sortBy = query.sort_by ?? RELEVANCE;
    const isExplained = query.explain === true;
    if (isExplained) assertExplainable(caller, sortBy);
    const place = await findPlace(dependencies, caller, query.store_id);
    const { catalogId } = place.store;
    const asked = productQuery(place, caller, input, criteria);
    const found = await dependencies.searchIndex.searchProducts(place.scope, catalogId, {
      ...asked,
      ...page,
      sortBy,
      sortOrder: query.sort_order ?? defaultOrder(sortBy),
      isOutOfStockLast: query.out_of_stock === 'last',
      facetRequest: facets,
      withHighlights: query.highlight === true,
      withExplanations: isExplained,
      didYouMeanLimit: query.did_you_mean_limit ?? DID_YOU_MEAN_LIMIT.default,
      fields,
    });
    if (!isExplained) noteSearch(caller, place, asked, found.total);
    const written = writeMeta(dependencies, place, query.include_fields_meta === true);
    const meta = typeof written === 'string' ? written : await written;
    return write(query, found, meta, page.skip, fields);
  };

const assertExplainable = (caller: Caller, sortBy: string): void => {
  assertEditor(caller);
  if (sortBy !== RELEVANCE)
    throw invalidInput(
      'not_allowed',
      'explain',
      'explain is only for sort_by=relevance: leave one of them out',
    );
};

const defaultOrder = (sortBy: string): SortOrder => (descending.has(sortBy) ? 'desc' : 'asc');

const facetsAsked = (query: Query): FacetRequest | undefined => {
  const names = readNames(query.include_facets, 'include_facets');
  if (names === undefined) return undefined;
  const isEnabled = names.length === 1 && names[0] === ENABLED_FACETS;
  return facetRequest(isEnabled ? undefined : names, 'include_facets', query);
};

/** Joined from the JSON of the products: nothing is parsed. */
const write = (
  query: Query,
  { total, hits, facets, correctedTerm, didYouMean, redirectUrl }: FoundProducts,
  meta: string,
  skip: number,
  fields: readonly string[] | undefined,
): JsonText => {
  const rest = toJsonBytes({
    did_you_mean: didYouMean,
    corrected_term: correctedTerm ?? null,
    redirect_url: redirectUrl ?? null,
    ...(query.include_facets === undefined ? {} : { facets: showFacets(facets) }),
  });
  const records = hits.map((hit, at) => writeRecord(hit, skip + at + 1, fields));
  const counted = query.include_count === false ? meta : addTotal(meta, total);
  return new JsonText(`{"records":[${records.join(',')}],${rest.slice(1, -1)},"_meta_":${counted}}`);
};

/** What most products say after their position. */
const NOT_MERCHANDISED = '"pin":false,"boost":1,"is_merchandising":false,"rule_details":[]';

/** The JSON of a product, and what depends on its place. */
const writeRecord = (
  { shown, pinnedBy, boosts = [], explanation }: ProductHit,
  position: number,
  fields: readonly string[] | undefined,
): string => {
  const isWhole = fields === undefined || fields.length === 0;
  const isPlain = isWhole && pinnedBy.length === 0 && boosts.length === 0 && explanation === undefined;
  if (isPlain && shown.length > 2) return `${shown.slice(0, -1)},"position":${position},${NOT_MERCHANDISED}}`;
  const isPinned = pinnedBy.length > 0;
  const isMerchandised = isPinned || boosts.length > 0;
  const factor = boosts.length === 0 ? 1 : boundedFactor(boosts.reduce((all, one) => all * one.factor, 1));
  const placed: Readonly<Record<string, string>> = {
    position: String(position),
    pin: String(isPinned),
    boost: String(factor),
    is_merchandising: String(isMerchandised),
    rule_details: isMerchandised ? toJsonBytes(ruleDetails(pinnedBy, boosts)) : '[]',
    ...(explanation === undefined ? {} : { explanation: toJsonBytes(showExplanation(explanation)) }),
  };
  const wanted = isWhole ? Object.keys(placed) : fields;
  const properties = wanted.flatMap((name) =>
    Object.hasOwn(placed, name) ? `"${name}":${placed[name]}` : [],
  );
  return `{${[shown.slice(1, -1), ...properties].filter((part) => part !== '').join(',')}}`;
};

/** Buried by 4 is a factor of a quarter. */
const ruleDetails = (pinnedBy: readonly string[], boosts: readonly ProductBoost[]) => [
  ...pinnedBy.map((ruleId) => ({ rule_id: ruleId, action: 'pin' })),
  ...boosts.map(({ ruleId, factor }) => ({
    rule_id: ruleId,
    action: factor < 1 ? 'bury' : 'boost',
    factor,
  })),
];
