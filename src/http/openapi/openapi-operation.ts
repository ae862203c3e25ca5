// Describes one operation of the route table: parameters, body, responses and failures.

import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../../contract/operation.ts';
import { plainSchema, type Schema, walkSchema } from '../../contract/schema-walk.ts';
import { IDENTIFIER_MAX_CHARS } from '../../contract/values.ts';
import { scopeHeaders } from '../caller/read-scope.ts';
import { type NamedBodies, referToBody } from './openapi-bodies.ts';
import type { Components } from './openapi-components.ts';
import { describeFailures } from './openapi-failures.ts';
import { nullableBody, toSchema } from './openapi-schema.ts';

type ScopeHeader = (typeof scopeHeaders)[number];

const scopeMeanings: Readonly<Record<ScopeHeader, readonly [name: string, meaning: string]>> = {
  'x-tenant-id': ['TenantHeader', 'Identifies the organization. Isolates data per tenant.'],
  'x-workspace-id': ['WorkspaceHeader', 'Identifies the workspace within the tenant.'],
  'x-environment-id': ['EnvironmentHeader', 'Identifies the target deployment environment.'],
};

const OR_DOMAIN =
  ' Send all three scoping headers or none. Without them, the domain of the request determines the scope.';

export const describeOperation = (
  operation: Operation,
  bodies: NamedBodies,
  components: Components,
): Schema => ({
  operationId: operationIdOf(operation),
  tags: [operation.tag],
  summary: operation.summary,
  description: operation.description,
  // `{}` among the requirements: the token may be left out. Elsewhere it is required, as the description says for all.
  ...(operation.access === 'open' ? { security: [{}, { bearer: [] }] } : {}),
  parameters: [
    ...scopeHeadersOf(operation.scope).map((name) => describeScopeHeader(name, operation.scope, components)),
    ...parametersOf('path', operation.params, components),
    ...parametersOf('header', operation.headers, components),
    ...parametersOf('query', operation.query, components),
  ],
  ...(operation.body === undefined
    ? {}
    : { requestBody: describeBody(operation, operation.body, bodies, components) }),
  responses: {
    ...describeSuccess(operation, components),
    ...describeFailures(operation, components),
  },
});

/** What clients call the operation. */
export const operationIdOf = ({ operationId, name }: Operation): string =>
  operationId ?? name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const scopeHeadersOf = (scope: Operation['scope']): readonly ScopeHeader[] => {
  if (scope === 'none') return [];
  return scope === 'workspace' ? scopeHeaders.filter((name) => name !== 'x-environment-id') : scopeHeaders;
};

/** `TenantHeader`, and where the domain may say it too, `TenantHeaderOrDomain`. */
const describeScopeHeader = (
  header: ScopeHeader,
  scope: Operation['scope'],
  components: Components,
): Schema => {
  const mayBeDomain = scope === 'headers-or-domain';
  const [name, meaning] = scopeMeanings[header];
  return components.keep('parameters', mayBeDomain ? `${name}OrDomain` : name, {
    name: header,
    in: 'header',
    ...(mayBeDomain ? {} : { required: true }),
    description: mayBeDomain ? meaning + OR_DOMAIN : meaning,
    schema: { type: 'string', minLength: 1, maxLength: IDENTIFIER_MAX_CHARS },
  });
};

/** A parameter whose schema has a title is shared under it. */
const parametersOf = (
  place: 'path' | 'header' | 'query',
  schema: TObject,
  components: Components,
): Schema[] =>
  Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => {
    const { title, description, ...rest } = toSchema(property);
    const parameter = {
      name,
      in: place,
      ...(place === 'path' || schema.required?.includes(name) === true ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
    return typeof title === 'string' ? components.keep('parameters', title, parameter) : parameter;
  });

const LINES_TYPE = 'application/x-ndjson';
const responseTypes = { json: 'application/json', lines: LINES_TYPE, csv: 'text/csv' } as const;

const describeBody = (
  operation: Operation,
  body: TObject,
  bodies: NamedBodies,
  components: Components,
): Schema => {
  const { bodyReading, takesForms, requestExample: example } = operation;
  if (bodyReading === 'stream') {
    return { required: true, content: { [LINES_TYPE]: { schema: { type: 'string' }, example } } };
  }
  if (bodyReading === 'parts') {
    return { required: true, content: { 'multipart/form-data': { schema: toSchema(body), example } } };
  }
  const schema = referToBody(
    bodyReading === 'object' ? toSchema(body) : nullableBody(body),
    bodies,
    components,
  );
  const described = { schema, ...(example === undefined || hasExamples(body) ? {} : { example }) };
  const forms = { 'multipart/form-data': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    required: true,
    content: { 'application/json': described, ...(takesForms === true ? forms : {}) },
  };
};

const describeSuccess = (operation: Operation, components: Components): Schema => {
  const { successStatus = 200, isCreated, responseFormat = 'json', method } = operation;
  const isTagged = responseFormat === 'json' && (method === 'GET' || operation.entityTagOf !== undefined);
  const response = describeResponse(operation, components);
  const example = hasExamples(operation.success) ? {} : { example: exampleOf(operation) };
  const describe = (status: number, content: Schema): Schema => ({
    description: operation.successDescription,
    ...describeHeaders(operation, status, isTagged, components),
    content: { [responseTypes[responseFormat]]: content },
  });
  return {
    [successStatus]: describe(successStatus, { ...response, ...example }),
    ...(isCreated === undefined ? {} : { 201: describe(201, response) }),
    ...(isTagged && method === 'GET' ? { 304: describeNotModified(components) } : {}),
  };
};

const describeHeaders = (
  operation: Operation,
  status: number,
  isTagged: boolean,
  components: Components,
): Schema => {
  const header = (name: string, description: string): Schema =>
    components.keep('headers', name, { description, schema: { type: 'string' } });
  const headers = {
    ...(status === 201 && operation.locationOf !== undefined
      ? { location: header('Location', 'Path of the created object.') }
      : {}),
    ...(isTagged ? { etag: header('EntityTag', 'Strong ETag of this response.') } : {}),
    ...(operation.fileNameOf === undefined
      ? {}
      : {
          'content-disposition': header(
            'ContentDisposition',
            'The suggested file name, in ASCII and, if necessary, in full (RFC 6266).',
          ),
        }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
};

const describeNotModified = (components: Components): Schema =>
  components.keep('responses', 'NotModified', {
    description: 'The response still has the ETag in `if-none-match`.',
  });

/** The name of the response is that of its whole body, its envelope included. */
const describeResponse = (operation: Operation, components: Components): Schema => {
  const { title, ...payload } = toSchema(operation.success);
  if (isSentAsItIs(operation)) return { schema: components.refer({ title, ...payload }) };
  return {
    schema: components.refer({
      title,
      type: 'object',
      required: ['Status', 'Data'],
      properties: { Status: { const: 'success' }, Data: payload },
      additionalProperties: false,
    }),
  };
};

/** Whether what it is made of has examples of its own. */
const hasExamples = (schema: TSchema): boolean => {
  let found = false;
  walkSchema(plainSchema(schema), (inner) => {
    found ||= inner['examples'] !== undefined;
    return inner;
  });
  return found;
};

const exampleOf = (operation: Operation): unknown =>
  isSentAsItIs(operation) ? operation.successExample : { Status: 'success', Data: operation.successExample };

/** Without an envelope. */
const isSentAsItIs = ({ envelope, responseFormat = 'json' }: Operation): boolean =>
  envelope === 'bare' || responseFormat !== 'json';
