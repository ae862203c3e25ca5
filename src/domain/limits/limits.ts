// How much a tenant may keep (Decision 0025): every limit by name, what counts towards it, and when there is still room.
// Only growth is ever refused: what already stands over a limit may be read, made smaller and deleted.

/** A name says what is counted per what; the setting that raises the limit is made from it. */
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

/** What is counted. Tenants and workspaces themselves are the operator's, and not. */
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
  | 'attribute';

export interface LimitsOfKind {
  /** How many of them one place holds: the catalog, the form, or the workspace where it is in neither. */
  readonly objects: LimitName;
  /** What all of them in one place hold together. */
  readonly parts?: LimitName;
  /** What one of them holds. */
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
  version: { objects: 'versions_per_workspace' },
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
};

/** A limit that a write would go beyond. */
export interface Excess {
  readonly limit: LimitName;
  readonly allowed: number;
  /** What there would be. */
  readonly wanted: number;
}

/** Undefined when there is room, or when no more is wanted than there is. */
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

/** One limit as it is reported. */
export interface LimitUsage {
  readonly limit: LimitName;
  readonly allowed: number;
  /** In the fullest place where it counts by place; undefined where each object is looked at by itself. */
  readonly used: number | undefined;
  /** The catalog or the form that is the fullest. */
  readonly fullest: string | undefined;
}
