// The shape of every line of the bundle, field for field as the format lists them.
// Types only: nothing is checked at run time, the importer does that.

type Localized<T> = { readonly [locale: string]: T };
export type AttributeValue = string | number | readonly string[];
export type Attributes = { readonly [name: string]: AttributeValue };

export type ScopeLine =
  | { kind: 'scope'; tenant_id: string; workspace_id: string }
  | { kind: 'tenant'; id: string; name: string }
  | { kind: 'workspace'; id: string; name: string }
  | {
      kind: 'environment';
      id: string;
      env_type: string;
      default_locale: string;
      access: 'open' | 'token_required';
    }
  | { kind: 'domain'; host: string; environment_id: string }
  | {
      kind: 'catalog';
      id: string;
      name: string;
      environment_ids: readonly string[];
      content_search: boolean;
      content_models: readonly string[];
    }
  | {
      kind: 'store';
      id: string;
      environment_id: string;
      store_hash: string;
      provider: string;
      catalog_id: string;
      content_model_id: string;
      currency: string;
      is_default: boolean;
    };

export type CategoryLine = {
  kind: 'category';
  catalog_id: string;
  id: string;
  name: string;
  parent_id: string | null;
  localized?: Localized<{ name: string }>;
};

export type ProductLine = {
  kind: 'product';
  catalog_id: string;
  id: string;
  sku: string;
  name: string;
  description: string;
  brand: string;
  category_ids: readonly string[];
  collection_ids: readonly string[];
  prices: { readonly [currency: string]: number };
  in_stock: boolean;
  created_at: string;
  attributes: Attributes;
  channel_ids: readonly string[];
  location_ids: readonly string[];
  customer_group_ids: readonly string[];
  slug?: string;
  images?: readonly { url: string; alt: string }[];
  sale_prices?: { readonly [currency: string]: number };
  retail_prices?: { readonly [currency: string]: number };
  variants?: readonly ProductVariantLine[];
  popularity?: number;
  localized: Localized<{ name: string; description: string; slug?: string }>;
};

/** What is left out is the product's. */
export type ProductVariantLine = {
  id: string;
  sku: string;
  name: string;
  prices?: { readonly [currency: string]: number };
  in_stock: boolean;
  attributes: Attributes;
};

export type ContentItemLine = {
  kind: 'content_item';
  catalog_id: string;
  provider_id: string;
  locale: string;
  type: string;
  title: string;
  url: string;
  summary?: string;
  body: string;
  keywords: readonly string[];
  image_url: string | null;
  created_at: string;
  created_by: string | null;
  modified_at: string;
  modified_by: string | null;
  environment_ids: readonly string[] | null;
  extra_data: { readonly [name: string]: string };
};

export type FieldProperties = {
  id: string;
  internal_name: string;
  display_name: string;
  data_type: string;
  is_searchable: boolean;
  is_localized: boolean;
  help_text: string;
  validation: { readonly [rule: string]: string | number | boolean | readonly string[] };
};

export type ModelField = {
  component_id: string;
  destination_relation_field_id: string;
  field_properties: FieldProperties;
  is_required: boolean;
  relation_type: string;
  position: number;
  is_removable: boolean;
  is_editable: boolean;
};

export type ContentModelLine = {
  kind: 'content_model';
  id: string;
  internal_name: string;
  name: string;
  type: 'single' | 'collection';
  created_at: string;
  template: string;
  act_as_web_page: boolean;
  is_localization_enabled: boolean;
  group_id: string;
  description: string;
  is_versionable: boolean;
  fields: readonly ModelField[];
  localized: Localized<{ name: string; description: string }>;
};

export type FieldValues = { readonly [name: string]: string | number | boolean | readonly string[] };

export type VersionText = {
  title: string;
  page_slug: string;
  summary: string;
  body: string;
  image_url: string | null;
  fields: FieldValues;
};

export type RecordLine =
  | { kind: 'record'; model: string; id: string; created_at: string; created_by: string }
  | {
      kind: 'version';
      record_id: string;
      id: string;
      number: number;
      name: string;
      created_at: string;
      created_by: string;
      localized: Localized<VersionText>;
    }
  | {
      kind: 'publication';
      record_id: string;
      environment_id: string;
      version_id: string;
      locales: readonly string[] | null;
      published_at: string;
    };

export type FormFieldLine = {
  name: string;
  label: string;
  type:
    | 'text'
    | 'textarea'
    | 'email'
    | 'url'
    | 'tel'
    | 'number'
    | 'date'
    | 'select'
    | 'multi_select'
    | 'checkbox';
  is_required: boolean;
  options: readonly { value: string; label: string }[];
  validation: {
    readonly min_length?: number;
    readonly max_length?: number;
    readonly pattern?: string;
    readonly min?: number | string;
    readonly max?: number | string;
  };
  help_text: string;
  position: number;
  localized: Localized<{
    label: string;
    help_text?: string;
    options?: { readonly [value: string]: string };
  }>;
};

export type FormLine = {
  kind: 'form';
  id: string;
  name: string;
  display_name: string;
  description: string;
  submit_btn_txt: string;
  is_captcha_enabled: boolean;
  created_at: string;
  environment_ids: readonly string[] | null;
  localized: Localized<{ display_name: string }>;
  fields: readonly FormFieldLine[];
};

export type RuleFilter = readonly {
  group: { rules: readonly { field_name: string; action: string; value: string }[] };
}[];

export type MerchandisingLine =
  | { kind: 'synonyms'; catalog_id: string; id: string; locale: string | null; words: readonly string[] }
  | {
      kind: 'merchandising_rule';
      catalog_id: string;
      id: string;
      when: {
        readonly search_term?: string;
        readonly category_id?: string;
        readonly collection_id?: string;
      };
      hide?: readonly string[];
      pin?: readonly string[];
      boost?: readonly { factor: number; filter: RuleFilter }[];
      only?: RuleFilter;
      priority?: number;
      status?: 'draft' | 'active';
    };

export type FacetLine = {
  kind: 'facet';
  catalog_id: string;
  field: string;
  label: string;
  position: number;
  boundaries?: readonly number[];
  limit?: number;
  localized: Localized<{ label: string }>;
};

export type SearchEventLine = {
  kind: 'search_event';
  catalog_id: string;
  at: string;
  term: string;
  total: number;
  visitor: string;
};

export type PopularTermLine = { kind: 'popular_term'; catalog_id: string; rank: number; term: string };

export type BundleLine =
  | ScopeLine
  | CategoryLine
  | ProductLine
  | ContentItemLine
  | ContentModelLine
  | RecordLine
  | FormLine
  | MerchandisingLine
  | FacetLine
  | SearchEventLine
  | PopularTermLine;
