// A small hand-made data set: two tenants with two workspaces each, all of which use the SAME ids for everything, so
// that only their texts differ and a leak shows. In addition, each workspace has ids that exist nowhere else, and one
// workspace id exists in one tenant only.

import type { BundleObject } from '../../../src/contract/bundle.ts';

export const tenants = ['acme', 'globex'] as const;
export const workspaces = ['web', 'outlet'] as const;
export const PRODUCTION = 'PRODUCTION-1';
export const STAGING = 'STAGING-1';
export const environments = [PRODUCTION, STAGING] as const;

export interface Workspace {
  readonly tenant: string;
  readonly workspace: string;
}

/** One tenant, workspace and environment: what the three scoping headers name. */
export interface Place extends Workspace {
  readonly environment: string;
}

export const allWorkspaces: readonly Workspace[] = [
  ...tenants.flatMap((tenant) => workspaces.map((workspace) => ({ tenant, workspace }))),
  { tenant: 'globex', workspace: 'annex' },
];
export const allPlaces: readonly Place[] = allWorkspaces.flatMap((workspace) =>
  environments.map((environment) => ({ ...workspace, environment })),
);
export const home: Place = { tenant: 'acme', workspace: 'web', environment: PRODUCTION };
export const staging: Place = { ...home, environment: STAGING };

/** A word in every text of a workspace and in no other workspace. */
export const markOf = ({ tenant, workspace }: Workspace): string => `${tenant}${workspace}`;

export const hostOf = ({ environment, ...workspace }: Place): string =>
  `${environment === STAGING ? 'staging.' : ''}${markOf(workspace)}.test`;

/** The slug of a page published in that environment only, once `onlyPageLines` are written. */
export const onlySlugOf = (place: Place): string => `/only/${hostOf(place)}`;

export const uuid = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Ids that do not exist anywhere. */
export const absent = {
  id: 'nowhere-1',
  uuid: uuid(999_999),
  host: 'nowhere.test',
  token: `vtr_${'A'.repeat(43)}`,
};

/** The same in every workspace. */
export const shared = {
  catalog: uuid(1),
  silentCatalog: uuid(2),
  /** Attached to one environment only. */
  catalogOf: { [PRODUCTION]: uuid(3), [STAGING]: uuid(4) },
  storeOf: { [PRODUCTION]: 's-production', [STAGING]: 's-staging' },
  model: uuid(10),
  modelName: 'blog',
  plainModel: uuid(11),
  plainModelName: 'settings',
  record: uuid(20),
  secondRecord: uuid(21),
  plainRecord: uuid(22),
  /** Versions of `record`: en-us, de and fr; en-us and de; de only. */
  versions: [uuid(30), uuid(31), uuid(32)] as const,
  secondVersion: uuid(33),
  plainVersion: uuid(34),
  /** In every environment, with fields; the only form with submissions. */
  form: uuid(40),
  /** Attached to one environment only. */
  formOf: { [PRODUCTION]: uuid(48), [STAGING]: uuid(49) },
  /** Created and deleted by tests, as are its versions. */
  passingRecord: uuid(80),
  passingVersions: [uuid(81), uuid(82)] as const,
} as const;

/** Only in that workspace. */
export const ownOf = (workspace: Workspace) => {
  const at = 1_000 * (1 + allWorkspaces.findIndex((other) => markOf(other) === markOf(workspace)));
  return {
    catalog: uuid(at + 1),
    model: uuid(at + 10),
    modelName: `diary-${markOf(workspace)}`,
    record: uuid(at + 20),
    version: uuid(at + 30),
    /** A version of the shared record, but only here. */
    versionOfShared: uuid(at + 31),
    environment: `EXTRA-${markOf(workspace)}`,
    store: `s-${markOf(workspace)}`,
    category: `c-${markOf(workspace)}`,
    categoryName: `Category ${markOf(workspace)}`,
    collection: `winter-${markOf(workspace)}`,
    channel: `channel-${markOf(workspace)}`,
    location: `location-${markOf(workspace)}`,
    customerGroup: `vip-${markOf(workspace)}`,
    productSlug: `rain-${markOf(workspace)}`,
  };
};

/** Only in the catalog that is attached to staging only; in every workspace. */
export const inStagingAlone = {
  category: 'c-staging',
  categoryName: 'Category of staging',
  collection: 'winter-staging',
  channel: 'channel-staging',
  location: 'location-staging',
  customerGroup: 'vip-staging',
};

export const LANTERN_POSTS = 17;
export const POPULAR_TERMS = 12;
export const FORMS = 9;

/** Number of products in the main catalog; different in every workspace. */
export const productsOf = (workspace: Workspace): number =>
  12 + allWorkspaces.findIndex((other) => markOf(other) === markOf(workspace));

type Line = { readonly kind: BundleObject['kind'] | 'scope' } & Readonly<Record<string, unknown>>;

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T08:00:00Z`;

const placeLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const both = [...environments];
  const catalog = (id: string, environment_ids: readonly string[], more = {}) => ({
    kind: 'catalog' as const,
    id,
    name: `Catalog ${mark}`,
    environment_ids,
    ...more,
  });
  const store = (id: string, environment_id: string, more = {}) => ({
    kind: 'store' as const,
    id,
    environment_id,
    store_hash: `hash-${mark}-${environment_id}`,
    provider: 'bigcommerce',
    catalog_id: shared.catalog,
    content_model_id: shared.model,
    currency: 'USD',
    ...more,
  });
  return [
    { kind: 'scope', tenant_id: workspace.tenant, workspace_id: workspace.workspace },
    { kind: 'tenant', id: workspace.tenant, name: `Tenant ${workspace.tenant}` },
    { kind: 'workspace', id: workspace.workspace, name: `Workspace ${mark}` },
    { kind: 'environment', id: PRODUCTION, env_type: `PRODUCTION ${mark}`, default_locale: 'en-us' },
    {
      kind: 'environment',
      id: STAGING,
      env_type: `STAGING ${mark}`,
      default_locale: 'de-de',
      access: 'token_required',
    },
    { kind: 'environment', id: own.environment, env_type: `EXTRA ${mark}`, default_locale: 'en-us' },
    ...environments.map((environment) => ({
      kind: 'domain' as const,
      host: hostOf({ ...workspace, environment }),
      environment_id: environment,
    })),
    catalog(shared.catalog, both, { content_models: ['blog', own.modelName] }),
    catalog(shared.silentCatalog, both, { content_search: false }),
    catalog(shared.catalogOf[PRODUCTION], [PRODUCTION]),
    catalog(shared.catalogOf[STAGING], [STAGING]),
    catalog(own.catalog, both),
    store(shared.storeOf[PRODUCTION], PRODUCTION, { is_default: true }),
    store(shared.storeOf[STAGING], STAGING, { is_default: true }),
    store(own.store, PRODUCTION),
  ];
};

/** Products that others see only in one channel, at one location or in one customer group. */
const slugOf = (slug: string, index: number): { slug?: string } => {
  if (index === 0) return { slug };
  return index === 1 || index === 11 ? { slug: `${slug}-${index + 1}` } : {};
};

const productLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const category = (
    id: string,
    name: string,
    parent_id: string | null,
    catalog: string = shared.catalog,
  ) => ({
    kind: 'category' as const,
    catalog_id: catalog,
    id,
    name,
    parent_id,
  });
  const products = Array.from({ length: productsOf(workspace) }, (_, index) => ({
    kind: 'product' as const,
    catalog_id: shared.catalog,
    id: `p${index + 1}`,
    sku: `SKU-${index + 1}`,
    name: `${index < 4 ? 'Rain jacket' : 'Wool sock'} ${mark}`,
    description: `Made for ${mark}`,
    brand: index % 2 === 0 ? 'Nordic' : 'Süd',
    category_ids: [index < 4 ? 'c-jackets' : 'c-socks', ...(index === 2 ? [own.category] : [])],
    collection_ids: index < 2 ? ['winter', own.collection] : [],
    prices: { USD: 10 * (index + 1), ...(index < 3 ? { EUR: 9 } : {}) },
    in_stock: index % 3 !== 0,
    created_at: day(index + 1),
    attributes: { color: index < 3 ? ['red', 'blue'] : ['green'], weight_g: 100 + index },
    channel_ids: index === 0 ? ['channel-1', own.channel] : [],
    location_ids: index === 1 ? ['location-1', own.location] : [],
    customer_group_ids: index === 11 ? ['vip', own.customerGroup] : [],
    ...slugOf(own.productSlug, index),
  }));
  return [
    category('c-clothes', `Clothes ${mark}`, null),
    category('c-jackets', 'Jackets', 'c-clothes'),
    category('c-socks', 'Söcks', 'c-clothes'),
    category(own.category, own.categoryName, 'c-clothes'),
    ...products,
    category(inStagingAlone.category, inStagingAlone.categoryName, null, shared.catalogOf[STAGING]),
    {
      kind: 'product',
      catalog_id: shared.catalogOf[STAGING],
      id: 'p-staging',
      name: `Rain jacket onlystaging ${mark}`,
      slug: 'rain-staging',
      category_ids: [inStagingAlone.category],
      collection_ids: [inStagingAlone.collection],
      channel_ids: [inStagingAlone.channel],
      location_ids: [inStagingAlone.location],
      customer_group_ids: [inStagingAlone.customerGroup],
    },
    // The same number of lines in every workspace: change feeds of equal length, so that mixed-up indexes show.
    ...Array.from({ length: 12 + allWorkspaces.length - productsOf(workspace) }, (_, index) =>
      category(`c-filler-${index}`, 'Filler', null, own.catalog),
    ),
    {
      kind: 'merchandising_rule',
      catalog_id: shared.catalog,
      id: 'hide-one',
      when: { search_term: 'sock' },
      hide: ['p5'],
      pin: [],
    },
  ];
};

const itemLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const item = (provider_id: string, locale: string, title: string, more = {}) => ({
    kind: 'content_item' as const,
    catalog_id: shared.catalog,
    provider_id,
    locale,
    type: 'article',
    title: `${title} ${mark}`,
    url: `/${mark}/${provider_id}`,
    body: `About ${title} at ${mark}.`,
    created_at: day(1),
    ...more,
  });
  // Few distinct values in every sort field: pages are only right if each order is total.
  const posts = Array.from({ length: LANTERN_POSTS }, (_, index) =>
    item(`post-${index + 1}`, 'en-us', `Lantern ${['oil', 'gas', 'led'][index % 3]}`, {
      type: ['blog', 'page'][index % 2],
      created_at: day(1 + (index % 4)),
      created_by: [null, 'Ada', 'Bo'][index % 3],
      modified_at: index % 5 === 0 ? null : day(10 + (index % 3)),
      modified_by: [null, 'Cy', 'Di'][index % 3],
      image_url: index === 0 ? '/i/lantern.jpg' : null,
      extra_data: { published_at: day(2), mark },
      // Relevance distinguishes some of them and leaves most equal.
      ...(index % 8 === 7 ? { body: `Lantern, lantern, lantern ${mark}` } : {}),
    }),
  );
  return [
    ...posts,
    item('exact', 'de-at', 'Zephyrine genau'),
    item('exact', 'de', 'Zephyrine deutsch'),
    item('exact', 'en-us', 'Zephyrine english'),
    item('language', 'de', 'Zephyrine deutsch'),
    item('language', 'en-us', 'Zephyrine english'),
    item('default', 'en-us', 'Zephyrine english'),
    item('other', 'fr', 'Zephyrine français'),
    item('shadow', 'de', 'Verdeckt'),
    item('shadow', 'en-us', 'Borealis'),
    item('here', 'en-us', 'Beacon onlyproduction', { environment_ids: [PRODUCTION] }),
    item('there', 'en-us', 'Beacon onlystaging', { environment_ids: [STAGING] }),
    { ...item('elsewhere', 'en-us', 'Lantern'), catalog_id: ownOf(workspace).catalog },
  ];
};

const recordLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const field = {
    field_properties: {
      internal_name: 'title',
      display_name: `Title ${mark}`,
      data_type: 'text',
      is_localized: true,
    },
    is_required: true,
  };
  const model = (id: string, internal_name: string, more = {}) => ({
    kind: 'content_model' as const,
    id,
    internal_name,
    name: `Model ${mark}`,
    description: `Described by ${mark}`,
    created_at: day(1),
    is_localization_enabled: true,
    fields: [field],
    localized: {
      de: { name: `Modell ${mark}`, description: `Beschrieben von ${mark}` },
      'de-at': { description: `Beschrieben in Wien von ${mark}` },
      'de-de': { name: `Modell de-de ${mark}` },
    },
    ...more,
  });
  const record = (id: string, of: string) => ({
    kind: 'record' as const,
    model: of,
    id,
    created_at: day(3),
    created_by: `Author ${mark}`,
  });
  const version = (
    record_id: string,
    id: string,
    number: number,
    texts: Readonly<Record<string, string>>,
  ) => ({
    kind: 'version' as const,
    record_id,
    id,
    number,
    name: `Version ${mark}`,
    created_at: day(3 + number),
    localized: Object.fromEntries(
      Object.entries(texts).map(([locale, title]) => [
        locale,
        { title: `${title} ${mark}`, page_slug: `/story/${locale}`, body: `Chronicle ${mark}` },
      ]),
    ),
  });
  const [first, second, third] = shared.versions;
  return [
    model(shared.model, shared.modelName, { act_as_web_page: true }),
    model(shared.plainModel, shared.plainModelName, { is_versionable: false, type: 'single' }),
    model(own.model, own.modelName, { act_as_web_page: true }),
    record(shared.record, shared.modelName),
    record(shared.secondRecord, shared.modelName),
    record(shared.plainRecord, shared.plainModelName),
    record(own.record, own.modelName),
    version(shared.record, first, 1, { 'en-us': 'Chronicle one', de: 'Chronik eins', fr: 'Chronique un' }),
    version(shared.record, second, 2, { 'en-us': 'Chronicle two', de: 'Chronik zwei' }),
    version(shared.record, third, 3, { de: 'Chronik drei' }),
    version(shared.record, own.versionOfShared, 4, { 'en-us': 'Chronicle own' }),
    version(shared.secondRecord, shared.secondVersion, 1, { 'en-us': 'Chronicle other' }),
    version(shared.plainRecord, shared.plainVersion, 1, { 'en-us': 'Settings' }),
    version(own.record, own.version, 1, { 'en-us': 'Chronicle diary' }),
    ...environments.map((environment_id) => ({
      kind: 'publication' as const,
      record_id: shared.record,
      environment_id,
      version_id: first,
      published_at: day(9),
    })),
  ];
};

const formFields = (mark: string) => [
  { name: 'email', label: `E-mail ${mark}`, type: 'email', is_required: true },
  { name: 'message', label: 'Message', type: 'textarea' },
  { name: 'amount', label: 'Amount', type: 'number', validation: { min: 1, max: 10 } },
];

const formLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const form = (number: number, name: string, display_name: string, more = {}) => ({
    kind: 'form' as const,
    id: uuid(40 + number),
    name,
    display_name: `${display_name} ${mark}`,
    description: `Form of ${mark}`,
    submit_btn_txt: 'Send',
    created_at: day(1 + (number % 3)),
    ...more,
  });
  return [
    ...Array.from({ length: FORMS - 2 }, (_, index) =>
      form(index, `form-${index % 4}`, ['Café visit', 'Contact'][index % 2] ?? '', {
        ...(index === 0 ? { fields: formFields(mark) } : {}),
      }),
    ),
    form(FORMS - 2, 'localized', 'Callback', {
      is_captcha_enabled: true,
      localized: {
        de: { display_name: `Rückruf ${mark}`, submit_btn_txt: 'Senden' },
        'de-at': { submit_btn_txt: 'Abschicken' },
      },
    }),
    form(FORMS - 1, 'here', 'Onlyproduction', { environment_ids: [PRODUCTION] }),
    form(FORMS, 'there', 'Onlystaging', { environment_ids: [STAGING] }),
    ...Array.from({ length: POPULAR_TERMS }, (_, index) => ({
      kind: 'popular_term' as const,
      catalog_id: shared.catalog,
      rank: index + 1,
      term: `term ${String.fromCharCode(108 - index)} ${mark}`,
    })),
  ];
};

export const linesOf = (workspace: Workspace): Line[] => [
  ...placeLines(workspace),
  ...productLines(workspace),
  ...itemLines(workspace),
  ...recordLines(workspace),
  ...formLines(workspace),
];

export const toBundle = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A page for one environment only. */
export const onlyPageLines = (place: Place): Line[] => {
  const at = 7_100 + 2 * allPlaces.findIndex((other) => hostOf(other) === hostOf(place));
  const [record_id, version_id] = [uuid(at), uuid(at + 1)];
  const title = `Page of ${markOf(place)}`;
  return [
    { kind: 'record', model: shared.modelName, id: record_id, created_at: day(3) },
    {
      ...{ kind: 'version', record_id, id: version_id, number: 1, created_at: day(3) },
      localized: { 'en-us': { title, page_slug: onlySlugOf(place) } },
    },
    {
      ...{ kind: 'publication', record_id, version_id, environment_id: place.environment },
      published_at: day(9),
    },
  ];
};
