// The settings of facets in a catalog: which fields it offers, in which order, and how each is counted (Decision 0070). Without
// settings, every field that is fit for it is offered.

import { parseInstant } from '../text/instant.ts';
import { localizedText } from '../text/locale.ts';
import { type AttributeSetting, byName, isFacetField } from './attribute-settings.ts';
import type { FieldType } from './product-fields.ts';
import { CATEGORIES } from './product-filter.ts';
import type { ProductQuery } from './product-query.ts';
import { type FacetRequest, type FacetType, OFFERED_MAX } from './product-search.ts';

/** Null or empty: not configured. */
export interface FacetSetting {
  readonly field: string;
  readonly label: string;
  /** Smaller ones come first, ties by field. */
  readonly position: number;
  readonly type: FacetType | null;
  /** Numbers, or dates as text, ascending. */
  readonly boundaries: readonly (number | string)[];
  readonly limit: number | null;
  readonly localized: Readonly<Record<string, { readonly label?: string }>>;
}

type Settings = readonly FacetSetting[];

const settingOf = (settings: Settings, wanted: string): FacetSetting | undefined =>
  settings.find(({ field }) => field === wanted);

/** The fields that the settings offer, in order. An attribute that is set not to be a facet is left out. */
export const settledFacets = (settings: Settings, attributes: readonly AttributeSetting[]): string[] => {
  const known = byName(attributes);
  return settings
    .filter(({ field }) => isFacetField(field, known.get(field)))
    .sort((a, b) => a.position - b.position || (a.field < b.field ? -1 : 1))
    .slice(0, OFFERED_MAX)
    .map(({ field }) => field);
};

export const facetLabel = (
  settings: Settings,
  field: string,
  { localeChain, baseLocale }: Pick<ProductQuery, 'localeChain' | 'baseLocale'>,
): string => {
  const setting = settingOf(settings, field);
  if (setting === undefined) return field;
  return localizedText(setting, setting.localized, 'label', localeChain, baseLocale) || field;
};

/** How many buckets of the field are returned at most. By default all ranges between boundaries that someone has chosen. */
export const facetLimit = (
  settings: Settings,
  field: string,
  request: FacetRequest,
  boundaries: readonly number[] | undefined,
): number => {
  if (request.isLimitDefault !== true) return request.limit;
  const ranges = boundaries === undefined ? request.limit : boundaries.length + 1;
  return settingOf(settings, field)?.limit ?? ranges;
};

/** Numbers and dates are counted by range unless a setting says otherwise; nothing else ever is. */
export const isCountedByRange = (
  settings: Settings,
  field: string,
  type: FieldType,
): type is 'number' | 'date' =>
  (type === 'number' || type === 'date') && settingOf(settings, field)?.type !== 'values';

/** Where ranges begin and end; undefined: the data decides. Boundaries that do not fit the type of the field are ignored. */
export const facetBoundaries = (
  settings: Settings,
  field: string,
  type: 'number' | 'date',
): readonly number[] | undefined => {
  const boundaries = settingOf(settings, field)?.boundaries ?? [];
  const numbers = boundaries.map((boundary) => boundaryOf(boundary, type));
  return numbers.length === 0 || numbers.includes(Number.NaN) ? undefined : numbers;
};

const boundaryOf = (boundary: number | string, type: 'number' | 'date'): number => {
  if (type === 'number') return typeof boundary === 'number' ? boundary : Number.NaN;
  return typeof boundary === 'string' ? (parseInstant(boundary.trim()) ?? Number.NaN) : Number.NaN;
};

/** What is wrong with a setting, if anything. */
export const facetFault = ({
  field,
  type,
  boundaries,
}: Pick<FacetSetting, 'field' | 'type' | 'boundaries'>):
  | { readonly field: string; readonly problem: string }
  | undefined => {
  if (!isFacetField(field, undefined))
    return { field: 'field', problem: `${JSON.stringify(field)} is never a facet` };
  if (type !== null && (type === CATEGORIES) !== (field === CATEGORIES))
    return {
      field: 'type',
      problem: `"${CATEGORIES}" is the type of the field "${CATEGORIES}", and of no other`,
    };
  if (boundaries.length > 0 && type !== null && type !== 'ranges')
    return { field: 'boundaries', problem: `only a facet of the type "ranges" has boundaries` };
  return boundariesFault(boundaries);
};

const boundariesFault = (boundaries: FacetSetting['boundaries']) => {
  const kind = typeof boundaries[0] === 'string' ? 'date' : 'number';
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, boundary] of boundaries.entries()) {
    const number = boundaryOf(boundary, kind);
    const at = `boundaries.${index}`;
    if (Number.isNaN(number))
      return { field: at, problem: `boundaries are all numbers, or all ISO 8601 dates` };
    if (number <= last) return { field: at, problem: 'boundaries must ascend' };
    last = number;
  }
  return undefined;
};
