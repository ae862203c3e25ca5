// The description of the service routes: health, readiness, metrics.

import { describeFailure, describeUnrouted } from './openapi-failures.ts';

const up = {
  description: 'The service responds.',
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
      summary: 'Check that the process is running',
      security: [],
      responses: { 200: up, ...describeUnrouted() },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['service'],
      summary: 'Check that requests can be served',
      security: [],
      responses: {
        200: up,
        ...describeUnrouted(),
        503: describeFailure('503', 'Requests cannot be served now. `name` says why.', 'BareFailure'),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['service'],
      summary: 'Metrics in the Prometheus text format, for the operator',
      security: [{ bearer: [] }],
      responses: {
        200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
        401: describeFailure('401', "The operator's token was not sent.", 'BareFailure'),
        ...describeUnrouted(),
      },
    },
  },
};
