// A server for tests: a directory held in memory, operations that tell what they were given, a log kept in a list.
// No product code imports it.

import { hash } from 'node:crypto';
import type { Operation, OperationInput } from '../contract/operation.ts';
import { allRoutes, type OperationName } from '../contract/routes.ts';
import type { Caller } from '../domain/caller.ts';
import type { ChangeSignal, Directory } from '../domain/ports.ts';
import type { Environment, Scope } from '../domain/scope.ts';
import type { Token } from '../domain/token.ts';
import type { Operations } from '../operations/all-operations.ts';
import type { Visit } from '../operations/use-case.ts';
import type { HttpConfig } from './http-config.ts';
import { buildServer, type Server } from './server.ts';

export const scope: Scope = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PRODUCTION-1' };

export const scoped = {
  'x-tenant-id': scope.tenantId,
  'x-workspace-id': scope.workspaceId,
  'x-environment-id': scope.environmentId,
};

export const CATALOG = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';

/** A request that the schemas of its operation accept. */
export interface FixtureCall {
  readonly method: Operation['method'];
  readonly url: string;
  /** As an object it is sent as JSON, as a text as lines of it. */
  readonly body?: object | string;
}

/** Where the example of an operation does not say enough. */
const written: Readonly<Record<string, Omit<FixtureCall, 'method'>>> = {
  'search-content': { url: `/discovery/search/content?catalog_id=${CATALOG}&q=tent` },
  'count-products': { url: '/apis/ecommerce-service/public/discovery/v2/search/count', body: {} },
  'popular-terms': { url: '/discovery/search/popular-terms?catalog_id=any' },
  'get-content-model': { url: '/content/v2/content-models/m1' },
  'publish-versions': {
    url: '/content/v2/content-models/blog/records/r1/versions/publish',
    body: { version_data: [{ environment_id: 'PRODUCTION-1', version_id: 'v1' }] },
  },
};

const callOfOperation = (operation: Operation): FixtureCall => {
  const { name, method, path, body, requestExample } = operation;
  return {
    method,
    url: path.replaceAll(/\{\w+\}/g, 'k1'),
    ...(body === undefined ? {} : { body: (requestExample ?? {}) as object | string }),
    ...written[name],
  };
};

/** Every operation there is. */
export const allNames = Object.keys(allRoutes);

export const operationOf = (name: string): Operation => {
  const operation = allRoutes[name];
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
};

/** A request of each operation. */
export const calls = Object.fromEntries(
  allNames.map((name) => [name, callOfOperation(operationOf(name))]),
) as Readonly<Record<OperationName, FixtureCall>>;

export const callTo = (name: string): FixtureCall => calls[name as OperationName];

/** The body of a call and how it is called, as the injecting client wants them. */
export const contentOf = ({ body }: FixtureCall) =>
  body === undefined
    ? { headers: {} }
    : {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' },
      };

/** What an operation answers with, as its payload: a stream where it is no JSON. */
export const exampleOf = (name: string): unknown => {
  const { answerForm = 'json', successExample } = operationOf(name);
  return answerForm === 'json' ? successExample : [successExample];
};

export interface Carried {
  readonly operation: string;
  readonly caller: Caller;
  readonly input: OperationInput<Operation>;
}

type Carry = (carried: Carried) => unknown;

export interface Fixture {
  readonly server: Server;
  readonly carried: Carried[];
  /** Who was given an answer from memory. */
  readonly repeated: Visit[];
  readonly logLines: string[];
  /** What the operations do; by default each answers with its example. */
  carry: Carry;
  environment: Environment | undefined;
  ready: () => Promise<boolean>;
  now: Date;
}

export const NOW = new Date('2026-03-04T05:06:07Z');

export const secrets = {
  read: 'read-secret',
  full: 'full-secret',
  expired: 'expired-secret',
  revoked: 'revoked-secret',
  foreign: 'foreign-secret',
  /** Lives for one second after NOW. */
  ending: 'ending-secret',
  staging: 'staging-secret',
  /** Of no workspace. */
  operator: 'operator-secret',
};

/** A secret with which the operation is allowed. */
export const secretFor = (name: string): string =>
  operationOf(name).access === 'operator' ? secrets.operator : secrets.full;

const token = (id: string, more: Partial<Token> = {}): Token => ({
  id,
  tenantId: scope.tenantId,
  workspaceId: scope.workspaceId,
  name: id,
  permission: 'read',
  environmentIds: null,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  revokedAt: null,
  ...more,
});

const tokens = new Map<string, Token>([
  [secrets.read, token('read')],
  [secrets.full, token('full', { permission: 'full' })],
  [secrets.expired, token('expired', { expiresAt: '2026-03-04T05:06:07Z' })],
  [secrets.revoked, token('revoked', { revokedAt: '2026-02-01T00:00:00Z' })],
  [secrets.foreign, token('foreign', { tenantId: 'other', permission: 'full' })],
  [secrets.ending, token('ending', { expiresAt: '2026-03-04T05:06:08Z' })],
  [secrets.staging, token('staging', { environmentIds: ['STAGING-1'], permission: 'full' })],
]);

const digests = new Map([...tokens].map(([secret, held]) => [hash('sha256', secret, 'hex'), held]));

/** With a `signal`, answers are remembered as in service; without one each request reaches its operation. */
export const buildFixture = (config: Partial<HttpConfig> = {}, signal?: ChangeSignal): Fixture => {
  const directory: Directory = {
    findDomain: async (host) => (['shop.test', '::1'].includes(host) ? scope : undefined),
    findEnvironment: async (asked) =>
      asked.environmentId === scope.environmentId && asked.tenantId === scope.tenantId
        ? fixture.environment
        : undefined,
    findToken: async (digest) => digests.get(digest),
  };
  const carried: Carried[] = [];
  const repeated: Visit[] = [];
  const logLines: string[] = [];
  const useCases = Object.fromEntries(
    allNames.map((operation) => [
      operation,
      Object.assign(
        async (caller: Caller, input: OperationInput<Operation>) => {
          carried.push({ operation, caller, input });
          return fixture.carry({ operation, caller, input });
        },
        { onRepeat: () => (who: Visit) => repeated.push(who) },
      ),
    ]),
  );
  const operations = { ...useCases, manage: useCases } as unknown as Operations;
  const server = buildServer({
    operations,
    directory,
    isReady: () => fixture.ready(),
    visitorSecret: 'visitor-secret',
    operatorToken: secrets.operator,
    now: () => fixture.now,
    ...(signal === undefined ? {} : { signal }),
    config: { logStream: { write: (line) => logLines.push(line) }, ...config },
  });
  const fixture: Fixture = {
    server,
    carried,
    repeated,
    logLines,
    carry: ({ operation }) => exampleOf(operation),
    environment: { id: scope.environmentId, envType: 'PRODUCTION', defaultLocale: 'en-us', access: 'open' },
    ready: async () => true,
    now: NOW,
  };
  return fixture;
};
