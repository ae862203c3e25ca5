// Maps stored documents to the types of the domain. Only names change.

import type { BundleKind, BundleLine } from '../../../contract/bundle.ts';
import type { Environment } from '../../../domain/access/scope.ts';
import type { Form, FormField, FormFieldTexts, FormTexts } from '../../../domain/forms/form.ts';
import { type FormSummary, summarize } from '../../../domain/forms/form-list.ts';
import type { ContentModel, FieldProperties } from '../../../domain/models/content-model.ts';
import type { AttributeSetting } from '../../../domain/products/attribute-settings.ts';
import type { FacetSetting } from '../../../domain/products/facet-settings.ts';
import type {
  MerchandisingRule,
  RuleBoost,
  RuleConditions,
} from '../../../domain/products/merchandising-rule.ts';
import type { Product, ProductVariant } from '../../../domain/products/product.ts';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import type { NumberSignal, RankingSettings } from '../../../domain/products/ranking-settings.ts';
import type { Catalog, Category, CommerceStore, SynonymSet } from '../../../domain/search/catalog.ts';
import type { ContentText } from '../../../domain/search/content.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { parseStored } from './stored-json.ts';

/** A bundle object as it is stored: without `kind`, which the table tells. */
export type Document<K extends BundleKind> = Omit<BundleLine<K>, 'kind'>;

/** Not validated: the store wrote it. */
export const readDocument = <K extends BundleKind>(doc: string): Document<K> => parseStored<Document<K>>(doc);

export const toEnvironment = (doc: Document<'environment'>): Environment => ({
  id: doc.id,
  envType: doc.env_type,
  defaultLocale: doc.default_locale,
  access: doc.access,
});

export const toCatalog = (doc: Document<'catalog'>): Catalog => ({
  id: doc.id,
  contentSearch: doc.content_search,
  contentModels: doc.content_models,
});

export const toRanking = (doc: NonNullable<Document<'catalog'>['ranking']>): RankingSettings => ({
  ...given('weights', doc.weights),
  ...given('numbers', doc.numbers?.map(toNumberSignal)),
  ...given(
    'newness',
    doc.newness && { halfLifeDays: doc.newness.half_life_days, maxFactor: doc.newness.max_factor },
  ),
  ...given('inStock', doc.in_stock?.factor),
});

type StoredNumber = NonNullable<NonNullable<Document<'catalog'>['ranking']>['numbers']>[number];

const toNumberSignal = ({ field, max_factor, full_at, scale }: StoredNumber): NumberSignal => ({
  field,
  maxFactor: max_factor,
  fullAt: full_at,
  scale,
});

export const toCommerceStore = (doc: Document<'store'>): CommerceStore => ({
  id: doc.id,
  storeHash: doc.store_hash,
  provider: doc.provider,
  catalogId: doc.catalog_id,
  contentModelId: doc.content_model_id,
  currency: doc.currency,
});

export const toCategory = (doc: Document<'category'>): Category => ({
  id: doc.id,
  name: doc.name,
  parentId: doc.parent_id,
  ...given('localized', doc.localized),
});

export const toSynonymSet = (doc: Document<'synonyms'>): SynonymSet => ({
  id: doc.id,
  locale: doc.locale,
  words: doc.words,
});

export const toMerchandisingRule = (doc: Document<'merchandising_rule'>): MerchandisingRule => ({
  id: doc.id,
  when: toConditions(doc.when),
  hide: doc.hide,
  pin: doc.pin,
  ...given('pinAt', doc.pin_at),
  ...given('boost', doc.boost?.map(toBoost)),
  ...given('bury', doc.bury?.map(toBoost)),
  ...given('only', doc.only?.map(toFilterGroup)),
  ...given('redirectUrl', doc.redirect_url),
  ...given('priority', doc.priority),
  ...(doc.status === 'draft' ? { isDraft: true } : {}),
});

const toConditions = (when: Document<'merchandising_rule'>['when']): RuleConditions => ({
  ...given('searchTerm', when.search_term),
  ...given('searchTermContains', when.search_term_contains),
  ...given('searchTermAnyOf', when.search_term_any_of),
  ...given('categoryId', when.category_id),
  ...given('collectionId', when.collection_id),
  ...given('locale', when.locale),
  ...given('customerGroupId', when.customer_group_id),
  ...given('channelId', when.channel_id),
  ...given('from', when.from === undefined ? undefined : parseInstant(when.from)),
  ...given('until', when.until === undefined ? undefined : parseInstant(when.until)),
});

const toBoost = (doc: NonNullable<Document<'merchandising_rule'>['boost']>[number]): RuleBoost => ({
  factor: doc.factor,
  ...given('ids', doc.ids),
  ...given('groups', doc.filter?.map(toFilterGroup)),
});

/** `at` is for messages about requests, which rules never cause. */
const toFilterGroup = ({
  group,
}: NonNullable<Document<'merchandising_rule'>['only']>[number]): FilterGroup => ({
  operator: group.operator,
  rules: group.rules.map(({ field_name: field, action, value }) => ({ field, action, value, at: '' })),
});

export const toProduct = (doc: Document<'product'>): Product => ({
  id: doc.id,
  sku: doc.sku,
  name: doc.name,
  description: doc.description,
  brand: doc.brand,
  categoryIds: doc.category_ids,
  collectionIds: doc.collection_ids,
  prices: doc.prices,
  inStock: doc.in_stock,
  createdAt: doc.created_at,
  attributes: doc.attributes,
  channelIds: doc.channel_ids,
  locationIds: doc.location_ids,
  customerGroupIds: doc.customer_group_ids,
  localized: doc.localized,
  ...given('slug', doc.slug),
  ...given('url', doc.url),
  ...given('images', doc.images),
  ...given('salePrices', doc.sale_prices),
  ...given('retailPrices', doc.retail_prices),
  ...given('variants', doc.variants?.map(toVariant)),
  ...given('popularity', doc.popularity),
});

/** A property that may be absent. */
const given = <K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } =>
  value === undefined ? {} : ({ [name]: value } as { [key in K]: V });

const toVariant = (doc: NonNullable<Document<'product'>['variants']>[number]): ProductVariant => ({
  id: doc.id,
  sku: doc.sku,
  name: doc.name,
  prices: doc.prices,
  salePrices: doc.sale_prices,
  inStock: doc.in_stock,
  attributes: doc.attributes,
  image: doc.image,
});

export const toAttributeSetting = (doc: Document<'attribute'>): AttributeSetting => ({
  name: doc.name,
  isSearchable: doc.is_searchable,
  isFilterable: doc.is_filterable,
  isFacet: doc.is_facet,
  isSortable: doc.is_sortable,
});

export const toFacetSetting = (doc: Document<'facet'>): FacetSetting => ({
  field: doc.field,
  label: doc.label,
  position: doc.position,
  type: doc.type,
  boundaries: doc.boundaries,
  limit: doc.limit,
  localized: doc.localized,
});

export const toContentText = (doc: Document<'content_item'>): ContentText => ({
  type: doc.type,
  title: doc.title,
  url: doc.url,
  summary: doc.summary,
  body: doc.body,
  ...(doc.body_format === undefined ? {} : { bodyFormat: doc.body_format }),
  keywords: doc.keywords,
  imageUrl: doc.image_url,
  createdAt: doc.created_at,
  createdBy: doc.created_by,
  // An item that was never modified.
  modifiedAt: doc.modified_at ?? doc.created_at,
  modifiedBy: doc.modified_by,
  extraData: doc.extra_data,
});

export const toContentModel = (doc: Document<'content_model'>): ContentModel => ({
  id: doc.id,
  internalName: doc.internal_name,
  name: doc.name,
  type: doc.type,
  createdAt: doc.created_at,
  template: doc.template,
  actAsWebPage: doc.act_as_web_page,
  isLocalizationEnabled: doc.is_localization_enabled,
  groupId: doc.group_id,
  description: doc.description,
  isVersionable: doc.is_versionable,
  fields: doc.fields.map((field) => ({
    componentId: field.component_id,
    destinationRelationFieldId: field.destination_relation_field_id,
    fieldProperties: field.field_properties as FieldProperties,
    isRequired: field.is_required,
    relationType: field.relation_type,
    position: field.position,
    isRemovable: field.is_removable,
    isEditable: field.is_editable,
  })),
  localized: doc.localized,
});

export const toForm = (doc: Document<'form'>): Form => ({
  id: doc.id,
  name: doc.name,
  displayName: doc.display_name,
  description: doc.description,
  submitBtnTxt: doc.submit_btn_txt,
  isCaptchaEnabled: doc.is_captcha_enabled,
  createdAt: doc.created_at,
  localized: mapTexts(
    doc.localized,
    (texts): FormTexts => ({
      ...(texts.display_name === undefined ? {} : { displayName: texts.display_name }),
      ...(texts.description === undefined ? {} : { description: texts.description }),
      ...(texts.submit_btn_txt === undefined ? {} : { submitBtnTxt: texts.submit_btn_txt }),
    }),
  ),
  // Forms that were stored before forms had fields.
  fields: (doc.fields ?? []).map(toFormField),
});

/** Without its fields. */
export const toFormSummary = (doc: Document<'form'>): FormSummary =>
  summarize(toForm({ ...doc, fields: [] }), doc.environment_ids);

const toFormField = (field: Document<'form'>['fields'][number]): FormField => {
  const { min_length, max_length, pattern, min, max } = field.validation;
  return {
    name: field.name,
    label: field.label,
    type: field.type,
    isRequired: field.is_required,
    options: field.options,
    validation: {
      ...(min_length === undefined ? {} : { minLength: min_length }),
      ...(max_length === undefined ? {} : { maxLength: max_length }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    },
    helpText: field.help_text,
    position: field.position,
    localized: mapTexts(
      field.localized,
      (texts): FormFieldTexts => ({
        ...(texts.label === undefined ? {} : { label: texts.label }),
        ...(texts.help_text === undefined ? {} : { helpText: texts.help_text }),
        ...(texts.options === undefined ? {} : { options: texts.options }),
      }),
    ),
  };
};

const mapTexts = <Given, Texts>(
  localized: Readonly<Record<string, Given>>,
  toTexts: (given: Given) => Texts,
): Record<string, Texts> =>
  Object.fromEntries(Object.entries(localized).map(([locale, given]) => [locale, toTexts(given)]));
