// The settings of product attributes in a catalog: whether an attribute is used for search, filters, facets and sorting
// (Decision 0028). Without a setting, its name and values decide.

import { invalidInput } from '../failures/failures.ts';
import type { ProductField, ProductFields } from './product-fields.ts';
import { type FacetCriterion, type FilterGroup, facetPath } from './product-filter.ts';

/** Null: not configured. */
export interface AttributeSetting {
  readonly name: string;
  readonly isSearchable: boolean | null;
  readonly isFilterable: boolean | null;
  readonly isFacet: boolean | null;
  readonly isSortable: boolean | null;
}

export type AttributeUse = 'isFilterable' | 'isFacet' | 'isSortable';

/** Which values of an attribute are searched: all, none, or only those that look like words. */
export type SearchedValues = 'all' | 'none' | 'words';

/** Names of attributes that are not meant for people: `image_url`, `externalId`, `md5`. */
const MACHINE_NAME =
  /(?:^|[\s_.:-])(?:ids?|uuid|guid|urls?|uri|href|hash|md5|sha1|sha256|checksum|etag|token|images?|img|thumbnail)$/u;

export const searchedValues = (name: string, setting: AttributeSetting | undefined): SearchedValues => {
  const configured = setting?.isSearchable ?? null;
  if (configured !== null) return configured ? 'all' : 'none';
  return isMachineName(name) ? 'none' : 'words';
};

const isMachineName = (name: string): boolean =>
  MACHINE_NAME.test(name.replaceAll(/([a-z\d])([A-Z])/gu, '$1_$2').toLowerCase());

/** Without a setting, an attribute may be used for filters, facets and sorting. */
export const isUsedAs = (setting: AttributeSetting | undefined, use: AttributeUse): boolean =>
  setting?.[use] ?? true;

/** Whether its values are indexed for comparison. */
export const isCompared = (setting: AttributeSetting | undefined): boolean =>
  isUsedAs(setting, 'isFilterable') || isUsedAs(setting, 'isFacet') || isUsedAs(setting, 'isSortable');

/** Whether both settings lead to the same index. */
export const makeTheSameIndex = (a: readonly AttributeSetting[], b: readonly AttributeSetting[]): boolean => {
  const inA = byName(a);
  const inB = byName(b);
  return [...inA.keys(), ...inB.keys()].every((name) => {
    const [one, other] = [inA.get(name), inB.get(name)];
    return searchedValues(name, one) === searchedValues(name, other) && isCompared(one) === isCompared(other);
  });
};

const named = new WeakMap<readonly AttributeSetting[], ReadonlyMap<string, AttributeSetting>>();

/** Built once for each list of settings: every query asks for it. */
export const byName = (settings: readonly AttributeSetting[]): ReadonlyMap<string, AttributeSetting> => {
  let known = named.get(settings);
  if (known === undefined) {
    known = new Map(settings.map((setting) => [setting.name, setting]));
    named.set(settings, known);
  }
  return known;
};

/** Throws if a query uses an attribute in a way that the catalog does not allow. */
export const assertUses = (
  settings: readonly AttributeSetting[],
  { facets, groups }: { readonly facets: readonly FacetCriterion[]; readonly groups: readonly FilterGroup[] },
): void => {
  if (settings.length === 0) return;
  const known = byName(settings);
  for (const facet of facets) {
    const { field } = facet;
    if (!reserved.has(field) && !isUsedAs(known.get(field), 'isFacet'))
      throw notOffered(field, facetPath(facet, 'field_internal_name'), 'a facet');
  }
  for (const { field, at } of groups.flatMap(({ rules }) => rules)) {
    if (!isUsedAs(known.get(field), 'isFilterable'))
      throw notOffered(field, at.replace(/\.value$/u, '.field_name'), 'filterable');
  }
};

/** Fields that nearly every product has another value of: nobody chooses among them. */
const noFacets: ReadonlySet<string> = new Set(['id', 'sku', 'name', 'description', 'variant_skus']);
/** Longer than what anyone sorts by. */
const noSorts: ReadonlySet<string> = new Set(['description']);
/** Words of the interface that no setting of an attribute applies to. */
const reserved: ReadonlySet<string> = new Set(['categories', 'relevance']);

/** Throws if the catalog does not offer one of the fields as a facet. `parameter` names them in the request. */
export const assertFacets = (
  settings: readonly AttributeSetting[],
  fields: readonly string[],
  parameter: string,
): void => {
  const known = byName(settings);
  for (const field of fields) {
    if (noFacets.has(field)) throw neverOffered(field, parameter, 'a facet');
    if (!reserved.has(field) && !isUsedAs(known.get(field), 'isFacet'))
      throw notOffered(field, parameter, 'a facet');
  }
};

/** Whether requests may ask for the field as a facet. */
export const isFacetField = (field: string, setting: AttributeSetting | undefined): boolean =>
  !noFacets.has(field) && (reserved.has(field) || isUsedAs(setting, 'isFacet'));

/** Whether the catalog offers the attribute as a facet without being told to. */
export const isOffered = (name: string, setting: AttributeSetting | undefined): boolean =>
  !reserved.has(name) && isUsedAs(setting, 'isFacet');

/** Throws if the catalog does not offer the field for sorting. */
export const assertSort = (settings: readonly AttributeSetting[], field: string): void => {
  if (noSorts.has(field)) throw neverOffered(field, 'sort_by', 'sortable');
  if (!reserved.has(field) && !isUsedAs(byName(settings).get(field), 'isSortable'))
    throw notOffered(field, 'sort_by', 'sortable');
};

const neverOffered = (field: string, at: string, what: string) =>
  invalidInput('not_allowed', at, `The field ${JSON.stringify(field)} is never ${what}: leave it out`);

const notOffered = (field: string, at: string, what: string) =>
  invalidInput(
    'not_allowed',
    at,
    `The attribute ${JSON.stringify(field)} is not ${what} in this catalog: leave it out, or change its setting`,
  );

/** The filterable fields of a catalog according to its settings. */
export const describeUses = (fields: ProductFields, settings: readonly AttributeSetting[]): ProductFields => {
  const known = byName(settings);
  const described = new Map<string, ProductField>();
  for (const [name, field] of fields) {
    if (field.subType !== 'attribute') {
      described.set(name, field);
      continue;
    }
    const setting = known.get(name);
    if (!isUsedAs(setting, 'isFilterable')) continue;
    const searched = searchedValues(name, setting);
    const isSearchable =
      searched === 'words' ? field.isSearchable : searched === 'all' && field.type !== 'boolean';
    described.set(name, { ...field, isSearchable });
  }
  return described;
};
