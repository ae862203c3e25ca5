// The OpenAPI 3.1 description, made from the route table and nothing else, so that it cannot say what the service does
// not do. `openapi.json` is its committed copy.

import type { TObject, TSchema } from 'typebox';
import { bareFailure, wrappedFailure } from '../contract/failure-envelope.ts';
import type { Operation } from '../contract/operation.ts';
import { IDENTIFIER_MAX_CHARS } from '../contract/values.ts';
import { nullableBody, type Schema, toSchema } from './openapi-schema.ts';
import { scopeHeaders } from './read-scope.ts';

const scopeMeanings: Readonly<Record<(typeof scopeHeaders)[number], string>> = {
  'x-tenant-id': 'Identifies the organization. Isolates data per tenant.',
  'x-workspace-id': 'Identifies the workspace within the tenant.',
  'x-environment-id': 'Identifies the target deployment environment.',
};

const OR_DOMAIN =
  ' All three scoping headers, or none of them: then the domain that the request is sent to decides.';

const DESCRIPTION = [
  'A multi-tenant storefront discovery and content delivery service.',
  'An optional value that is not used may be left out, or sent as `null` or `[]` (in a query string: that literal text).',
  'A blank value is refused. Unknown query parameters are ignored; unknown body fields are refused.',
  'Every response carries `x-request-id`; a well-formed one of the request is kept.',
  'A GET answers with a strong `etag` and honours `if-none-match`.',
].join('\n');

export const buildOpenApi = (routes: Readonly<Record<string, Operation>>, version: string): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'Vitrine',
    version,
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths: {
    ...Object.fromEntries(
      Object.values(routes).map((operation) => [
        operation.path,
        { [operation.method.toLowerCase()]: describeOperation(operation) },
      ]),
    ),
    ...servicePaths,
  },
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An opaque access token, sent as `Authorization: Bearer <token>`.',
      },
    },
    headers: {
      RequestId: { description: 'Id of the request.', schema: { type: 'string' } },
      EntityTag: { description: 'Strong tag of this very answer.', schema: { type: 'string' } },
      RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
    },
    schemas: { BareFailure: toSchema(bareFailure), WrappedFailure: toSchema(wrappedFailure) },
  },
});

const tags = {
  discovery: 'Search over content and products.',
  content: 'Content models and the publishing of records.',
  settings: 'Forms.',
  service: 'The service itself.',
} as const;

const tagOf = (path: string): keyof typeof tags =>
  path.startsWith('/content/') ? 'content' : path.includes('setting-service') ? 'settings' : 'discovery';

const describeOperation = (operation: Operation): Schema => ({
  operationId: operation.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: [tagOf(operation.path)],
  summary: operation.summary,
  description: operation.description,
  // `{}` among the requirements: the token may be left out.
  security: operation.access === 'open' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  parameters: [
    ...scopeParameters(operation),
    ...parametersOf('path', operation.params),
    ...parametersOf('header', operation.headers),
    ...parametersOf('query', operation.query),
  ],
  ...(operation.body === undefined
    ? {}
    : { requestBody: describeBody(operation.body, operation.requestExample) }),
  responses: { ...describeSuccess(operation), ...describeFailures(operation) },
});

const scopeParameters = ({ scope }: Operation): Schema[] =>
  scopeHeaders.map((name) => ({
    name,
    in: 'header',
    required: scope === 'headers',
    description: scopeMeanings[name] + (scope === 'headers' ? '' : OR_DOMAIN),
    schema: { type: 'string', minLength: 1, maxLength: IDENTIFIER_MAX_CHARS },
  }));

const parametersOf = (place: 'path' | 'header' | 'query', schema: TObject): Schema[] =>
  Object.entries(schema.properties).map(([name, property]: [string, TSchema]) => {
    const { description, ...rest } = toSchema(property);
    return {
      name,
      in: place,
      required: place === 'path' || (schema.required?.includes(name) ?? false),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });

const describeBody = (body: TObject, example: unknown): Schema => ({
  required: true,
  content: {
    'application/json': { schema: nullableBody(body), ...(example === undefined ? {} : { example }) },
  },
});

const describeSuccess = (operation: Operation): Schema => {
  const payload = toSchema(operation.success);
  const isBare = operation.envelope === 'bare';
  const schema = isBare
    ? payload
    : {
        type: 'object',
        required: ['Status', 'Data'],
        properties: { Status: { const: 'success' }, Data: payload },
        additionalProperties: false,
      };
  const example = isBare ? operation.successExample : { Status: 'success', Data: operation.successExample };
  const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
  const isRead = operation.method === 'GET';
  return {
    200: {
      description: operation.successDescription,
      headers: isRead ? { ...requestId, etag: { $ref: '#/components/headers/EntityTag' } } : requestId,
      content: { 'application/json': { schema, example } },
    },
    ...(isRead
      ? { 304: { description: 'The answer still has the tag of `if-none-match`.', headers: requestId } }
      : {}),
  };
};

const describeFailures = ({ envelope, failures }: Operation): Schema =>
  Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [
      status,
      describeFailure(status, description, envelope === 'bare' ? 'BareFailure' : 'WrappedFailure'),
    ]),
  );

const describeFailure = (status: string, description: string, schema: string): Schema => ({
  description,
  headers: {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(status === '503' ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
    ...(status === '401' ? { 'www-authenticate': { schema: { const: 'Bearer' } } } : {}),
  },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const up = {
  description: 'Yes.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['Status'],
        properties: { Status: { const: 'success' } },
        additionalProperties: false,
      },
    },
  },
};

const servicePaths = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['service'],
      summary: 'Whether the process is up',
      security: [],
      responses: { 200: up },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['service'],
      summary: 'Whether requests can be answered now',
      security: [],
      responses: { 200: up, 503: describeFailure('503', 'Not now.', 'BareFailure') },
    },
  },
};
