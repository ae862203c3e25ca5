// Bundle lines for the store suites: complete objects with all defaults, and a small workspace made of them.

import type { TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { BundleKind, BundleLine, BundleObject } from '../../../src/contract/bundle.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type { FormQuery } from '../../../src/domain/forms/form-list.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import type { PutOutcome } from '../../../src/domain/manage/bundle-store.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';

/** Opens an empty store that is closed and deleted when the test ends. */
export interface OpenStore {
  (t: TestContext): Promise<Store>;
  /** Every statement goes over a connection, which takes many times as long. */
  readonly isRemote?: boolean;
  /** In the long form too, no test makes much: the same tests do so elsewhere. */
  readonly isSmall?: boolean;
  /** Opens a copy of a store that was filled once. */
  readonly openCopy?: (t: TestContext, fill: Fill) => Promise<Store>;
}

type Fill = (store: Store) => Promise<void>;

/** Opens a store with contents of its own. The same `fill` always puts in the same. */
export const openFilledBy = async (open: OpenStore, t: TestContext, fill: Fill): Promise<Store> => {
  if (open.openCopy !== undefined) return open.openCopy(t, fill);
  const store = await open(t);
  await fill(store);
  return store;
};

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const CATALOG = uuid(1);
export const MODEL = uuid(2);
export const RECORD = uuid(3);
export const VERSION_1 = uuid(11);
export const VERSION_2 = uuid(12);
export const FORM = uuid(4);
export const TIME = '2026-01-02T03:04:05Z';

const defaults: { readonly [K in BundleKind]: BundleLine<K> } = {
  tenant: { kind: 'tenant', id: 'acme', name: '' },
  workspace: { kind: 'workspace', id: 'web', name: '' },
  environment: {
    kind: 'environment',
    id: 'PROD',
    env_type: 'PRODUCTION',
    default_locale: 'en-us',
    access: 'open',
  },
  domain: { kind: 'domain', host: 'shop.acme.test', environment_id: 'PROD' },
  content_model: {
    kind: 'content_model',
    id: MODEL,
    internal_name: 'blog',
    name: 'Blog',
    type: 'collection',
    created_at: TIME,
    template: '',
    act_as_web_page: true,
    is_localization_enabled: true,
    group_id: '',
    description: '',
    is_versionable: true,
    fields: [],
    localized: {},
  },
  catalog: {
    kind: 'catalog',
    id: CATALOG,
    name: 'Main',
    environment_ids: ['PROD'],
    content_search: true,
    content_models: ['blog'],
  },
  store: {
    kind: 'store',
    id: 's1',
    environment_id: 'PROD',
    store_hash: 'x7k2',
    provider: 'bigcommerce',
    catalog_id: CATALOG,
    content_model_id: MODEL,
    currency: 'USD',
    is_default: true,
    channel_ids: [],
  },
  category: { kind: 'category', catalog_id: CATALOG, id: 'c1', name: 'Shoes', parent_id: null },
  product: {
    kind: 'product',
    catalog_id: CATALOG,
    id: 'p1',
    sku: 'A-1',
    name: 'Red shoe',
    description: '',
    brand: 'Nordic',
    category_ids: ['c1'],
    collection_ids: [],
    prices: { USD: 79.5 },
    in_stock: true,
    created_at: null,
    attributes: { color: ['red'], weight_g: 310 },
    channel_ids: [],
    location_ids: [],
    customer_group_ids: [],
    localized: {},
  },
  content_item: {
    kind: 'content_item',
    catalog_id: CATALOG,
    provider_id: 'wp-1',
    locale: 'en-us',
    type: 'page',
    title: 'About',
    url: '/about',
    body: 'About us',
    keywords: [],
    image_url: null,
    created_at: TIME,
    created_by: null,
    modified_at: null,
    modified_by: null,
    environment_ids: null,
    extra_data: {},
  },
  record: { kind: 'record', model: 'blog', id: RECORD, created_at: TIME, created_by: 'ada' },
  version: {
    kind: 'version',
    record_id: RECORD,
    id: VERSION_1,
    number: 1,
    name: '',
    created_at: TIME,
    created_by: null,
    localized: {},
  },
  publication: {
    kind: 'publication',
    record_id: RECORD,
    environment_id: 'PROD',
    version_id: VERSION_1,
    locales: null,
    published_at: TIME,
  },
  form: {
    kind: 'form',
    id: FORM,
    name: 'contact',
    display_name: 'Contact',
    description: '',
    submit_btn_txt: 'Send',
    is_captcha_enabled: false,
    created_at: TIME,
    environment_ids: null,
    localized: {},
    fields: [],
  },
  synonyms: {
    kind: 'synonyms',
    catalog_id: CATALOG,
    id: 'syn1',
    locale: null,
    words: ['sneaker', 'trainer'],
  },
  merchandising_rule: {
    kind: 'merchandising_rule',
    catalog_id: CATALOG,
    id: 'r1',
    when: { search_term: 'shoe' },
    hide: ['p9'],
    pin: [],
  },
  attribute: {
    kind: 'attribute',
    catalog_id: CATALOG,
    name: 'color',
    is_searchable: true,
    is_filterable: null,
    is_facet: null,
    is_sortable: null,
    description: '',
  },
  facet: {
    kind: 'facet',
    catalog_id: CATALOG,
    field: 'price',
    label: '',
    position: 0,
    type: 'ranges',
    boundaries: [50, 100],
    limit: null,
    localized: {},
  },
  search_event: {
    kind: 'search_event',
    catalog_id: CATALOG,
    at: '2026-01-02T03:04:05.000Z',
    term: 'shoe',
    total: 3,
    visitor: 'v1',
  },
  popular_term: { kind: 'popular_term', catalog_id: CATALOG, rank: 1, term: 'shoe' },
};

export const line = <K extends BundleKind>(kind: K, changes: Partial<BundleLine<K>> = {}): BundleLine<K> => ({
  ...defaults[kind],
  ...changes,
});

export const versionText = (title: string) => ({
  title,
  page_slug: `/${title}`,
  body: `${title} body`,
  image_url: null,
  fields: {},
});

/** A version with a text in each of the locales. */
export const versionIn = (
  id: string,
  number: number,
  locales: readonly string[],
  changes: Partial<BundleLine<'version'>> = {},
): BundleLine<'version'> =>
  line('version', {
    id,
    number,
    localized: Object.fromEntries(locales.map((locale) => [locale, versionText(`v${number}-${locale}`)])),
    ...changes,
  });

export const putAll = async (
  store: Store,
  scope: WorkspaceScope,
  lines: Iterable<BundleObject>,
): Promise<PutOutcome[]> => {
  const outcomes: PutOutcome[] = [];
  await store.writeBundle(async (writer) => {
    for (const object of lines) outcomes.push(await writer.put(scope, object, 'as-is'));
    return true;
  });
  return outcomes;
};

export const workspaceLines = (scope: WorkspaceScope): BundleObject[] => [
  line('tenant', { id: scope.tenantId }),
  line('workspace', { id: scope.workspaceId }),
  line('environment'),
  line('environment', {
    id: 'STAGE',
    env_type: 'STAGING',
    default_locale: 'de-de',
    access: 'token_required',
  }),
];

/** The oldest first. */
export const ALL_FORMS: FormQuery = {
  search: '',
  locale: undefined,
  defaultLocale: 'en-us',
  sortBy: 'created_at',
  sortOrder: 'asc',
  skip: 0,
  limit: 100,
};

export const ACME: WorkspaceScope = { tenantId: 'acme', workspaceId: 'web' };

/** One line of every kind, so that a store contains everything it can. */
export const everyKind = (scope: WorkspaceScope, mark = ''): BundleObject[] => [
  ...workspaceLines(scope),
  line('domain', { host: `${mark}shop.${scope.workspaceId}.${scope.tenantId}.test` }),
  line('content_model', { name: `Blog${mark}` }),
  line('catalog', { name: `Main${mark}` }),
  line('store', { store_hash: `hash${mark}` }),
  line('category', { name: `Shoes${mark}` }),
  line('product', {
    name: `Red shoe${mark}`,
    attributes: { color: ['red', 'blue'], weight_g: 310, eco: true },
  }),
  line('content_item', { title: `About${mark}`, extra_data: { b: 1, a: [null, { z: 1, y: 2 }] } }),
  line('record', { created_by: `ada${mark}` }),
  versionIn(VERSION_1, 1, ['en-us', 'de-de'], { name: `First${mark}` }),
  versionIn(VERSION_2, 2, ['de-de'], { name: `Second${mark}` }),
  line('publication'),
  line('form', { display_name: `Contact${mark}` }),
  line('synonyms', { words: ['sneaker', `trainer${mark}`] }),
  line('merchandising_rule', { pin: [`p${mark}`] }),
  line('attribute', { is_facet: true, description: `Hue${mark}` }),
  line('facet', { label: `Price${mark}`, localized: { 'de-de': { label: `Preis${mark}` } } }),
  line('search_event', { term: `shoe${mark}` }),
  line('popular_term', { term: `shoe${mark}` }),
];

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items);

/** Of all changes, of those that are not of products, and of those that affect access. A store that reads them in the background does not know them at first. */
export const readRevisions = async (store: Store, workspace: WorkspaceScope): Promise<readonly number[]> => {
  const read = () => revisionsOf(store, workspace);
  await waitUntil('the revisions are known', () => !read().some(Number.isNaN));
  return read();
};

export const revisionsOf = (store: Store, workspace: WorkspaceScope): readonly number[] => [
  store.revision(workspace),
  store.nonProductRevision(workspace),
  store.accessRevision(workspace),
];

export const putEveryKind = async (store: Store): Promise<void> => {
  await putAll(store, ACME, everyKind(ACME));
};

/** An event of the product `p1`, which has a score then. */
export const putEvent = async (store: Store, workspace: WorkspaceScope, visitor = 'v'): Promise<void> => {
  const place = { ...workspace, environmentId: 'PROD', catalogId: CATALOG };
  await store.appendEvents([
    { ...place, day: '2026-03-04', productId: 'p1', type: 'view', visitor, term: 'zelt ⛺' },
  ]);
  await store.changeScores(place, [{ productId: 'p1', score: 70 }]);
};

/** Whatever the store does with events. */
export const askEvents = async (store: Store, workspace: WorkspaceScope): Promise<void> => {
  const place = { ...workspace, environmentId: 'PROD', catalogId: CATALOG };
  await putEvent(store, workspace, 'asked');
  await store.listEventPlaces(CATALOG);
  await store.countVisitors(place, { from: '2026-03-03', until: '2026-03-05', term: undefined }, unbounded);
  await store.summarizeEvents(place, '2026-03-04', () => ({ add: () => {}, result: () => {} }));
  await store.hasAttribute(place, 'popularity');
  await store.readScores(place);
  await store.eraseMarks(workspace, ['asked', 'absent']);
  await store.changeScores(place, [{ productId: 'p1', score: undefined }]);
  await store.dropEventsBefore('2026-01-01');
};
