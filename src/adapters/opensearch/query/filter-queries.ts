// Facets and filter rules as queries. They mean what `domain/products/product-filter.ts` says.

import type { CatalogContents } from '../../../domain/ports.ts';
import { byName, isUsedAs } from '../../../domain/products/attribute-settings.ts';
import type { FieldType, ProductFields } from '../../../domain/products/product-fields.ts';
import {
  CATEGORIES,
  type Comparable,
  type FacetCriterion,
  type FilterGroup,
  type FilterRule,
  facetBounds,
  negations,
  parseFor,
} from '../../../domain/products/product-filter.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { sortableNumber, sortableText } from '../documents/encode.ts';
import { hasTextPieces, originalValue, valuePlace } from '../documents/product-values.ts';
import { allOf, anyOf, NOTHING, notAnyOf } from './locale-choice.ts';
import type { SearchQuery } from './opened-catalog.ts';

/** What filters are compiled for. */
export interface FilterPlace {
  /** See `placeKey`. */
  readonly place: string;
  readonly fields: ProductFields;
  readonly currency: string;
}

/** One query for each field with chosen values, without the category tree. */
export const facetQueries = (
  at: FilterPlace,
  facets: readonly FacetCriterion[],
): ReadonlyMap<string, SearchQuery> => {
  const byField = new Map<string, SearchQuery[]>();
  for (const facet of facets) {
    if (facet.field === CATEGORIES) continue;
    const type = at.fields.get(facet.field)?.type;
    const query = type === undefined ? NOTHING : facetQuery(at, facet, type);
    byField.set(facet.field, [...(byField.get(facet.field) ?? []), query]);
  }
  return new Map([...byField].map(([field, queries]) => [field, anyOf(queries)]));
};

const facetQuery = (at: FilterPlace, facet: FacetCriterion, type: FieldType): SearchQuery => {
  const { lower, upper } = facetBounds(facet, type);
  if (lower !== undefined && lower === upper) return equalTo(at, facet.field, type, lower);
  // Any value will do, also one that is no number or date; every value has a text.
  if (lower === undefined && upper === undefined) return between(at, facet.field, 'text', {});
  return between(at, facet.field, type, {
    ...(lower === undefined ? {} : { gte: lower }),
    ...(upper === undefined ? {} : { lte: upper }),
  });
};

/** All groups must hold; those without rules are ignored. */
export const groupQueries = (at: FilterPlace, groups: readonly FilterGroup[]): SearchQuery[] =>
  groups
    .filter(({ rules }) => rules.length > 0)
    .map(({ operator, rules }) => {
      const queries = rules.map((rule) => ruleQuery(at, rule, at.fields.get(rule.field)?.type));
      return operator === 'AND' ? allOf(queries) : anyOf(queries);
    });

/** The groups of merchandising rules. What does not parse, or is not filterable, is as if no product had it. */
export const lenientGroupQueries = (
  at: FilterPlace,
  groups: readonly FilterGroup[],
  { attributes }: Pick<CatalogContents, 'attributes'>,
): SearchQuery[] => {
  const settings = byName(attributes);
  const queryOf = (rule: FilterRule): SearchQuery => {
    if (!isUsedAs(settings.get(rule.field), 'isFilterable')) return ruleQuery(at, rule, undefined);
    try {
      return ruleQuery(at, rule, at.fields.get(rule.field)?.type);
    } catch {
      return ruleQuery(at, rule, undefined);
    }
  };
  return groups.map(({ operator, rules }) => {
    const queries = rules.map(queryOf);
    // As with any list of conditions: all of none hold, and none of none does.
    return operator === 'AND' ? allOf(queries) : anyOf(queries);
  });
};

const ruleQuery = (at: FilterPlace, rule: FilterRule, type: FieldType | undefined): SearchQuery => {
  const opposite = negations[rule.action];
  if (opposite !== undefined) return notAnyOf([ruleQuery(at, { ...rule, action: opposite }, type)]);
  if (type === undefined) return NOTHING;
  if (rule.action === 'contains') return containing(at, rule);
  const wanted = parseFor(type, rule.value, rule.at);
  switch (rule.action) {
    case 'equal_to':
      return equalTo(at, rule.field, type, wanted);
    case 'greater_than':
      return between(at, rule.field, type, { gt: wanted });
    case 'less_than':
      return between(at, rule.field, type, { lt: wanted });
    case 'greater_than_or_equal_to':
      return between(at, rule.field, type, { gte: wanted });
    default:
      return between(at, rule.field, type, { lte: wanted });
  }
};

/** As `comparableValue` writes it. */
const encoded = (value: Comparable): string => {
  if (typeof value === 'string') return sortableText(value);
  return typeof value === 'number' ? sortableNumber(value) : String(Number(value));
};

export const equalTo = (
  { place, currency }: FilterPlace,
  field: string,
  type: FieldType,
  value: Comparable,
): SearchQuery => {
  const at = valuePlace(place, field, currency);
  return { term: { [at.field]: at.prefix(type) + encoded(value) } };
};

/** Products that have exactly this value, as it is written. */
export const writtenAs = (place: string, field: string, value: string): SearchQuery => {
  const at = valuePlace(place, field, '');
  return { term: { [at.originals]: at.originalPrefix + originalValue(value) } };
};

type Bound = 'gt' | 'gte' | 'lt' | 'lte';

export const between = (
  { place, currency }: FilterPlace,
  field: string,
  type: FieldType,
  bounds: Partial<Record<Bound, Comparable>>,
): SearchQuery => {
  const at = valuePlace(place, field, currency);
  const prefix = at.prefix(type);
  const given = Object.entries(bounds).map(([bound, value]) => [bound, prefix + encoded(value)]);
  const own = Object.fromEntries(given) as Partial<Record<Bound, string>>;
  return {
    range: {
      [at.field]: {
        ...(own.gt === undefined && own.gte === undefined ? { gte: prefix } : {}),
        ...(own.lt === undefined && own.lte === undefined ? { lt: afterAll(prefix) } : {}),
        ...own,
      },
    },
  };
};

/** Comes after everything that begins with the prefix, which ends in a letter. */
const afterAll = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

const containing = ({ place, currency }: FilterPlace, { field, value }: FilterRule): SearchQuery => {
  const at = valuePlace(place, field, currency);
  const pattern = (prefix: string): string => `${prefix}*${escaped(sortableText(foldText(value)))}*`;
  const inPieces = { wildcard: { texts: { value: pattern(at.textPrefix) } } };
  if (hasTextPieces(field)) return inPieces;
  return anyOf([
    { wildcard: { [at.field]: { value: pattern(at.prefix('text')) } } },
    { wildcard: { [at.field]: { value: pattern(at.prefix('untrimmed')) } } },
    inPieces,
  ]);
};

const escaped = (text: string): string => text.replaceAll(/[\\*?]/g, String.raw`\$&`);
