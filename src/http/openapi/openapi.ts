// The OpenAPI 3.1 description, generated from the route table alone, so that it cannot differ from what the service
// does. `openapi-parts.ts` divides it; the service sends the committed copies of the parts.

import type { Operation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema-walk.ts';
import { tags } from '../../contract/tags.ts';
import { defaultLimits, type Limits } from '../../domain/limits/limits.ts';
import { gatherBodies } from './openapi-bodies.ts';
import { Components } from './openapi-components.ts';
import { describeLimits } from './openapi-limits.ts';
import { describeOperation } from './openapi-operation.ts';
import { describeService } from './openapi-service.ts';
import { shareParameters, shareResponses } from './openapi-share.ts';

const DESCRIPTION = [
  'A multi-tenant storefront discovery and content delivery service.',
  'An optional value that is not used may be omitted, or sent as `null` or `[]` (in a query string: that literal text).',
  'A blank value is rejected. Unknown query parameters are ignored by operations for storefronts (discovery, `GET /content/v2/content-models/{id}`, publishing, forms) and rejected by all others. Unknown body fields are rejected.',
  'No path ends in a slash. An unsupported method returns 405 with `Allow`. A request that creates something returns 201 with `Location`.',
  'Every response carries `x-request-id`. A well-formed id in the request is kept.',
  'A GET returns a strong `etag` and honours `if-none-match`.',
  '`x-limits` lists how much a tenant may store. A write that would exceed a limit is refused with 409 `limit_exceeded:<limit>`. Existing data can always be read and deleted.',
  'If rates are limited, responses carry `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): `"tenant";q=100;w=60` and `"tenant";r=50;t=30`. Requests above the limit are refused with 429 and `Retry-After`.',
  'A write to a workspace returns `vitrine-position`. A read that sends it back, as a header, includes that write, whichever process serves it, or gets 503 with `Retry-After` (`position_not_reached`, `index_not_ready`). Bulk requests, imports and submissions return none.',
].join('\n');

/** `limits`: those of the service that serves the description. Its parts add `info.title`. */
export const buildOpenApi = (
  routes: Readonly<Record<string, Operation>>,
  version: string,
  limits: Limits = defaultLimits,
): Schema => {
  const components = new Components();
  const paths = { ...describePaths(Object.values(routes), components), ...describeService(components) };
  return {
    openapi: '3.1.0',
    info: {
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-limits': describeLimits(limits),
    },
    servers: [{ url: '/', description: 'The service that serves this description.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    'x-response-headers': everyResponse,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An opaque access token, sent as `Authorization: Bearer <token>`.',
        },
      },
      ...components.list(),
    },
  };
};

/** Said once for every response there is, where OpenAPI has no word for it. */
const everyResponse = {
  'x-request-id': {
    description: 'Id of the request: the `x-request-id` that was sent if it is well formed, or a new one.',
    required: true,
    schema: { type: 'string' },
  },
};

const describePaths = (operations: readonly Operation[], components: Components): Schema => {
  const bodies = gatherBodies(operations);
  const described = shareResponses(
    operations.map((operation) => describeOperation(operation, bodies, components)),
    components,
  );
  const entries = operations.map(({ path, method }, index) => ({
    path,
    entry: [method.toLowerCase(), described[index] ?? {}] as const,
  }));
  return Object.fromEntries(
    [...Map.groupBy(entries, ({ path }) => path)].map(([path, methods]) => [
      path,
      shareParameters(Object.fromEntries(methods.map(({ entry }) => entry))),
    ]),
  );
};
