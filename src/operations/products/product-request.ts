// What product count, search and facets have in common: the store a request means, its criteria, and the scope that the response names.

import type { OperationInput } from '../../contract/operation.ts';
import type { countProducts } from '../../contract/products/count-products.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Environment, Scope } from '../../domain/access/scope.ts';
import {
  environmentNotFound,
  forbiddenPermission,
  invalidInput,
  noStore,
  storeNotFound,
  unauthorized,
} from '../../domain/failures/failures.ts';
import type { ScopedStore, SearchIndex } from '../../domain/ports.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import type { FacetCriterion, FilterGroup } from '../../domain/products/product-filter.ts';
import type { Shopper } from '../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { readGroups } from '../../domain/products/sent-groups.ts';
import type { CommerceStore } from '../../domain/search/catalog.ts';
import { parseInstant } from '../../domain/text/instant.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { localeChain } from '../../domain/text/locale.ts';

export interface ProductDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
  readonly now: () => Date;
}

/** The parts of a request that all of these operations read. */
type Input = Pick<OperationInput<typeof countProducts>, 'headers' | 'body'> & {
  readonly query: Omit<
    OperationInput<typeof countProducts>['query'],
    'fields' | 'skip' | 'limit' | 'sort_by' | 'sort_order'
  >;
};

type Body = Input['body'];

export interface ProductPlace {
  readonly scope: Scope;
  readonly environment: Environment;
  readonly store: CommerceStore;
  /** When the request came, in milliseconds since 1970: one reading of the clock decides which merchandising rules apply. */
  readonly at: number;
}

const OPEN_BOUND = '*';

/** The store that a request means. */
export const findPlace = async (
  { storeIn, searchIndex, now }: ProductDependencies,
  caller: Caller,
  storeId: string | undefined,
): Promise<ProductPlace> => {
  const { scope, environment } = caller;
  if (environment === undefined) {
    throw environmentNotFound();
  }
  const store = await storeIn(scope).findCommerceStore(storeId);
  if (store === undefined) {
    throw storeId === undefined ? noStore() : storeNotFound();
  }
  const at = now().getTime();
  caller.noteExpiry(() => searchIndex.nextTimedChange(scope, store.catalogId, at));
  return { scope, environment, store, at };
};

/** Where a caller has sent the criteria: failures name what they sent. */
export type CriteriaPlace = 'body' | 'query';

/** Throws if the criteria cannot be read, so call it before anything is looked up. */
export const readCriteria = (
  body: Body,
  from: CriteriaPlace = 'body',
): Pick<ProductQuery, 'facets' | 'groups'> => ({
  facets: readFacets(body, from),
  groups: readGroups(body.filter ?? []),
});

export const productQuery = (
  place: ProductPlace,
  caller: Caller,
  { query, headers, body }: Input,
  { facets, groups }: Pick<ProductQuery, 'facets' | 'groups'>,
): ProductQuery => ({
  // First: V8 copies an object into an empty one quickly, and into any other member by member.
  ...shopperOf(place, caller, { query, headers }),
  facets,
  groups: query.out_of_stock === 'exclude' ? [...groups, IN_STOCK] : groups,
  term: body.search_term,
  categoryId: body.category_id,
  categoryName: body.category_name,
  collectionId: body.collection_id,
  withMerchandising: query.by_pass_merchandising !== true,
  correctsWords: query.is_auto_spellcheck,
});

/** What a request says of the shopper. */
export interface ShopperInput {
  readonly query: Pick<
    Input['query'],
    'locale' | 'store_id' | 'channel_id' | 'location_id' | 'currency' | 'preview' | 'preview_at'
  >;
  readonly headers: Input['headers'];
}

/** Throws if the caller may not preview, and makes sure that no preview is stored anywhere. */
export const shopperOf = (
  { environment, store, at }: ProductPlace,
  caller: Caller,
  { query, headers }: ShopperInput,
): Shopper => ({
  localeChain: localeChain(query.locale, environment.defaultLocale),
  baseLocale: environment.defaultLocale,
  currency: (query.currency ?? store.currency).toUpperCase(),
  channelId: query.channel_id,
  locationId: query.location_id,
  customerGroupId: headers['x-customer-group-id'],
  at: previewTime(caller, query) ?? at,
  withDrafts: query.preview,
  position: caller.position,
});

/** The time that a preview asks for, if it does. Drafts of merchandising rules act only for those who may edit them. */
const previewTime = (
  caller: Caller,
  { preview, preview_at: previewAt }: ShopperInput['query'],
): number | undefined => {
  if (preview !== true) {
    if (previewAt === undefined) return undefined;
    throw invalidInput('not_allowed', 'preview_at', 'preview_at is only for previews: send preview=true too');
  }
  assertEditor(caller);
  if (previewAt === undefined) return undefined;
  const at = parseInstant(previewAt);
  if (at === undefined)
    throw invalidInput('malformed', 'preview_at', 'preview_at must be a time such as 2026-01-02T03:04:05Z');
  return at;
};

/** For what shoppers must not see: throws if the caller may not edit, and makes sure that the response is stored nowhere. */
export const assertEditor = (caller: Caller): void => {
  if (!caller.isOperator) {
    if (caller.token === undefined) throw unauthorized('missing');
    if (caller.token.permission !== 'full') throw forbiddenPermission();
  }
  caller.noteExpiry(() => 0);
};

/** Records the search of a shopper for popular terms; a preview is none. */
export const noteSearch = (
  caller: Caller,
  { store }: ProductPlace,
  { term, withDrafts }: ProductQuery,
  total: number,
): void => {
  if (term !== undefined && withDrafts !== true)
    caller.noteSearch({ catalogId: store.catalogId, text: term, total });
};

const IN_STOCK: FilterGroup = {
  operator: 'AND',
  rules: [{ field: 'in_stock', action: 'equal_to', value: 'true', at: 'out_of_stock' }],
};

/** The scope that a response applies to. */
const metaOf = ({ scope, environment, store }: ProductPlace, fields: ReturnType<typeof fieldsMeta>) => ({
  tenant_id: scope.tenantId,
  workspace_id: scope.workspaceId,
  env_type: environment.envType,
  store_hash: store.storeHash,
  content_model_id: store.contentModelId,
  _fields_: fields,
});

/** By store: requests to the same store share its object, and mostly their scope and environment. */
const writtenMetas = new WeakMap<CommerceStore, Omit<ProductPlace, 'at'> & { readonly json: string }>();

/** The same as JSON, in bytes. Written once for each store, unless the fields are described too. */
export const writeMeta = (
  { searchIndex }: ProductDependencies,
  place: ProductPlace,
  isDescribing: boolean,
): string | Promise<string> => {
  const { scope, environment, store } = place;
  if (isDescribing)
    return searchIndex
      .describeProductFields(scope, store.catalogId)
      .then((fields) => toJsonBytes(metaOf(place, fieldsMeta(fields))));
  const written = writtenMetas.get(store);
  if (written?.scope === scope && written.environment === environment) return written.json;
  const json = toJsonBytes(metaOf(place, {}));
  writtenMetas.set(store, { scope, environment, store, json });
  return json;
};

/** With one more member. */
export const addTotal = (meta: string, total: number): string =>
  `${meta.slice(0, -1)},"total_count":${total}}`;

const readFacets = (body: Body, from: CriteriaPlace): FacetCriterion[] =>
  (body.facets ?? []).map((facet, index) => {
    const at = from === 'query' ? 'facet' : `facets.${index}`;
    const isRange = facet.min !== undefined || facet.max !== undefined;
    if (isRange === (facet.value !== undefined)) {
      throw isRange
        ? invalidInput('conflicting', `${at}.value`, `${at} has both a value and a range`)
        : invalidInput('too_few', `${at}.value`, `${at} has neither a value nor a range`);
    }
    const bound = (value: number | string | undefined) => (value === OPEN_BOUND ? undefined : value);
    return {
      field: facet.field_internal_name,
      at,
      ...(from === 'query' ? { isParameter: true } : {}),
      value: facet.value,
      range: isRange ? { min: bound(facet.min), max: bound(facet.max) } : undefined,
    };
  });

const fieldsMeta = (fields: ProductFields) =>
  Object.fromEntries(
    [...fields].map(([name, field]) => [
      name,
      {
        type: field.type,
        sub_type: field.subType,
        is_array: field.isArray,
        is_searchable: field.isSearchable,
      },
    ]),
  );
