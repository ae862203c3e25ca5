// The description of what is no operation: health, readiness, metrics.

import type { Schema } from '../../contract/schema-walk.ts';
import type { Tag } from '../../contract/tags.ts';
import type { Components } from './openapi-components.ts';
import { describeEach, describeUnrouted } from './openapi-failures.ts';

const tags: readonly Tag[] = ['Service'];

const up = (components: Components, description: string): Schema => ({
  description,
  content: {
    'application/json': {
      schema: components.keep('schemas', 'Health', {
        type: 'object',
        required: ['Status'],
        properties: { Status: { type: 'string', const: 'success' } },
        additionalProperties: false,
      }),
      example: { Status: 'success' },
    },
  },
});

export const describeService = (components: Components): Schema => ({
  '/healthz': {
    get: {
      operationId: 'getHealth',
      tags,
      summary: 'Whether the process is up',
      description: 'Answers as long as the process runs, whatever state the store is in.',
      security: [],
      responses: { 200: up(components, 'The process is up.'), ...describeUnrouted(components) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      tags,
      summary: 'Whether requests can be answered now',
      description: 'For load balancers: send requests here only while this answers 200.',
      security: [],
      responses: {
        200: up(components, 'Requests can be answered now.'),
        ...describeUnrouted(components),
        ...describeEach('bare', { 503: 'Requests cannot be answered now; the name says why.' }, components),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      tags,
      summary: 'Numbers to watch the process by, as Prometheus reads them; for the operator',
      description: 'Counters, gauges and histograms of the process. Needs the token of the operator.',
      responses: {
        200: {
          description: 'The numbers, in the text format of Prometheus.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...describeEach('bare', { 401: "The operator's token was not sent." }, components),
        ...describeUnrouted(components),
      },
    },
  },
});
