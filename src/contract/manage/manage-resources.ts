// The table of managed kinds: for each kind its path, its key, and the filters of its list. The operations of the
// management interface, their descriptions and their use cases are all generated from it. It imports no schema: the store reads
// it too, in threads that start faster without.

import type { ManagedFilter, ManagedKind } from './managed-kind.ts';

const inCatalog = (collection: string) =>
  ({
    collection: `/manage/v1/catalogs/{catalog_id}/${collection}`,
    access: 'manage',
    parent: { kind: 'catalog', param: 'catalog_id' },
  }) as const;

const inWorkspace = (collection: string) =>
  ({ collection: `/manage/v1/${collection}`, access: 'manage' }) as const;

const equal = (field: string, description: string): ManagedFilter => ({
  field,
  type: 'identifier',
  description,
});

const ofLocale: ManagedFilter = {
  field: 'locale',
  type: 'locale',
  title: 'LocaleFilter',
  description: 'Only those with exactly this locale.',
};

const ofEnvironment: ManagedFilter = {
  ...equal('environment_id', 'Only those in this environment.'),
  title: 'EnvironmentFilter',
};

/** Ordered so that each kind comes before the kinds that need it. */
export const managedKinds: readonly ManagedKind[] = [
  {
    kind: 'tenant',
    one: 'tenant',
    many: 'tenants',
    tag: 'Tenants',
    collection: '/manage/v1/tenants',
    access: 'operator',
    keys: { tenant_id: 'id' },
    made: [],
    searched: ['id', 'name'],
    filters: {},
    about: 'A tenant is an organization. No tenant ever sees the data of another.',
    neededBy: 'its workspaces',
  },
  {
    kind: 'workspace',
    one: 'workspace',
    many: 'workspaces',
    tag: 'Workspaces',
    collection: '/manage/v1/tenants/{tenant_id}/workspaces',
    access: 'operator',
    parent: { kind: 'tenant', param: 'tenant_id' },
    keys: { workspace_id: 'id' },
    made: [],
    searched: ['id', 'name'],
    filters: {},
    about: 'A workspace holds all data of one shop or site of a tenant.',
    neededBy: 'everything in it',
  },
  {
    kind: 'environment',
    one: 'environment',
    many: 'environments',
    tag: 'Environments',
    ...inWorkspace('environments'),
    keys: { environment_id: 'id' },
    made: [],
    searched: ['id', 'env_type'],
    filters: {},
    about:
      'An environment is a deployment target, such as production or staging. It is open or requires tokens, and has a default locale.',
    neededBy: 'domains, stores, publications, tokens, or objects that list it among their environments',
  },
  {
    kind: 'domain',
    one: 'domain',
    many: 'domains',
    tag: 'Domains',
    ...inWorkspace('domains'),
    keys: { host: 'host' },
    made: [],
    searched: ['host'],
    filters: { environment_id: ofEnvironment },
    about: 'A domain maps a host name to the environment that serves it.',
  },
  {
    kind: 'content_model',
    one: 'content model',
    many: 'content models',
    tag: 'Content models',
    hasPublicTwin: true,
    ...inWorkspace('content-models'),
    keys: { content_model_id: 'id' },
    made: ['id', 'created_at'],
    searched: ['id', 'internal_name', 'name'],
    filters: {
      type: { field: 'type', type: 'model_type', description: 'Only those of this type.' },
      internal_name: equal('internal_name', 'Only the one with exactly this internal name.'),
    },
    about: 'A content model defines the fields of its records and their validation rules.',
    neededBy: 'its records (or, even with `cascade`, records of other models that relate to them)',
  },
  {
    kind: 'catalog',
    one: 'catalog',
    many: 'catalogs',
    tag: 'Catalogs',
    ...inWorkspace('catalogs'),
    keys: { catalog_id: 'id' },
    made: ['id'],
    searched: ['id', 'name'],
    filters: {},
    about:
      'A catalog holds products and content that are searched together, and lists the environments that show them.',
    neededBy:
      'stores, categories, products, content items, synonym sets, merchandising rules, attribute settings or facet settings',
  },
  {
    kind: 'store',
    one: 'store',
    many: 'stores',
    tag: 'Stores',
    ...inWorkspace('stores'),
    keys: { store_id: 'id' },
    made: [],
    searched: ['id', 'store_hash', 'provider'],
    filters: { environment_id: ofEnvironment },
    about: 'A store connects an environment to a catalog and a currency.',
  },
  {
    kind: 'form',
    one: 'form',
    many: 'forms',
    tag: 'Forms',
    hasPublicTwin: true,
    ...inWorkspace('forms'),
    keys: { form_id: 'id' },
    made: ['id', 'created_at'],
    searched: ['id', 'name', 'display_name'],
    filters: {},
    about: 'A form has fields and lists the environments that show it.',
    neededBy: 'its submissions',
  },
  {
    kind: 'category',
    one: 'category',
    many: 'categories',
    tag: 'Categories',
    ...inCatalog('categories'),
    keys: { category_id: 'id' },
    made: [],
    searched: ['id', 'name'],
    filters: { parent_id: equal('parent_id', 'Only direct children of this category.') },
    about:
      'A category groups products of a catalog. Products and categories may refer to categories that do not exist.',
  },
  {
    kind: 'product',
    one: 'product',
    many: 'products',
    tag: 'Products',
    ...inCatalog('products'),
    keys: { product_id: 'id' },
    made: [],
    searched: ['id', 'sku', 'name'],
    filters: {
      sku: equal('sku', 'Only those with exactly this SKU.'),
      brand: { field: 'brand', type: 'text', description: 'Only those of this brand.' },
      category_id: equal('category_ids', 'Only those directly in this category.'),
      in_stock: {
        field: 'in_stock',
        type: 'boolean',
        description: 'Only those that are (`true`) or are not (`false`) in stock.',
      },
    },
    about: 'A product belongs to one catalog.',
  },
  {
    kind: 'content_item',
    one: 'content item',
    many: 'content items',
    tag: 'Content items',
    ...inCatalog('content-items'),
    keys: { provider_id: 'provider_id', locale: 'locale' },
    made: ['created_at'],
    searched: ['provider_id', 'title'],
    filters: { locale: ofLocale, type: equal('type', 'Only those of this type, such as `blog`.') },
    about:
      'A content item is a page or article of an external system in one locale. Content search finds it.',
  },
  {
    kind: 'synonyms',
    one: 'synonym set',
    many: 'synonym sets',
    tag: 'Synonym sets',
    ...inCatalog('synonyms'),
    keys: { synonyms_id: 'id' },
    made: [],
    searched: ['id', 'words'],
    filters: { locale: ofLocale },
    about: 'A synonym set lists words that are treated as equal in searches of a catalog.',
  },
  {
    kind: 'merchandising_rule',
    one: 'merchandising rule',
    many: 'merchandising rules',
    tag: 'Merchandising rules',
    ...inCatalog('merchandising-rules'),
    keys: { rule_id: 'id' },
    made: [],
    searched: ['id'],
    filters: {},
    about:
      'A merchandising rule changes which products a search finds, and in which order: it hides, pins, boosts and buries products, allows only some, or redirects. It applies to searches that meet its conditions; a draft applies only in previews.',
  },
  {
    kind: 'attribute',
    one: 'attribute setting',
    many: 'attribute settings',
    tag: 'Attribute settings',
    ...inCatalog('attributes'),
    keys: { attribute_name: 'name' },
    made: [],
    searched: ['name', 'description'],
    filters: {},
    about:
      'An attribute setting says whether a product attribute of a catalog is used for search, filters, facets and sorting. If a value is null, the name and the values of the attribute decide.',
  },
  {
    kind: 'facet',
    one: 'facet setting',
    many: 'facet settings',
    tag: 'Facet settings',
    ...inCatalog('facets'),
    keys: { facet_field: 'field' },
    made: [],
    searched: ['field', 'label'],
    filters: {},
    about:
      'A facet setting offers a field of products as a facet: its label, its place among the facets, and how its values are counted. A catalog without facet settings offers every field that is fit for it.',
  },
];

/** The fields that together identify an object of the kind within its workspace, those of the parent first. */
export const keyFieldsOf = ({ parent, access, keys }: ManagedKind): readonly string[] => [
  ...(parent !== undefined && access === 'manage' ? [parent.param] : []),
  ...Object.values(keys),
];
