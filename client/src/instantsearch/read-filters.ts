// `facetFilters` and `numericFilters` as clauses: a list in which every clause must hold, each of rules of which one must hold.

import type { Schemas } from '../call-types.ts';
import type { NestedFilters, SearchParams } from './wire-types.ts';

export type Rule = Schemas['FilterRule'];

export type Clause = readonly Rule[];

type Action = Rule['action'];

const actions: Readonly<Record<string, Action>> = {
  '<': 'less_than',
  '<=': 'less_than_or_equal_to',
  '=': 'equal_to',
  '!=': 'not_equal_to',
  '>=': 'greater_than_or_equal_to',
  '>': 'greater_than',
};

const refuse = (what: string): never => {
  throw new TypeError(`${what}: this filter has no meaning in Vitrine`);
};

/** `field:value`. The field ends at the first colon; `-` before the value negates it, unless it is escaped. */
export const readFacetFilter = (text: string): Rule => {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return refuse(text);
  const field_name = text.slice(0, colon);
  const value = text.slice(colon + 1);
  return value.startsWith('-') && value.length > 1
    ? { field_name, action: 'not_equal_to', value: value.slice(1).replace(/^\\-/, '-') }
    : { field_name, action: 'equal_to', value: value.replace(/^\\-/, '-') };
};

/** `field>=1`, or `field:1 TO 2`, which is two clauses. */
export const readNumericFilter = (text: string): Rule[] => {
  const [, field_name = '', operator = '', value = ''] =
    /^\s*([^<>=!:]+?)\s*(<=|>=|!=|<|>|=)\s*(\S+)\s*$/.exec(text) ?? [];
  const action = actions[operator];
  if (action !== undefined && !Number.isNaN(Number(value))) return [{ field_name, action, value }];
  const [, field = '', from = '', to = ''] = /^\s*([^:]+?)\s*:\s*(\S+)\s+TO\s+(\S+)\s*$/.exec(text) ?? [];
  if (field === '' || Number.isNaN(Number(from)) || Number.isNaN(Number(to))) return refuse(text);
  return [
    { field_name: field, action: 'greater_than_or_equal_to', value: from },
    { field_name: field, action: 'less_than_or_equal_to', value: to },
  ];
};

const clausesOf = (filters: NestedFilters | undefined, readOne: (text: string) => Rule[]): Clause[] =>
  (typeof filters === 'string' ? [filters] : (filters ?? [])).flatMap((part): Clause[] => {
    if (typeof part === 'string') return readOne(part).map((rule) => [rule]);
    const read = part.map(readOne);
    if (read.length === 0) return [];
    if (read.length === 1) return (read[0] ?? []).map((rule) => [rule]);
    // Two rules that must both hold cannot be one of several alternatives.
    return [read.map((rules, at) => (rules.length === 1 && rules[0]) || refuse(part[at] ?? ''))];
  });

/** What would change the answer and cannot be asked of Vitrine. */
const unsupported = [
  'filters',
  'tagFilters',
  'aroundLatLng',
  'aroundLatLngViaIP',
  'insideBoundingBox',
  'insidePolygon',
];

export const readClauses = (params: SearchParams): Clause[] => {
  for (const name of unsupported) {
    const value = params[name];
    if (
      value !== undefined &&
      value !== '' &&
      value !== false &&
      !(Array.isArray(value) && value.length === 0)
    )
      throw new TypeError(`${name} is not supported: use facetFilters and numericFilters`);
  }
  return [
    ...clausesOf(params.facetFilters, (text) => [readFacetFilter(text)]),
    ...clausesOf(params.numericFilters, readNumericFilter),
  ];
};
