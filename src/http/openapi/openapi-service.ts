// The description of what is no operation: health, readiness, metrics.

import { describeFailure, describeUnrouted } from './openapi-failures.ts';

const up = {
  description: 'It is.',
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

export const servicePaths = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['service'],
      summary: 'Whether the process is up',
      security: [],
      responses: { 200: up, ...describeUnrouted() },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['service'],
      summary: 'Whether requests can be answered now',
      security: [],
      responses: {
        200: up,
        ...describeUnrouted(),
        503: describeFailure('503', 'Requests cannot be answered now; the name says why.', 'BareFailure'),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['service'],
      summary: 'Numbers to watch the process by, as Prometheus reads them; for the operator',
      security: [{ bearer: [] }],
      responses: {
        200: { description: 'The numbers.', content: { 'text/plain': { schema: { type: 'string' } } } },
        401: describeFailure('401', "The operator's token was not sent.", 'BareFailure'),
        ...describeUnrouted(),
      },
    },
  },
};
