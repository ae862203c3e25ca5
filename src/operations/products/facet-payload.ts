// Facets as a request asks for them, and as the response shows them.

import { FACET_BUCKETS_MAX, FACET_LIMIT } from '../../contract/products/facets.ts';
import { invalidInput } from '../../domain/failures/failures.ts';
import {
  type FacetBucket,
  type FacetRequest,
  type FacetSort,
  type FoundFacet,
  OFFERED_MAX,
} from '../../domain/products/product-search.ts';

interface FacetOptions {
  readonly facet_query?: string;
  readonly facet_limit?: number;
  readonly facet_sort?: FacetSort;
}

export const ENABLED_FACETS = 'enabled';
/** Throws if the response could become too long. */
export const facetRequest = (
  fields: readonly string[] | undefined,
  parameter: string,
  { facet_query: text, facet_limit: given, facet_sort: sortBy }: FacetOptions,
): FacetRequest => {
  const limit = given ?? FACET_LIMIT.default;
  const asked = fields?.length ?? OFFERED_MAX;
  if (asked * limit > FACET_BUCKETS_MAX)
    throw invalidInput(
      'too_many',
      'facet_limit',
      `facet_limit must not exceed ${Math.floor(FACET_BUCKETS_MAX / asked)} for ${asked} fields: request fewer fields, or fewer buckets of each`,
    );
  return { fields, limit, isLimitDefault: given === undefined, sortBy: sortBy ?? 'count', text, parameter };
};

/** Only to be written as JSON, which leaves out what is undefined. */
export const showFacets = (facets: readonly FoundFacet[]) =>
  Object.fromEntries(facets.map((facet) => [facet.field, showFacet(facet)]));

const showFacet = ({ label, type, isDate, buckets, min, max, distinct }: FoundFacet) => {
  const show = (number: number): number | string => (isDate ? new Date(number).toISOString() : number);
  return {
    label,
    type,
    buckets: buckets.map((bucket) => showBucket(bucket, show)),
    min: min === undefined ? undefined : show(min),
    max: max === undefined ? undefined : show(max),
    distinct,
  };
};

const showBucket = (
  { value, label, count, isSelected, from, to, parentId }: FacetBucket,
  show: (number: number) => number | string,
) => {
  const shown = from === undefined || to === undefined ? value : showRange(String(value), show);
  return {
    val: shown,
    label: label ?? String(shown),
    count,
    selected: isSelected,
    min: from === undefined ? undefined : show(from),
    max: to === undefined ? undefined : show(to),
    parent: parentId,
  };
};

/** The boundaries of a range, `from..to`, as values of the field; the last range has no end. */
const showRange = (range: string, show: (number: number) => number | string): string =>
  range
    .split('..')
    .map((bound) => (bound === '' ? '' : String(show(Number(bound)))))
    .join('..');
