// How much a tenant may store (Decision 0025): every limit by name, and what counts towards it.
// Only growth is refused: data that already exceeds a limit can be read, reduced and deleted.

/** Named after what is counted, per what. The name of the setting is derived from it. */
export const defaultLimits = {
  stored_bytes_per_tenant: 53_687_091_200,
  objects_per_workspace: 5_000_000,
  environments_per_workspace: 100,
  domains_per_workspace: 1_000,
  content_models_per_workspace: 1_000,
  fields_per_content_model: 500,
  catalogs_per_workspace: 1_000,
  stores_per_workspace: 1_000,
  forms_per_workspace: 10_000,
  submissions_per_form: 1_000_000,
  records_per_workspace: 1_000_000,
  versions_per_workspace: 4_000_000,
  locales_per_version: 250,
  products_per_catalog: 2_000_000,
  attributes_per_product: 250,
  attribute_names_per_catalog: 1_000,
  content_items_per_catalog: 2_000_000,
  categories_per_catalog: 50_000,
  synonym_sets_per_catalog: 1_000,
  phrases_per_synonym_set: 100,
  synonym_phrases_per_catalog: 10_000,
  merchandising_rules_per_catalog: 1_000,
  ids_per_merchandising_rule: 1_000,
  attribute_settings_per_catalog: 1_000,
  facet_settings_per_catalog: 50,
} as const satisfies Readonly<Record<string, number>>;

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, number>>;

export const limitNames = Object.keys(defaultLimits) as LimitName[];

export const settingOf = (limit: LimitName): string => `VITRINE_LIMIT_${limit.toUpperCase()}`;

/** `{ counted: 'synonym sets', holder: 'catalog' }`. */
export const wordsOf = (limit: LimitName): { readonly counted: string; readonly holder: string } => {
  const [counted = '', holder = ''] = limit.replaceAll('_', ' ').split(' per ');
  return { counted, holder };
};

/** The kinds that are counted. Tenants and workspaces are the operator's business and are not. */
export type CountedKind =
  | 'environment'
  | 'domain'
  | 'content_model'
  | 'catalog'
  | 'store'
  | 'form'
  | 'submission'
  | 'record'
  | 'version'
  | 'product'
  | 'content_item'
  | 'category'
  | 'synonyms'
  | 'merchandising_rule'
  | 'attribute'
  | 'facet';

export interface LimitsOfKind {
  /** How many one catalog or form may hold, or the workspace for kinds that are in neither. */
  readonly objects: LimitName;
  /** How many parts all of them together may have in one catalog. */
  readonly parts?: LimitName;
  /** How many parts one of them may have. */
  readonly own?: LimitName;
}

export const limitsOfKind: Readonly<Record<CountedKind, LimitsOfKind>> = {
  environment: { objects: 'environments_per_workspace' },
  domain: { objects: 'domains_per_workspace' },
  content_model: { objects: 'content_models_per_workspace', own: 'fields_per_content_model' },
  catalog: { objects: 'catalogs_per_workspace' },
  store: { objects: 'stores_per_workspace' },
  form: { objects: 'forms_per_workspace' },
  submission: { objects: 'submissions_per_form' },
  record: { objects: 'records_per_workspace' },
  version: { objects: 'versions_per_workspace', own: 'locales_per_version' },
  product: {
    objects: 'products_per_catalog',
    parts: 'attribute_names_per_catalog',
    own: 'attributes_per_product',
  },
  content_item: { objects: 'content_items_per_catalog' },
  category: { objects: 'categories_per_catalog' },
  synonyms: {
    objects: 'synonym_sets_per_catalog',
    parts: 'synonym_phrases_per_catalog',
    own: 'phrases_per_synonym_set',
  },
  merchandising_rule: { objects: 'merchandising_rules_per_catalog', own: 'ids_per_merchandising_rule' },
  attribute: { objects: 'attribute_settings_per_catalog' },
  facet: { objects: 'facet_settings_per_catalog' },
};

/** A limit that a write would exceed. */
export interface Excess {
  readonly limit: LimitName;
  readonly allowed: number;
  /** The usage after the write. */
  readonly wanted: number;
}

/** Undefined if the limit is not exceeded or the usage does not grow. */
export const findExcess = (
  limits: Limits,
  limit: LimitName,
  used: number,
  wanted: number,
): Excess | undefined => {
  const allowed = limits[limit];
  return wanted > used && wanted > allowed ? { limit, allowed, wanted } : undefined;
};

const NEAR_SHARE = 0.8;

export const isNear = (allowed: number, used: number): boolean => used >= allowed * NEAR_SHARE;

/** One limit and its usage. */
export interface LimitUsage {
  readonly limit: LimitName;
  readonly allowed: number;
  /** For limits per catalog or form, the usage of the fullest one. Undefined for limits on a single object. */
  readonly used: number | undefined;
  /** Id of the fullest catalog or form. */
  readonly fullest: string | undefined;
}
