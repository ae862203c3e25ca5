// What the management interface manages, one row for each kind of thing: where it lies, what names it, what a list of it
// can be narrowed by. The operations, their descriptions and their use cases are all made from this table.

import { type TSchema, Type } from 'typebox';
import { modelTypes } from '../models/get-content-model.ts';
import type { Tag } from '../tags.ts';
import { identifier, LOCALE_PATTERN } from '../values.ts';

export type ManagedKindName =
  | 'tenant'
  | 'workspace'
  | 'environment'
  | 'domain'
  | 'content_model'
  | 'catalog'
  | 'store'
  | 'category'
  | 'product'
  | 'content_item'
  | 'synonyms'
  | 'merchandising_rule'
  | 'attribute'
  | 'form';

export interface ManagedFilter {
  /** Of the object. A list passes when it holds the value. */
  readonly field: string;
  readonly schema: TSchema;
  /** The value is brought to this spelling before it is compared. */
  readonly spelling?: 'locale';
}

export interface ManagedKind {
  readonly kind: ManagedKindName;
  /** For people; with hyphens, the name of the operations. */
  readonly one: string;
  readonly many: string;
  readonly tag: Tag;
  /** Storefronts read it too, by operations that have the plain ids: `getForm` is theirs, `getManagedForm` is that of management. */
  readonly hasPublicTwin?: true;
  readonly collection: string;
  /** `operator`: it stands above every workspace, and the path alone says where. */
  readonly access: 'manage' | 'operator';
  /** The thing that the collection is of: its kind, and the parameter of the path that names it. */
  readonly parent?: { readonly kind: ManagedKindName; readonly param: string };
  /** Parameters of the path after the collection, in order, and the field of the object that each one is. */
  readonly keys: Readonly<Record<string, string>>;
  /** Fields that are made when a thing is created without them. */
  readonly made: readonly ('id' | 'created_at')[];
  /** Fields that `search` looks in; a list with each of its entries. */
  readonly searched: readonly string[];
  readonly filters: Readonly<Record<string, ManagedFilter>>;
  readonly about: string;
  /** What refuses its deletion, in words. Absent: nothing does. */
  readonly neededBy?: string;
}

const inCatalog = (collection: string) =>
  ({
    collection: `/manage/v1/catalogs/{catalog_id}/${collection}`,
    access: 'manage',
    parent: { kind: 'catalog', param: 'catalog_id' },
  }) as const;

const inWorkspace = (collection: string) =>
  ({ collection: `/manage/v1/${collection}`, access: 'manage' }) as const;

const equal = (field: string, description: string, title?: string): ManagedFilter => ({
  field,
  schema: identifier(description, title),
});

const ofLocale: ManagedFilter = {
  field: 'locale',
  schema: Type.String({
    title: 'OfLocale',
    pattern: LOCALE_PATTERN,
    maxLength: 35,
    description: 'Only those of exactly this locale.',
  }),
  spelling: 'locale',
};

const ofEnvironment = equal('environment_id', 'Only those of this environment.', 'OfEnvironment');

/** In an order in which each thing stands before those that need it. */
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
    about: 'An organization. Nothing of one is ever seen by another.',
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
    about: 'Holds everything of one shop or site of a tenant.',
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
    about: 'A place to deploy to, open or for tokens only, with the locale that texts fall back to.',
    neededBy: 'domains, stores, publications, tokens, and what names it among its environments',
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
    about: 'A host name and the environment that answers requests sent to it.',
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
      type: {
        field: 'type',
        schema: Type.Enum([...modelTypes], { description: 'Only those of this type.' }),
      },
      internal_name: equal('internal_name', 'Only the one of exactly this internal name.'),
    },
    about: 'The shape of records: its fields with their rules.',
    neededBy: 'its records, and even with `cascade` records of other models that relate to them',
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
    about: 'Products and content that are searched together, and the environments that show them.',
    neededBy: 'stores, categories, products, content items, synonyms, merchandising rules and attributes',
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
    about: 'A commerce store of an environment: its catalog and its currency.',
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
    about: 'A form with its fields, and the environments that show it.',
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
    filters: { parent_id: equal('parent_id', 'Only those directly under this category.') },
    about: 'A category of a catalog. Products and other categories name it unbudgeted.',
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
      sku: equal('sku', 'Only those of exactly this SKU.'),
      brand: { field: 'brand', schema: Type.String({ maxLength: 1_000, description: 'Only this brand.' }) },
      category_id: equal('category_ids', 'Only those that name this category.'),
      in_stock: {
        field: 'in_stock',
        schema: Type.Boolean({ description: 'Only those that are, or are not, in stock.' }),
      },
    },
    about: 'A product of a catalog.',
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
    about: 'An item of an outside system in one locale, to be found by content search.',
  },
  {
    kind: 'synonyms',
    one: 'synonym set',
    many: 'synonyms',
    tag: 'Synonyms',
    ...inCatalog('synonyms'),
    keys: { synonyms_id: 'id' },
    made: [],
    searched: ['id', 'words'],
    filters: { locale: ofLocale },
    about: 'Words that stand for each other in searches of a catalog.',
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
    about: 'Products to hide or to pin when a search term or a category is asked for.',
  },
  {
    kind: 'attribute',
    one: 'attribute',
    many: 'attributes',
    tag: 'Attributes',
    ...inCatalog('attributes'),
    keys: { attribute_name: 'name' },
    made: [],
    searched: ['name', 'description'],
    filters: {},
    about:
      'What an attribute of the products of a catalog is used for: whether it is searched, filtered by, a facet, sorted by. Null: as its name and values suggest.',
  },
];

/** The fields that name one thing of the kind within its workspace, the parent's first. */
export const keyFieldsOf = ({ parent, access, keys }: ManagedKind): readonly string[] => [
  ...(parent !== undefined && access === 'manage' ? [parent.param] : []),
  ...Object.values(keys),
];
