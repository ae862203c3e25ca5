// Holds an answer against the committed `openapi.json`: its status must be described there, its body must fit the schema,
// and the headers that the description promises must be there. Knows nothing of the code that made either.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import type { Answer } from './wire-client.ts';

type Json = Readonly<Record<string, unknown>>;

export const openApiFile = join(import.meta.dirname, '..', '..', 'openapi.json');

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

export interface OperationDescription {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

export interface ResponseDescription {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly 'application/json': { readonly schema: Json; readonly example?: unknown } };
}

export const description = JSON.parse(readFileSync(openApiFile, 'utf8')) as Description;

const validators = new Map<string, ReturnType<typeof Compile>>();

const resolve = (schema: Json): Json => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const found = description.components.schemas[reference.replace('#/components/schemas/', '')];
  assert.ok(found, `${reference} leads nowhere`);
  return found;
};

/** What is wrong with a body, empty when it fits. */
export const faultsOf = (schema: Json, body: unknown): string[] => {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? Compile(resolve(schema));
  validators.set(key, validator);
  return validator.Check(body)
    ? []
    : validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** `path` as the description writes it; undefined for what is outside every operation. */
export const assertDescribed = (method: string, path: string | undefined, answer: Answer): void => {
  const operation = path === undefined ? undefined : description.paths[path]?.[method.toLowerCase()];
  assert.ok(path === undefined || operation, `${method} ${path} is not described`);
  const where = `${method} ${path ?? '(no operation)'} answered ${answer.status} ${answer.text}`;
  const response =
    operation === undefined ? outsideFailure : (operation.responses[String(answer.status)] ?? undefined);
  assert.ok(response, `${where}: this status is not described`);
  for (const name of Object.keys(response.headers ?? {})) {
    assert.ok(answer.headers.has(name), `${where}: without ${name}`);
  }
  assert.ok(answer.headers.has('x-request-id'), `${where}: without x-request-id`);
  if (response.content === undefined) {
    assert.equal(answer.text, '', where);
    return;
  }
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', where);
  assert.deepEqual(faultsOf(response.content['application/json'].schema, JSON.parse(answer.text)), [], where);
};

const outsideFailure: ResponseDescription = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/BareFailure' } } },
};
