// The bundle format: one schema per kind of line. How lines are read and stored is decided elsewhere.
// A property with a `default` may be omitted. Import fills the default in, so stored and exported objects are always complete.

import { type Static, Type } from 'typebox';
import {
  byLocale,
  flag,
  id,
  ids,
  locale,
  name,
  orNull,
  prose,
  time,
  URL_MAX_CHARS,
  uuid,
} from './bundle-values.ts';
import { FORM_FIELD_NAME_PATTERN, formFieldRules, formFieldTypes } from './forms/get-form.ts';
import { fieldDataTypes, modelTypes, relationTypes, textFormats } from './models/get-content-model.ts';
import { facetSetting } from './products/facet-setting.ts';
import { rankingSetting } from './products/ranking-setting.ts';
import { ruleConditions, ruleOptions } from './products/rule-schema.ts';
import { closedObject, IDENTIFIER_MAX_CHARS, LOCALE_PATTERN, namedObject } from './values.ts';

const PRODUCT_IMAGES_MAX = 100;
const PRODUCT_VARIANTS_MAX = 1_000;

const slug = () => Type.String({ minLength: 1, maxLength: IDENTIFIER_MAX_CHARS });
const scalar = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const anyObject = () => Type.Record(Type.String(), Type.Unknown(), { default: {} });
const line = <K extends string, T extends Parameters<typeof closedObject>[0]>(kind: K, properties: T) =>
  closedObject({ kind: Type.Literal(kind), ...properties });

const modelField = namedObject('ModelField', {
  component_id: prose(),
  destination_relation_field_id: prose(),
  field_properties: Type.Object(
    {
      internal_name: name(),
      display_name: prose(),
      data_type: Type.Enum([...fieldDataTypes]),
      is_searchable: flag(false),
      is_localized: flag(false),
      help_text: prose(),
      validation: anyObject(),
      format: Type.Optional(Type.Enum([...textFormats])),
    },
    { title: 'FieldProperties', additionalProperties: true },
  ),
  is_required: flag(false),
  relation_type: Type.Enum([...relationTypes], { default: '' }),
  position: Type.Integer({ minimum: 0, default: 0 }),
  is_removable: flag(true),
  is_editable: flag(true),
});

const versionText = closedObject({
  title: Type.String(),
  page_slug: prose(),
  summary: Type.Optional(Type.String()),
  body: prose(),
  image_url: orNull(Type.String()),
  fields: anyObject(),
});

const formField = namedObject('FormField', {
  name: Type.String({ pattern: FORM_FIELD_NAME_PATTERN }),
  label: prose(),
  type: Type.Enum([...formFieldTypes], { default: 'text' }),
  is_required: flag(false),
  options: Type.Array(closedObject({ value: name(), label: prose() }), { default: [] }),
  validation: closedObject(formFieldRules, { default: {} }),
  help_text: prose(),
  position: Type.Integer({ minimum: 0, default: 0 }),
  localized: byLocale(
    closedObject({
      label: Type.Optional(Type.String()),
      help_text: Type.Optional(Type.String()),
      options: Type.Optional(Type.Record(Type.String({ pattern: '^[\\s\\S]+$' }), Type.String())),
    }),
  ),
});

const prices = (options: { readonly default?: Record<string, number> } = {}) =>
  Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Number(), options);
const attributes = () =>
  Type.Record(Type.String({ pattern: '^[\\s\\S]+$' }), Type.Union([scalar(), Type.Array(scalar())]), {
    default: {},
  });

const productImage = namedObject('ProductImage', {
  url: Type.String({ minLength: 1, maxLength: URL_MAX_CHARS }),
  alt: prose(),
});

const productVariant = namedObject('ProductVariant', {
  id: id(),
  sku: prose(),
  name: prose(),
  prices: prices({ default: {} }),
  sale_prices: prices({ default: {} }),
  in_stock: flag(true),
  attributes: attributes(),
  image: orNull(productImage),
});

export const bundleScope = line('scope', { tenant_id: id(), workspace_id: id() });

/** In an order in which lines can be written: whatever a line refers to comes before it. */
export const bundleKinds = {
  tenant: line('tenant', { id: id(), name: prose() }),
  workspace: line('workspace', { id: id(), name: prose() }),
  environment: line('environment', {
    id: id(),
    env_type: prose(),
    default_locale: Type.String({ pattern: LOCALE_PATTERN, maxLength: 35, default: 'en-us' }),
    access: Type.Enum(['open', 'token_required'], { default: 'open' }),
  }),
  domain: line('domain', { host: Type.String({ minLength: 1, maxLength: 253 }), environment_id: id() }),
  content_model: line('content_model', {
    id: uuid(),
    internal_name: id(),
    name: prose(),
    type: Type.Enum([...modelTypes], { default: 'collection' }),
    created_at: time(),
    template: prose(),
    act_as_web_page: flag(false),
    is_localization_enabled: flag(false),
    group_id: prose(),
    description: prose(),
    is_versionable: flag(true),
    fields: Type.Array(modelField, { default: [] }),
    localized: byLocale(
      closedObject({ name: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
    ),
  }),
  catalog: line('catalog', {
    id: uuid(),
    name: prose(),
    environment_ids: ids(),
    content_search: flag(true),
    content_models: ids(),
    // Without a default: a catalog without it is stored and exported without it.
    ranking: Type.Optional(rankingSetting),
  }),
  store: line('store', {
    id: id(),
    environment_id: id(),
    store_hash: prose(),
    provider: prose(),
    catalog_id: uuid(),
    content_model_id: prose(),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    is_default: flag(false),
    channel_ids: ids(),
  }),
  category: line('category', {
    catalog_id: uuid(),
    id: id(),
    name: prose(),
    parent_id: orNull(id()),
    // Without a default: a category without it is stored and exported without it.
    localized: Type.Optional(
      Type.Record(Type.String({ pattern: LOCALE_PATTERN }), closedObject({ name: Type.Optional(name()) })),
    ),
  }),
  product: line('product', {
    catalog_id: uuid(),
    id: id(),
    sku: prose(),
    name: name(),
    description: prose(),
    brand: prose(),
    category_ids: ids(),
    collection_ids: ids(),
    prices: prices({ default: {} }),
    in_stock: flag(true),
    created_at: orNull(time()),
    attributes: attributes(),
    channel_ids: ids(),
    location_ids: ids(),
    customer_group_ids: ids(),
    localized: byLocale(
      closedObject({
        name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        slug: Type.Optional(slug()),
      }),
    ),
    // What follows has no default: a product without it is stored and exported without it.
    slug: Type.Optional(slug()),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: URL_MAX_CHARS })),
    images: Type.Optional(Type.Array(productImage, { maxItems: PRODUCT_IMAGES_MAX })),
    sale_prices: Type.Optional(prices()),
    retail_prices: Type.Optional(prices()),
    variants: Type.Optional(Type.Array(productVariant, { maxItems: PRODUCT_VARIANTS_MAX })),
    popularity: Type.Optional(Type.Number({ minimum: 0 })),
  }),
  content_item: line('content_item', {
    catalog_id: uuid(),
    provider_id: id(),
    locale: locale(),
    type: id(),
    title: Type.String(),
    url: Type.String(),
    summary: Type.Optional(Type.String()),
    body: prose(),
    body_format: Type.Optional(Type.Enum([...textFormats])),
    keywords: Type.Array(Type.String(), { default: [] }),
    image_url: orNull(Type.String()),
    created_at: time(),
    created_by: orNull(Type.String()),
    modified_at: orNull(time()),
    modified_by: orNull(Type.String()),
    environment_ids: orNull(Type.Array(id())),
    extra_data: anyObject(),
  }),
  record: line('record', { model: id(), id: uuid(), created_at: time(), created_by: orNull(Type.String()) }),
  version: line('version', {
    record_id: uuid(),
    id: uuid(),
    number: Type.Integer({ minimum: 1 }),
    name: prose(),
    created_at: time(),
    created_by: orNull(Type.String()),
    localized: byLocale(versionText),
  }),
  publication: line('publication', {
    record_id: uuid(),
    environment_id: id(),
    version_id: uuid(),
    locales: orNull(Type.Array(locale())),
    published_at: time(),
  }),
  form: line('form', {
    id: uuid(),
    name: name(),
    display_name: prose(),
    description: prose(),
    submit_btn_txt: prose(),
    is_captcha_enabled: flag(false),
    created_at: time(),
    environment_ids: orNull(Type.Array(id())),
    localized: byLocale(
      closedObject({
        display_name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        submit_btn_txt: Type.Optional(Type.String()),
      }),
    ),
    fields: Type.Array(formField, { default: [] }),
  }),
  synonyms: line('synonyms', {
    catalog_id: uuid(),
    id: id(),
    locale: orNull(locale()),
    words: Type.Array(name(), { minItems: 2 }),
  }),
  merchandising_rule: line('merchandising_rule', {
    catalog_id: uuid(),
    id: id(),
    when: ruleConditions,
    hide: ids(),
    pin: ids(),
    // What follows has no default: a rule without it is stored and exported without it.
    ...ruleOptions,
  }),
  attribute: line('attribute', {
    catalog_id: uuid(),
    name: id(),
    is_searchable: orNull(Type.Boolean()),
    is_filterable: orNull(Type.Boolean()),
    is_facet: orNull(Type.Boolean()),
    is_sortable: orNull(Type.Boolean()),
    description: prose(),
  }),
  facet: line('facet', { catalog_id: uuid(), field: id(), ...facetSetting }),
  search_event: line('search_event', {
    catalog_id: uuid(),
    at: time(),
    term: name(),
    total: Type.Integer({ minimum: 0 }),
    visitor: id(),
  }),
  popular_term: line('popular_term', {
    catalog_id: uuid(),
    rank: Type.Integer({ minimum: 1 }),
    term: name(),
  }),
} as const;

export type BundleKind = keyof typeof bundleKinds;

/** A line of one kind with every default filled in. */
export type BundleLine<K extends BundleKind> = Static<(typeof bundleKinds)[K]>;

export type BundleObject = { [K in BundleKind]: BundleLine<K> }[BundleKind];
