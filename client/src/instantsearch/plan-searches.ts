// From the requests of a page to as few product searches as answer them. For each facet with a chosen value InstantSearch sends one
// more request, without that choice, to count the other values. Facets of Vitrine are counted like that in the first place, so
// these requests need no search of their own.

import type { Schemas } from '../call-types.ts';
import { type Clause, type Rule, readClauses } from './read-filters.ts';
import type { SearchParams, SearchRequest } from './wire-types.ts';

type Criteria = Pick<Schemas['ProductCriteria'], 'facets' | 'filter'>;
type Facet = Schemas['Facet'];

/** A request of the page, and the product search that answers it. */
export interface Planned {
  readonly request: SearchRequest;
  /** The place of its search among `Plan.searches`. */
  readonly search: number;
  /** The facets that it asked for; undefined: all that the catalog offers. */
  readonly facets: readonly string[] | undefined;
  /** Whether it only counts, by the search of another request. */
  readonly isDerived: boolean;
}

export interface PlannedSearch {
  readonly request: SearchRequest;
  readonly criteria: Criteria;
  /** Those of the requests that it answers. */
  readonly facets: readonly string[] | undefined;
}

export interface Plan {
  readonly requests: readonly Planned[];
  readonly searches: readonly PlannedSearch[];
}

/** What a derived request may change. */
const ownParams = [
  'facetFilters',
  'numericFilters',
  'facets',
  'page',
  'hitsPerPage',
  'analytics',
  'clickAnalytics',
];

export const facetsOf = ({ facets = [] }: SearchParams): readonly string[] | undefined => {
  const listed = typeof facets === 'string' ? [facets] : facets;
  return listed.includes('*') ? undefined : listed;
};

const keyOf = ({ indexName, params = {} }: SearchRequest): string =>
  JSON.stringify([
    indexName,
    ...Object.entries(params)
      .filter(([name]) => !ownParams.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

const isAbout = (clause: Clause, field: string): boolean => clause.every((rule) => rule.field_name === field);

const asKeys = (clauses: readonly Clause[]): string =>
  JSON.stringify(clauses.map((clause) => JSON.stringify(clause)).sort());

const bounds: Partial<Record<Rule['action'], 'min' | 'max'>> = {
  greater_than_or_equal_to: 'min',
  less_than_or_equal_to: 'max',
};

/** The clauses about one field as a choice that does not narrow the counts of that field; undefined if they have no such form. */
export const asChoice = (field: string, clauses: readonly Clause[]): Facet[] | undefined => {
  const [first = []] = clauses;
  if (clauses.length === 1 && first.every(({ action }) => action === 'equal_to'))
    return first.map(({ value }) => ({ field_internal_name: field, value }));
  const range: { min?: number; max?: number } = {};
  for (const clause of clauses) {
    const [rule] = clause;
    const side = rule && clause.length === 1 ? bounds[rule.action] : undefined;
    if (rule === undefined || side === undefined || side in range) return undefined;
    range[side] = Number(rule.value);
  }
  return clauses.length === 0 ? undefined : [{ field_internal_name: field, ...range }];
};

/** Chosen by id with everything below, which no filter can say. */
const CATEGORIES = 'categories';

const criteriaOf = (clauses: readonly Clause[], fields: ReadonlySet<string>): Criteria => {
  const hasCategories = clauses.flat().some((rule) => rule.field_name === CATEGORIES);
  const chosen = hasCategories ? new Set([...fields, CATEGORIES]) : fields;
  const facets = [...chosen].flatMap((field) => {
    const choice = asChoice(
      field,
      clauses.filter((clause) => isAbout(clause, field)),
    );
    if (choice === undefined)
      throw new TypeError(`${field} can be chosen, but not be excluded or combined with other fields`);
    return choice;
  });
  const rest = clauses.filter((clause) => ![...chosen].some((field) => isAbout(clause, field)));
  const filter = rest.map((rules) => ({ group: { operator: 'OR' as const, rules: [...rules] } }));
  return { ...(facets.length > 0 && { facets }), ...(filter.length > 0 && { filter }) };
};

/** The field whose choice the second request leaves out, and is otherwise the first; undefined if it is another request. */
const derivedField = (main: SearchRequest, other: SearchRequest): string | undefined => {
  const [field, ...more] = facetsOf(other.params ?? {}) ?? [];
  if (field === undefined || more.length > 0 || other.params?.hitsPerPage !== 0) return undefined;
  if (keyOf(main) !== keyOf(other)) return undefined;
  const clauses = readClauses(main.params ?? {});
  const rest = clauses.filter((clause) => !isAbout(clause, field));
  const left = clauses.filter((clause) => isAbout(clause, field));
  return asKeys(rest) === asKeys(readClauses(other.params ?? {})) && asChoice(field, left) !== undefined
    ? field
    : undefined;
};

const union = (
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined => one && other && [...new Set([...one, ...other])];

export const planSearches = (requests: readonly SearchRequest[]): Plan => {
  const searches: { request: SearchRequest; chosen: Set<string>; facets: readonly string[] | undefined }[] =
    [];
  const planned = requests.map((request): Planned => {
    const facets = facetsOf(request.params ?? {});
    for (const [search, main] of searches.entries()) {
      const field = derivedField(main.request, request);
      if (field === undefined) continue;
      main.chosen.add(field);
      main.facets = union(main.facets, facets);
      return { request, search, facets, isDerived: true };
    }
    searches.push({ request, chosen: new Set(), facets });
    return { request, search: searches.length - 1, facets, isDerived: false };
  });
  return {
    requests: planned,
    searches: searches.map(({ request, chosen, facets }) => ({
      request,
      facets,
      criteria: criteriaOf(readClauses(request.params ?? {}), chosen),
    })),
  };
};
