// Three processes of the service on one PostgreSQL with a synchronous standby. Each process reaches the database through a
// proxy of its own, so that each can be cut off by itself.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type FaultProxy, openFaultProxy } from '../../fixtures/fault-proxy.ts';
import { type PostgresPair, startPostgresPair } from '../../fixtures/postgres-standby.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { OPERATOR } from '../service/fixture-service.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';

const DATABASE = 'vitrine';

export const CATALOG_ID = '0190a000-0000-7000-8000-000000000001';
export const MODEL = 'blog';
export const MODEL_ID = '0190a000-0000-7000-8000-000000000002';

export const placeHeaders = {
  'x-tenant-id': 'acme',
  'x-workspace-id': 'web',
  'x-environment-id': 'P1',
};

const world = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  {
    kind: 'content_model',
    id: MODEL_ID,
    internal_name: MODEL,
    created_at: '2026-01-02T03:04:05Z',
  },
  { kind: 'catalog', id: CATALOG_ID, environment_ids: ['P1'], content_models: [MODEL] },
  {
    kind: 'store',
    id: 'main',
    environment_id: 'P1',
    catalog_id: CATALOG_ID,
    currency: 'USD',
    is_default: true,
  },
];

/** A process of the service that may be killed and started again. */
export interface ServiceNode {
  readonly name: string;
  /** Undefined while it is not running. */
  address(): string | undefined;
  /** Another one after each start. */
  session(): string;
  pid(): number;
  log(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  isReady(): Promise<boolean>;
}

export interface ClusterNode extends ServiceNode {
  readonly proxy: FaultProxy;
}

/** What clients need to know. */
export interface LoadedCluster {
  readonly nodes: readonly ServiceNode[];
  /** Of a token that may write. */
  readonly token: string;
}

export interface FaultCluster extends LoadedCluster {
  readonly pair: PostgresPair;
  readonly nodes: readonly ClusterNode[];
  /** All proxies lead to the primary of now. */
  pointToPrimary(): void;
}

export const openCluster = async (
  t: TestContext,
  count: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<FaultCluster> => {
  const pair = await startPostgresPair();
  t.after(() => pair.close());
  await pair.createDatabase(DATABASE);
  const nodes: ClusterNode[] = [];
  for (let number = 1; number <= count; number += 1)
    nodes.push(await openNode(t, pair, `node${number}`, variables));
  // The first one makes the tables.
  await nodes[0]?.start();
  await Promise.all([pair.addStandby(), ...nodes.slice(1).map((node) => node.start())]);
  return {
    pair,
    nodes,
    token: await fillWorkspace(nodes[0]?.address() ?? ''),
    pointToPrimary: () => {
      for (const { proxy } of nodes) proxy.pointTo(pair.port());
    },
  };
};

const openNode = async (
  t: TestContext,
  pair: PostgresPair,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<ClusterNode> => {
  const proxy = await openFaultProxy(pair.port());
  t.after(() => proxy.close());
  const service = await openService(t, name, {
    VITRINE_STORE_URL: pair.urlOf(DATABASE, proxy.port),
    ...variables,
  });
  return { ...service, proxy };
};

/** Not started yet. It is killed when the test ends. */
export const openService = async (
  t: TestContext,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<ServiceNode> => {
  const dataDir = await makeDataDir(t);
  let service: RunningService | undefined;
  let starts = 0;
  t.after(() => service?.stop('SIGKILL'));
  const start = async (): Promise<void> => {
    starts += 1;
    service = await startService(dataDir, {
      VITRINE_OPERATOR_TOKEN: OPERATOR,
      VITRINE_SEARCH_WAIT_MS: '3000',
      ...variables,
    });
  };
  return {
    name,
    address: () => service?.address,
    session: () => `${name}/${starts}`,
    pid: () => service?.child.pid ?? 0,
    log: () => service?.log() ?? '',
    kill: async () => {
      const killed = service;
      service = undefined;
      await killed?.stop('SIGKILL');
    },
    start,
    isReady: async () => {
      if (service === undefined) return false;
      const response = await fetch(new URL('/readyz', service.address), {
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined);
      await response?.body?.cancel();
      return response?.status === 200;
    },
  };
};

/** Fills the workspace, and returns the secret of a token. */
export const fillWorkspace = async (address: string): Promise<string> => {
  const send = (path: string, type: string, body: string) =>
    fetch(new URL(path, address), {
      method: 'POST',
      headers: { ...placeHeaders, authorization: `Bearer ${OPERATOR}`, 'content-type': type },
      body,
    });
  const lines = world.map((line) => JSON.stringify(line)).join('\n');
  const filled = await (await send('/manage/v1/bulk', 'application/x-ndjson', lines)).text();
  assert.match(filled, /"failed":0,"is_complete":true/, filled);
  const wish = JSON.stringify({ name: 'writer', permission: 'full' });
  const made = await send('/manage/v1/tokens', 'application/json', wish);
  assert.equal(made.status, 201);
  return ((await made.json()) as { Data: { secret: string } }).Data.secret;
};

/** Resolves when every process says that it is ready. */
export const untilReady = (nodes: readonly ServiceNode[]): Promise<void> =>
  waitUntil('all nodes are ready', async () => {
    const ready = await Promise.all(nodes.map((node) => node.isReady()));
    return ready.every(Boolean);
  });
