// Requests to the operations of the demo shop that storefronts call, varied enough that anything missing in an export changes some
// response. None of them changes data.

import * as demo from '../../../demo/build/ids.ts';

export interface RecordedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly target: string;
  readonly environmentId?: string;
  /** By domain: no scoping header is sent. */
  readonly host?: string;
  readonly withToken?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const production = demo.productionEnvironmentId;
const staging = demo.stagingEnvironmentId;

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`;

const search = (
  query: Readonly<Record<string, string>>,
  more: Partial<RecordedRequest> = {},
): RecordedRequest => ({
  method: 'GET',
  target: withQuery('/discovery/search/content', { catalog_id: demo.mainCatalogId, ...query }),
  environmentId: production,
  ...more,
});

const count = (
  body: unknown,
  query: Readonly<Record<string, string>> = {},
  more: Partial<RecordedRequest> = {},
): RecordedRequest => ({
  method: 'POST',
  target: withQuery('/apis/ecommerce-service/public/discovery/v2/search/count', query),
  environmentId: production,
  body,
  ...more,
});

const terms = (query: Readonly<Record<string, string>>, environmentId = production): RecordedRequest => ({
  method: 'GET',
  target: withQuery('/discovery/search/popular-terms', query),
  environmentId,
  withToken: environmentId === staging,
});

const model = (id: string, query: Readonly<Record<string, string>> = {}): RecordedRequest => ({
  method: 'GET',
  target: withQuery(`/content/v2/content-models/${id}`, query),
  environmentId: production,
  withToken: true,
});

const forms = (
  query: Readonly<Record<string, string>>,
  more: Partial<RecordedRequest> = {},
): RecordedRequest => ({
  method: 'GET',
  target: withQuery('/apis/setting-service/public/v1/forms', query),
  environmentId: production,
  ...more,
});

const publish = (
  modelName: string,
  recordId: string,
  elements: readonly (readonly [environmentId: string, versionId: string])[],
): RecordedRequest => ({
  method: 'PATCH',
  target: `/content/v2/content-models/${modelName}/records/${recordId}/versions/publish`,
  environmentId: production,
  withToken: true,
  body: { version_data: elements.map(([environment_id, version_id]) => ({ environment_id, version_id })) },
});

const rule = (field: string, action: string, value: string) => ({ field_name: field, action, value });
const group = (operator: string, ...rules: unknown[]) => ({ group: { operator, rules } });
const facet = (field: string, value: string) => ({ field_internal_name: field, value });

const sorts = ['relevance', 'created_at', 'created_by', 'title', 'modified_at', 'modified_by'];

const searches: readonly RecordedRequest[] = [
  ...sorts.flatMap((sort_by) =>
    ['asc', 'desc'].map((sort_order) => search({ q: 'winter', sort_by, sort_order, limit: '100' })),
  ),
  ...['en-us', 'de-de', 'fr-fr', 'de', 'ja-jp'].map((locale) => search({ q: 'wolle wool laine', locale })),
  ...['page', 'blog', 'faq', 'guide'].map((type) => search({ q: 'how to care for wool', type })),
  search({ q: 'head torch' }),
  search({ q: 'Regenmantel', locale: 'de-de' }),
  search({ q: 'sleping bag', limit: '5', skip: '2' }),
  search({ q: demo.draftSearchTerm }),
  search({ q: 'winter', limit: '100' }, { environmentId: staging, withToken: true }),
  search({ q: demo.draftSearchTerm }, { environmentId: staging, withToken: true }),
  search({ q: 'winter' }, { environmentId: staging }),
  search({ q: 'winter', catalog_id: demo.outletCatalogId }),
  search({ q: 'winter', catalog_id: demo.blogModelId }),
];

const counts: readonly RecordedRequest[] = [
  count({}),
  count({}, {}, { host: demo.productionHost }),
  count({}, {}, { host: demo.stagingHost, withToken: true }),
  count({}, { store_id: demo.eurStoreId, include_fields_meta: 'true' }),
  count({}, { store_id: demo.stagingStoreId }, { environmentId: staging, withToken: true }),
  count({}, { store_id: 'nowhere' }),
  ...['web', 'pos'].map((channel_id) => count({}, { channel_id })),
  ...['oslo', 'lyon', 'hamburg'].map((location_id) => count({}, { location_id })),
  ...['members', 'trade'].map((id) => count({}, {}, { headers: { 'x-customer-group-id': id } })),
  count({ search_term: 'gift' }),
  count({ search_term: 'gift' }, { by_pass_merchandising: 'true' }),
  count({ category_id: 'cat-tents' }),
  count({ category_id: 'cat-clothing' }),
  count({ category_name: 'down jackets' }),
  count({ collection_id: 'autumn-rain' }),
  count({ search_term: 'rucksack' }),
  count({ search_term: 'Regenjacke' }, { locale: 'de-de' }),
  count({ search_term: 'veste de pluie' }, { locale: 'fr-fr' }),
  count({ facets: [facet('color', 'petrol'), facet('color', 'rust red'), facet('size', 'M')] }),
  count({ filter: [group('AND', rule('price', 'less_than', '100'), rule('in_stock', 'equal_to', 'true'))] }),
  count({ filter: [group('AND', rule('price', 'less_than', '100'))] }, { currency: 'EUR' }),
  count({
    filter: [
      group('OR', rule('brand', 'equal_to', 'havnbris'), rule('weight_g', 'greater_than', '900')),
      group(
        'AND',
        rule('created_at', 'greater_than', '2025-09-01'),
        rule('season', 'not_equal_to', 'winter'),
      ),
    ],
  }),
];

const others: readonly RecordedRequest[] = [
  terms({ catalog_id: demo.mainCatalogId, limit: '100' }),
  terms({ catalog_id: demo.mainCatalogId, skip: '3', limit: '4' }),
  terms({ catalog_id: demo.mainCatalogId }, staging),
  terms({ catalog_id: demo.outletCatalogId }),
  terms({ catalog_id: 'no such catalog' }),
  ...[demo.blogModelId, demo.landingPageModelId, demo.siteSettingsModelId, demo.productModelId].map((id) =>
    model(id),
  ),
  model(demo.blogModelId, { locale: 'de-de' }),
  model(demo.mainCatalogId),
  ...['created_at', 'name', 'display_name'].map((sort_by) => forms({ sort_by, sort_order: 'asc' })),
  forms({ locale: 'de-de', limit: '100' }),
  forms({ fields: 'name,created_at', skip: '2', limit: '3' }),
  forms({ search: 're' }, { host: demo.productionHost }),
  forms({}, { environmentId: staging, withToken: true }),
  publish('blog', demo.draftRecordId, [[staging, demo.mainCatalogId]]),
  publish('site_settings', demo.siteSettingsRecordId, [[production, demo.siteSettingsVersionId]]),
  publish('blog', demo.mainCatalogId, [[production, demo.draftVersionId]]),
];

export const recordedRequests: readonly RecordedRequest[] = [...searches, ...counts, ...others];

const discovery = (
  path: string,
  query: Readonly<Record<string, string>>,
  more: Partial<RecordedRequest> = {},
): RecordedRequest => ({
  method: 'GET',
  target: withQuery(`/apis/ecommerce-service/public/discovery/v2/${path}`, query),
  environmentId: production,
  ...more,
});

/** Of operations that the previous release may not have. */
export const discoveryRequests: readonly RecordedRequest[] = [
  discovery('search', { category_id: 'cat-jackets', limit: '100' }),
  discovery('search', { collection_id: 'gifts' }),
  discovery('search', { collection_id: 'gifts', preview: 'true' }, { withToken: true }),
  discovery('search', { search_term: 'rain jakcet', include_facets: 'enabled' }),
  ...['en-us', 'de-de', 'fr-fr'].map((locale) => discovery('search/facet', { locale })),
  discovery('categories', {}),
  discovery('auto-suggest', { search_term: 'rain' }),
  discovery('products', { slug: 'womens-rype-down-jacket' }),
  discovery('products/p-rype-down-jacket-w/similar', {}),
];
