// How a failure is described: by its status, in one of the two envelopes.

import { unroutedFailures } from '../../contract/common-failures.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Schema } from './openapi-schema.ts';

export const describeFailures = (
  envelope: Operation['envelope'],
  failures: Readonly<Record<number, string>>,
): Schema =>
  Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [
      status,
      describeFailure(status, description, envelope === 'bare' ? 'BareFailure' : 'WrappedFailure'),
    ]),
  );

export const describeUnrouted = (): Schema => describeFailures('bare', unroutedFailures);

export const describeFailure = (status: string, description: string, schema: string): Schema => ({
  description,
  headers: {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(status === '503' || status === '429'
      ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
      : {}),
    ...(status === '401' ? { 'www-authenticate': { schema: { const: 'Bearer' } } } : {}),
  },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
