// The OpenAPI 3.1 description, made from the route table and nothing else, so that it cannot say what the service does
// not do. `openapi.json` is its committed copy.

import type { TObject, TSchema } from 'typebox';
import { bareFailure, wrappedFailure } from '../../contract/failure-envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import { IDENTIFIER_MAX_CHARS } from '../../contract/values.ts';
import { defaultLimits, type Limits, limitNames, settingOf, wordsOf } from '../../domain/limits/limits.ts';
import { scopeHeaders } from '../caller/read-scope.ts';
import { describeFailures, describeUnrouted } from './openapi-failures.ts';
import { nullableBody, type Schema, toSchema } from './openapi-schema.ts';
import { servicePaths } from './openapi-service.ts';
import { referByTitle, shareFailures } from './openapi-share.ts';

const scopeMeanings: Readonly<Record<(typeof scopeHeaders)[number], string>> = {
  'x-tenant-id': 'Identifies the organization. Isolates data per tenant.',
  'x-workspace-id': 'Identifies the workspace within the tenant.',
  'x-environment-id': 'Identifies the target deployment environment.',
};

const OR_DOMAIN =
  ' Send all three scoping headers or none. Without them, the host of the request determines the scope.';

const DESCRIPTION = [
  'A multi-tenant storefront discovery and content delivery service.',
  'An optional value that is not used may be omitted, or sent as `null` or `[]` (in a query string: that literal text).',
  'A blank value is rejected. Unknown query parameters are ignored by operations for storefronts (discovery, `GET /content/v2/content-models/{id}`, publishing, forms) and rejected by all others. Unknown body fields are rejected.',
  'No path ends in a slash. An unsupported method returns 405 with `Allow`. A request that creates something returns 201 with `Location`.',
  'Every response carries `x-request-id`. A well-formed id in the request is kept.',
  'A GET returns a strong `etag` and honours `if-none-match`.',
  '`x-limits` lists how much a tenant may store. A write that would exceed a limit is refused with 409 `limit_exceeded:<limit>`. Existing data can always be read and deleted.',
  'If rates are limited, responses carry `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): `"tenant";q=100;w=60` and `"tenant";r=50;t=30`. Requests above the limit are refused with 429 and `Retry-After`.',
].join('\n');

/** `limits`: those that hold where the description is given out. */
export const buildOpenApi = (
  routes: Readonly<Record<string, Operation>>,
  version: string,
  limits: Limits = defaultLimits,
): Schema => {
  const titled = new Map<string, Schema>();
  const failures = new Map<string, Schema>();
  const described = shareFailures(describePaths(Object.values(routes)), failures);
  const paths = referByTitle(described, titled) as Schema;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-limits': describeLimits(limits),
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...servicePaths },
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
        EntityTag: { description: 'Strong ETag of this response.', schema: { type: 'string' } },
        ContentDisposition: {
          description: 'The suggested file name, in ASCII and, if necessary, in full (RFC 6266).',
          schema: { type: 'string' },
        },
        Location: { description: 'Path of the created object.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
      },
      parameters: { ...scopeParameters('headers', ''), ...scopeParameters('headers-or-domain', OR_DOMAIN) },
      responses: Object.fromEntries(failures),
      schemas: {
        BareFailure: toSchema(bareFailure),
        WrappedFailure: toSchema(wrappedFailure),
        ...Object.fromEntries(titled),
      },
    },
  };
};

const describeLimits = (limits: Limits): Schema =>
  Object.fromEntries(
    limitNames.map((limit) => {
      const { counted, holder } = wordsOf(limit);
      return [
        limit,
        {
          value: limits[limit],
          setting: settingOf(limit),
          description: `Maximum number of ${counted} per ${holder}.`,
        },
      ];
    }),
  );

const describePaths = (operations: readonly Operation[]): Schema =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((operation) => [operation.method.toLowerCase(), describeOperation(operation)]),
      ),
    ]),
  );

const tags = {
  discovery: 'Search over content and products.',
  content: 'Content models, records and their versions, and published pages.',
  settings: 'Forms.',
  management: 'Management of all data and tokens. Needs a `full` token or the operator.',
  service: 'The service itself.',
} as const;

const tagOf = (path: string): keyof typeof tags => {
  if (path.startsWith('/manage/')) return 'management';
  if (path.startsWith('/content/') || path.includes('content-service')) return 'content';
  return path.includes('setting-service') ? 'settings' : 'discovery';
};

const describeOperation = (operation: Operation): Schema => ({
  operationId: operation.name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: [tagOf(operation.path)],
  summary: operation.summary,
  description: operation.description,
  // `{}` among the requirements: the token may be left out.
  security: operation.access === 'open' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  parameters: [
    ...scopeHeadersOf(operation.scope).map((name) => ({
      $ref: `#/components/parameters/${scopeParameterName(name, operation.scope)}`,
    })),
    ...parametersOf('path', operation.params),
    ...parametersOf('header', operation.headers),
    ...parametersOf('query', operation.query),
  ],
  ...(operation.body === undefined ? {} : { requestBody: describeBody(operation, operation.body) }),
  responses: {
    ...describeSuccess(operation),
    ...describeFailures(operation.envelope, operation.failures),
    ...describeUnrouted(),
  },
});

/** `x-tenant-id`, and where the domain may say it too, `x-tenant-id-or-domain`. */
const scopeParameterName = (name: string, scope: Operation['scope']): string =>
  scope === 'headers-or-domain' ? `${name}-or-domain` : name;

const scopeParameters = (scope: Operation['scope'], more: string): Schema =>
  Object.fromEntries(
    scopeHeaders.map((name) => [
      scopeParameterName(name, scope),
      {
        name,
        in: 'header',
        required: scope !== 'headers-or-domain',
        description: scopeMeanings[name] + more,
        schema: { type: 'string', minLength: 1, maxLength: IDENTIFIER_MAX_CHARS },
      },
    ]),
  );

const scopeHeadersOf = (scope: Operation['scope']) => {
  if (scope === 'none') return [];
  return scope === 'workspace' ? scopeHeaders.filter((name) => name !== 'x-environment-id') : scopeHeaders;
};

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

const describeBody = (operation: Operation, body: TObject): Schema => {
  const { bodyReading, takesForms, requestExample: example } = operation;
  if (bodyReading === 'stream') {
    return { required: true, content: { [LINES_TYPE]: { schema: { type: 'string' }, example } } };
  }
  const schema = bodyReading === 'object' ? toSchema(body) : nullableBody(body);
  const described = { schema, ...(example === undefined ? {} : { example }) };
  const forms = { 'multipart/form-data': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    required: true,
    content: { 'application/json': described, ...(takesForms === true ? forms : {}) },
  };
};

const LINES_TYPE = 'application/x-ndjson';
const answerTypes = { json: 'application/json', lines: LINES_TYPE, csv: 'text/csv' } as const;

const describeSuccess = (operation: Operation): Schema => {
  const { successStatus = 200, isCreated } = operation;
  return {
    ...describeSuccessOf(operation, successStatus),
    ...(isCreated === undefined ? {} : describeSuccessOf(operation, 201)),
  };
};

const describeSuccessOf = (operation: Operation, status: number): Schema => {
  const { answerForm = 'json', method } = operation;
  const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
  const isTagged = answerForm === 'json' && (method === 'GET' || operation.entityTagOf !== undefined);
  return {
    [status]: {
      description: operation.successDescription,
      headers: {
        ...requestId,
        ...(status === 201 && operation.locationOf !== undefined
          ? { location: { $ref: '#/components/headers/Location' } }
          : {}),
        ...(isTagged ? { etag: { $ref: '#/components/headers/EntityTag' } } : {}),
        ...(operation.fileNameOf === undefined
          ? {}
          : { 'content-disposition': { $ref: '#/components/headers/ContentDisposition' } }),
      },
      content: { [answerTypes[answerForm]]: describeAnswer(operation) },
    },
    ...(isTagged && method === 'GET'
      ? { 304: { description: 'The response still has the ETag in `if-none-match`.', headers: requestId } }
      : {}),
  };
};

const describeAnswer = (operation: Operation): Schema => {
  const payload = toSchema(operation.success);
  if (operation.answerForm !== undefined && operation.answerForm !== 'json') {
    return { schema: payload, example: operation.successExample };
  }
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
  return { schema, example };
};
