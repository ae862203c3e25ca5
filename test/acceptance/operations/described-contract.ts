// Checks a response against the committed description of the interface: its status must be described, its body must match the
// schema, and the promised headers must be present. Uses none of the code that produced either.

import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { readOpenApi } from '../../fixtures/committed-openapi.ts';
import type { WireResponse } from '../service/wire-client.ts';

type Json = Readonly<Record<string, unknown>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly 'x-response-headers': Readonly<Record<string, unknown>>;
}

interface OperationDescription {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

export interface ResponseDescription {
  /** Of a range such as `4XX`: the statuses that it stands for. */
  readonly 'x-statuses'?: readonly number[];
  readonly headers?: Readonly<Record<string, unknown>>;
  /** By media type; only one each. */
  readonly content?: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;
}

type Place = { readonly [key: string]: unknown };

const written: Place = readOpenApi();

/** By reference: most schemas are named many times. */
const resolved = new Map<string, unknown>();

/** Resolves all references; there are no cycles. */
const whole = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  const reference = (value as Place)['$ref'];
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner)]));
  }
  if (resolved.has(reference)) return resolved.get(reference);
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Place | undefined)?.[key], written);
  assert.ok(found, `${reference} leads nowhere`);
  const made = whole(found);
  resolved.set(reference, made);
  return made;
};

export const description = whole(written) as Description;

/** By the schema as text, since many are alike; and the text of each schema, which is long. */
const validators = new Map<string, ReturnType<typeof Compile>>();
const texts = new WeakMap<Json, string>();

/** What is wrong with a body; empty if it matches. */
export const faultsOf = (schema: Json, body: unknown): string[] => {
  const key = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, key);
  const validator = validators.get(key) ?? Compile(whole(schema) as Json);
  validators.set(key, validator);
  return validator.Check(body)
    ? []
    : validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** `path` as in the description; undefined outside every operation. */
export const assertDescribed = (method: string, path: string | undefined, sent: WireResponse): void => {
  const operation = path === undefined ? undefined : description.paths[path]?.[method.toLowerCase()];
  assert.ok(path === undefined || operation, `${method} ${path} is not described`);
  const where = `${method} ${path ?? '(no operation)'} returned ${sent.status} ${sent.text}`;
  const response = operation === undefined ? outsideFailure : responseOf(operation, sent.status);
  assert.ok(response, `${where}: this status is not described`);
  const promised = { ...response.headers, ...description['x-response-headers'] };
  for (const name of Object.keys(promised).filter((each) => goesWith(each, sent.status))) {
    assert.ok(sent.headers.has(name), `${where}: without ${name}`);
  }
  if (response.content === undefined) {
    assert.equal(sent.text, '', where);
    return;
  }
  const [[type = '', { schema } = { schema: {} }] = []] = Object.entries(response.content);
  assert.equal(sent.headers.get('content-type'), contentTypes[type], where);
  assert.deepEqual(faultsOf(schema, type === JSON_TYPE ? JSON.parse(sent.text) : sent.text), [], where);
  if (type === 'application/x-ndjson') assertLines(sent.text, where);
};

/** By the status itself, or by a range that stands for it. */
export const responseOf = (
  { responses }: OperationDescription,
  status: number,
): ResponseDescription | undefined => {
  const range = responses[`${String(status)[0]}XX`];
  return responses[String(status)] ?? (range?.['x-statuses']?.includes(status) === true ? range : undefined);
};

/** A range has the headers of all its statuses; these come with some of them only. */
const goesWith = (header: string, status: number): boolean => {
  if (header === 'www-authenticate') return status === 401;
  return header !== 'retry-after' || status === 429 || status === 503;
};

const JSON_TYPE = 'application/json';
const contentTypes: Readonly<Record<string, string>> = {
  [JSON_TYPE]: 'application/json; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8; header=present',
};

/** JSON lines, the last one a summary: of an import, or one that counts the others. */
const assertLines = (text: string, where: string): void => {
  assert.ok(text.endsWith('\n'), where);
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { line?: number; summary?: { lines?: number; committed?: boolean } });
  if (lines.at(-1)?.summary?.committed !== undefined) return;
  assert.equal(lines.at(-1)?.summary?.lines, lines.length - 1, where);
  for (const { line } of lines.slice(0, -1)) assert.ok(Number.isInteger(line), where);
};

const outsideFailure: ResponseDescription = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/BareFailure' } } },
};
