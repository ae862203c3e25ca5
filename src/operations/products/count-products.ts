// Operation 2: counts the products that match. Paging, sorting and field selection are accepted and do not change the count.

import type { OperationInput } from '../../contract/operation.ts';
import type { countProducts as contract } from '../../contract/products/count-products.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { environmentNotFound, invalidInput, noStore, storeNotFound } from '../../domain/failures/failures.ts';
import type { ScopedStore, SearchIndex } from '../../domain/ports.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import type { FacetCriterion, FilterGroup } from '../../domain/products/product-filter.ts';
import { localeChain } from '../../domain/text/locale.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
}

type Body = OperationInput<typeof contract>['body'];

const OPEN_BOUND = '*';

export const buildCountProducts =
  ({ storeIn, searchIndex }: Dependencies): UseCase<typeof contract> =>
  async (caller, { query, headers, body }) => {
    pageOf(query, 0);
    const { scope, environment } = caller;
    const criteria = { facets: readFacets(body), groups: readGroups(body) };
    if (environment === undefined) {
      throw environmentNotFound();
    }
    const store = await storeIn(scope).findCommerceStore(query.store_id);
    if (store === undefined) {
      throw query.store_id === undefined ? noStore() : storeNotFound();
    }
    const total = await searchIndex.countProducts(scope, store.catalogId, {
      ...criteria,
      term: body.search_term,
      categoryId: body.category_id,
      categoryName: body.category_name,
      collectionId: body.collection_id,
      localeChain: localeChain(query.locale, environment.defaultLocale),
      baseLocale: environment.defaultLocale,
      currency: (query.currency ?? store.currency).toUpperCase(),
      channelId: query.channel_id,
      locationId: query.location_id,
      customerGroupId: headers['x-customer-group-id'],
      withMerchandising: query.by_pass_merchandising !== true,
      position: caller.position,
    });
    if (body.search_term !== undefined)
      caller.noteSearch({ catalogId: store.catalogId, text: body.search_term, total });
    return {
      result: { total_count: total },
      _meta_: {
        tenant_id: scope.tenantId,
        workspace_id: scope.workspaceId,
        env_type: environment.envType,
        store_hash: store.storeHash,
        content_model_id: store.contentModelId,
        _fields_:
          query.include_fields_meta === true
            ? fieldsMeta(await searchIndex.describeProductFields(scope, store.catalogId))
            : {},
      },
    };
  };

const readFacets = (body: Body): FacetCriterion[] =>
  (body.facets ?? []).map((facet, index) => {
    const at = `facets.${index}`;
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
      value: facet.value,
      range: isRange ? { min: bound(facet.min), max: bound(facet.max) } : undefined,
    };
  });

const readGroups = (body: Body): FilterGroup[] =>
  (body.filter ?? []).map(({ group }, index) => ({
    operator: group?.operator ?? 'AND',
    rules: (group?.rules ?? []).map((rule, ruleIndex) => ({
      field: rule.field_name,
      action: rule.action,
      value: rule.value,
      at: `filter.${index}.group.rules.${ruleIndex}.value`,
    })),
  }));

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
