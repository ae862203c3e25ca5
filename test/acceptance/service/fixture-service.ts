// A running service with the fixture bundle, the requested tokens, and one way to call an operation. Every response
// through `call` is checked against the committed description of the interface.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Operation } from '../../../src/contract/operation.ts';
import { allRoutes } from '../../../src/contract/routes.ts';
import { takesPosition } from '../../../src/http/caller/position.ts';
import { FORM_TYPE } from '../../fixtures/form-body.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { assertDescribed } from '../operations/described-contract.ts';
import { managedBundle } from '../operations/managed-things.ts';
import { home, type Place } from './fixture-bundle.ts';
import { importOnce } from './imported-folder.ts';
import { type RunningService, startService } from './running-service.ts';
import { databaseVariables } from './test-database.ts';
import { isOnOpenSearch, type NewestWrites, openNewestWrites } from './test-search.ts';
import { openWireClient, type WireClient, type WireResponse } from './wire-client.ts';

export type { WireResponse };

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  /** A string is sent as it is. */
  readonly query?: string | Readonly<Record<string, string | number | boolean>>;
  /** The scoping headers. `null` sends none. */
  readonly place?: Place | null;
  readonly token?: string | undefined;
  readonly host?: string;
  /** Sent after all others, duplicates included. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON; a string as it is, with the operation's media type. */
  readonly body?: unknown;
  /** Sent as they are, instead of `body`; without a default content type. */
  readonly bytes?: string | Buffer;
}

interface TokenWish {
  readonly permission: 'read' | 'full';
  readonly tenant?: string;
  readonly workspace?: string;
  readonly environments?: readonly string[];
  readonly expires?: string;
}

interface HeldToken {
  readonly id: string;
  readonly secret: string;
}

export interface FixtureService {
  readonly service: RunningService;
  readonly wire: WireClient;
  readonly call: (name: string, call?: Call) => Promise<WireResponse>;
}

/** The secret of the operator, above all workspaces of the fixture. */
export const OPERATOR = 'operator-of-the-acceptance-tests-1';

export const operationNames = Object.keys(allRoutes);

export const operationOf = (name: string): Operation => {
  const operation = allRoutes[name];
  assert.ok(operation, name);
  return operation;
};

/** The success status; for an operation that may or may not create, whichever the response has. */
export const successOf = (name: string, response?: { readonly status: number }): number => {
  const { successStatus = 200, isCreated } = operationOf(name);
  return isCreated !== undefined && response?.status === 201 ? 201 : successStatus;
};

export const scopeHeadersOf = (place: Place): [string, string][] => [
  ['x-tenant-id', place.tenant],
  ['x-workspace-id', place.workspace],
  ['x-environment-id', place.environment],
];

const targetOf = (operation: Operation, { params = {}, query = '' }: Call): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const text =
    typeof query === 'string'
      ? query
      : new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString();
  return text === '' ? path : `${path}?${text}`;
};

const saysWhere = /^(?:x-tenant-id|x-workspace-id|x-environment-id|vitrine-position)$/i;

const whereOf = (place: Place | null, host = '') =>
  place === null ? { host } : { tenantId: place.tenant, workspaceId: place.workspace };

const contentTypeOf = ({ bodyReading }: Operation): string => {
  if (bodyReading === 'parts') return FORM_TYPE;
  return bodyReading === 'stream' ? 'application/x-ndjson' : 'application/json';
};

/** `newest`: reads carry the position of the newest write, unless their own headers say who is asked, or when. */
export const buildCall =
  (wire: WireClient, log: () => string, newest?: NewestWrites): FixtureService['call'] =>
  async (name, call = {}) => {
    const operation = operationOf(name);
    const { place = home, token, host, body, bytes, headers = [] } = call;
    const isFollowing = takesPosition(operation) && !headers.some(([header]) => saysWhere.test(header));
    const response = await wire.send({
      method: operation.method,
      target: targetOf(operation, call),
      headers: [
        ...(host === undefined ? [] : [['host', host] as const]),
        ...(place === null ? [] : scopeHeadersOf(place)),
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
        ...(body === undefined ? [] : [['content-type', contentTypeOf(operation)] as const]),
        ...(newest === undefined || !isFollowing ? [] : await newest.headersOf(whereOf(place, host))),
        ...headers,
      ],
      body: bytes ?? (body === undefined || typeof body === 'string' ? body : JSON.stringify(body)),
    });
    // No request may cause this, whatever it contains; the log has the cause.
    if (response.text.includes('"internal_error"'))
      assert.fail(`${name}: ${response.text}\n${log().slice(-2_000)}`);
    assertDescribed(operation.method, operation.path, response);
    return response;
  };

const openFolder = importOnce(managedBundle);

/** Imports the bundle and starts the service; both are removed after the file's tests. */
export const startFixture = async (
  variables: Readonly<Record<string, string>> = {},
): Promise<FixtureService> => {
  const cleanUps: (() => Promise<void>)[] = [];
  after(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  const dataDir = await openFolder({ after: (done) => cleanUps.push(done) });
  const service = await startService(dataDir, {
    VITRINE_OPERATOR_TOKEN: OPERATOR,
    // Tests submit more forms than people do.
    VITRINE_FORM_SUBMISSIONS_PER_MINUTE: '0',
    // A line for each request takes as long as its response.
    VITRINE_LOG_LEVEL: 'warn',
    ...variables,
  });
  const wire = openWireClient(service.address);
  cleanUps.push(async () => {
    wire.close();
    await service.stop();
  });
  const { VITRINE_STORE_URL: storeUrl = '' } = databaseVariables(dataDir);
  const newest = isOnOpenSearch() ? await openNewestWrites(dataDir, storeUrl) : undefined;
  cleanUps.push(async () => newest?.close());
  const call = buildCall(wire, service.log, newest);
  // While its indexes are created, OpenSearch responds to nothing.
  const isThere = async (): Promise<boolean> => (await call('count-products', { body: {} })).status === 200;
  if (newest !== undefined) await waitUntil('OpenSearch has its indexes', isThere);
  return { service, wire, call };
};

let sharedFixture: Promise<FixtureService> | undefined;

/** The same for all test files of a process that call this: each adds things of its own, and changes nothing that others read. */
export const shareFixture = (): Promise<FixtureService> => {
  sharedFixture ??= startFixture();
  return sharedFixture;
};

/** Over HTTP: a command would start a process for each. */
export const createToken = async ({ call }: FixtureService, wish: TokenWish): Promise<HeldToken> => {
  const { tenant = home.tenant, workspace = home.workspace, permission, environments, expires } = wish;
  const response = await call('manage-create-token', {
    place: { ...home, tenant, workspace },
    token: OPERATOR,
    body: {
      name: 'acceptance',
      permission,
      environment_ids: environments ?? null,
      expires_at: expires ?? null,
    },
  });
  const { item, secret } = dataOf<{ item: { id: string }; secret: string }>(response);
  return { id: item.id, secret };
};

/** All at once; returns the secrets by name. */
export const createTokens = async <K extends string>(
  fixture: FixtureService,
  wishes: Readonly<Record<K, TokenWish>>,
): Promise<Readonly<Record<K, string>>> => {
  const made = await Promise.all(
    Object.entries<TokenWish>(wishes).map(async ([name, wish]) => [
      name,
      (await createToken(fixture, wish)).secret,
    ]),
  );
  return Object.fromEntries(made);
};

interface ErrorBody {
  readonly message: string;
  readonly name: string;
  readonly code?: string;
}

/** The `Error` of a failure, in either envelope. */
export const errorOf = ({ text }: WireResponse): ErrorBody => {
  const body = JSON.parse(text) as { Error?: ErrorBody; Data?: { Error?: ErrorBody } };
  const error = body.Error ?? body.Data?.Error;
  assert.ok(error, `not a failure: ${text}`);
  return error;
};

/** `400 InvalidInput blank_value:q`, or just the status of a success. */
export const outcomeOf = (response: WireResponse): string => {
  if (response.status < 400) return String(response.status);
  const { name, code } = errorOf(response);
  return `${response.status} ${name} ${code}`;
};

interface SearchItem {
  readonly [key: string]: unknown;
  readonly title: string;
  readonly provider_id: string;
  readonly locale: string;
  readonly extra_data: string;
}

export const searchResultOf = ({ status, text }: WireResponse) => {
  assert.equal(status, 200, text);
  return JSON.parse(text) as { readonly data: readonly SearchItem[]; readonly total: number };
};

/** The `Data` of a wrapped success. */
export const dataOf = <T>({ status, text }: WireResponse): T => {
  assert.ok(status < 300, text);
  return (JSON.parse(text) as { Data: T }).Data;
};
