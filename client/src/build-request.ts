// From the input of a call to a request: each value goes into the path, the query string, a header or the body.

import type { OperationEntry } from './operation-table.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface BuiltRequest {
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Longer ones are refused by some proxies. */
const LINK_MAX_CHARS = 2_000;

interface Facet {
  readonly field_internal_name: string;
  readonly value?: unknown;
  readonly min?: unknown;
  readonly max?: unknown;
}

/** Values that are not used are left out: the service refuses blank ones. */
const isUnused = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const fillPath = (path: string, left: Map<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    // A URL drops `.` and `..`, even if they are escaped.
    if (isUnused(value) || /^\.\.?$/.test(String(value)))
      throw new TypeError(`${name} must not be ${value === undefined ? 'missing' : JSON.stringify(value)}`);
    left.delete(name);
    return encodeURIComponent(String(value));
  });

const pairsOf = (name: string, value: unknown): [string, string][] =>
  (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]);

/** The body as parameters of a link; undefined if it has no such form. In a query string, `null` and `[]` are unused values. */
const linkPairs = (body: Input): [string, string][] | undefined => {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name === 'facets') {
      for (const { field_internal_name: field, value: chosen, min, max } of value as Facet[]) {
        if (typeof chosen !== 'string' || field.includes(':') || min !== undefined || max !== undefined)
          return;
        pairs.push(['facet', `${field}:${chosen}`]);
      }
    } else if (typeof value !== 'string' || /^(null|\[\])$/.test(value.trim())) return;
    else pairs.push([name, value]);
  }
  return pairs;
};

const targetOf = (path: string, pairs: [string, string][]): string =>
  pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;

/** Names with a hyphen are headers; `body` is the whole body; all others that the operation does not send in the body are parameters. */
export const buildRequest = ([method, path, bodyNames, form]: OperationEntry, input: Input): BuiltRequest => {
  const left = new Map(Object.entries(input));
  const filled = fillPath(path, left);
  const inBody = bodyNames?.split(' ') ?? [];
  const headers: Record<string, string> = {};
  const pairs: [string, string][] = [];
  const fields: Record<string, unknown> = {};
  let body: unknown = bodyNames ? fields : undefined;
  for (const [name, value] of left) {
    if (isUnused(value)) continue;
    if (name === 'body') body = value;
    else if (name.includes('-')) headers[name] = String(value);
    else if (inBody.includes(name)) fields[name] = value;
    else pairs.push(...pairsOf(name, value));
  }
  if (form === 'link') {
    const asLink = linkPairs(fields);
    const target = asLink && targetOf(filled, [...asLink, ...pairs]);
    if (target !== undefined && target.length <= LINK_MAX_CHARS)
      return { method: 'GET', target, headers, body: undefined };
  }
  return { method, target: targetOf(filled, pairs), headers, body };
};
