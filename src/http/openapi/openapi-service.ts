// The description of the service routes: the index, health, readiness, metrics.

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

const count = { type: 'integer', minimum: 0 } as const;

const ready = (components: Components): Schema => ({
  description: 'Requests can be served.',
  content: {
    'application/json': {
      schema: components.keep('schemas', 'Readiness', {
        type: 'object',
        required: ['Status'],
        properties: {
          Status: { type: 'string', const: 'success' },
          search: {
            type: 'object',
            description: 'How far OpenSearch is behind, if this process feeds it.',
            required: ['behind_catalogs', 'behind_changes', 'behind_seconds'],
            properties: { behind_catalogs: count, behind_changes: count, behind_seconds: count },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      }),
      example: { Status: 'success' },
    },
  },
});

const text = { type: 'string' } as const;

const index = (components: Components): Schema => ({
  description: 'Where to go on. Browsers, which name `text/html` in `Accept`, get the start page.',
  content: {
    'application/json': {
      schema: components.keep('schemas', 'ServiceIndex', {
        type: 'object',
        required: ['name', 'description', 'version', 'links'],
        properties: {
          name: text,
          description: text,
          version: { ...text, description: 'The version of the service.' },
          links: { type: 'object', additionalProperties: text, description: 'Paths by what is there.' },
        },
        additionalProperties: false,
      }),
    },
    'text/html': { schema: text },
  },
});

export const describeService = (components: Components): Schema => ({
  '/': {
    get: {
      operationId: 'getIndex',
      tags,
      summary: 'List what the service offers beside its operations',
      description: 'Paths of this description, the reference, the documentation and the health checks.',
      security: [],
      responses: { 200: index(components), ...describeUnrouted(components) },
    },
  },
  '/healthz': {
    get: {
      operationId: 'getHealth',
      tags,
      summary: 'Check that the process is running',
      description: 'Responds as long as the process runs, whatever the state of the store.',
      security: [],
      responses: { 200: up(components, 'The process is running.'), ...describeUnrouted(components) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      tags,
      summary: 'Check that requests can be served',
      description: 'For load balancers: send requests only while this returns 200.',
      security: [],
      responses: {
        200: ready(components),
        ...describeUnrouted(components),
        ...describeEach('bare', { 503: 'Requests cannot be served now. `name` says why.' }, components),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      tags,
      summary: 'Metrics in the Prometheus text format, for the operator',
      description: "Counters, gauges and histograms of the process. Needs the operator's token.",
      responses: {
        200: {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...describeEach('bare', { 401: "The operator's token was not sent." }, components),
        ...describeUnrouted(components),
      },
    },
  },
});
