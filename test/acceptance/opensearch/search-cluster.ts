// Two processes of the service on one PostgreSQL and one OpenSearch, or a cluster of three, and what they say of themselves.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import { openSearchServer } from '../../../src/adapters/opensearch/client/search-server.ts';
import { buildRefresh } from '../../../src/adapters/opensearch/feeding/refresh-index.ts';
import { buildStates } from '../../../src/adapters/opensearch/feeding/states.ts';
import { verifyCatalog } from '../../../src/adapters/opensearch/feeding/verify-catalog.ts';
import { openStore } from '../../../src/open-store.ts';
import { type FaultProxy, openFaultProxy } from '../../fixtures/fault-proxy.ts';
import { type HttpProxy, openHttpProxy } from '../../fixtures/opensearch/http-proxy.ts';
import { type OpenSearchCluster, startOpenSearch } from '../../fixtures/opensearch/start-opensearch.ts';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import {
  CATALOG_ID,
  fillWorkspace,
  type LoadedCluster,
  openService,
  type ServiceNode,
  untilReady,
} from '../faults/fault-cluster.ts';
import { OPERATOR } from '../service/fixture-service.ts';

export const PREFIX = 'faults';
const HEAP_MIB = 256;
const SCOPE = { tenantId: 'acme', workspaceId: 'web', environmentId: 'P1' };

export interface SearchCluster extends LoadedCluster {
  /** Those that are not frozen now. Clients use these. */
  readonly nodes: readonly ServiceNode[];
  readonly engine: OpenSearchCluster;
  /** Both are on the way to the only node of OpenSearch; no service uses them where there are three. */
  readonly network: FaultProxy;
  readonly http: HttpProxy;
  /** The process that feeds. */
  findFeeder(): Promise<ServiceNode | undefined>;
  freeze(node: ServiceNode): void;
  thaw(node: ServiceNode): void;
  /** Whether a node was frozen at any time since. */
  wasFrozen(sinceMs: number): boolean;
  /** The index has what the store has, and nothing else. `parked`: ids of what it has refused. */
  assertSame(parked?: readonly string[]): Promise<void>;
  /** Calls OpenSearch itself. */
  call(method: string, path: string): Promise<unknown>;
}

export const openSearchCluster = async (t: TestContext, engines: 1 | 3): Promise<SearchCluster> => {
  const [postgres, engine] = await Promise.all([
    startPostgres(),
    startOpenSearch({ nodes: engines, heapMiB: HEAP_MIB }),
  ]);
  t.after(() => Promise.all([postgres.close(), engine.close()]));
  const storeUrl = await postgres.createDatabase();
  const http = await openHttpProxy(engine.urls[0] ?? '');
  t.after(() => http.close());
  const network = await openFaultProxy(http.port);
  t.after(() => network.close());
  const variables = {
    VITRINE_STORE_URL: storeUrl,
    VITRINE_SEARCH_URL: engines === 1 ? `http://127.0.0.1:${network.port}` : engine.urls.join(),
    VITRINE_SEARCH_PREFIX: PREFIX,
    VITRINE_SEARCH_SHARDS: '1',
    VITRINE_SEARCH_REPLICAS: engines === 1 ? '0' : '1',
    VITRINE_SEARCH_WAIT_MS: '1500',
    // Clients of these tests wait for 8 seconds.
    VITRINE_SEARCH_DEADLINE_MS: '2000',
    VITRINE_LOG_LEVEL: 'warn',
  };
  const all = [await openService(t, 'node1', variables), await openService(t, 'node2', variables)];
  // The first one makes the tables.
  for (const node of all) await node.start();
  await untilReady(all);
  const token = await fillWorkspace(all[0]?.address() ?? '');
  const watched = watchFrozen(all);
  return Object.assign(watched, {
    ...{ engine, network, http, token },
    findFeeder: async () => {
      for (const node of watched.nodes) if ((await readNotes(node)) !== undefined) return node;
      return undefined;
    },
    assertSame: buildVerification(t, engine, storeUrl),
    call: async (method: string, path: string) => {
      const response = await fetch(new URL(path, engine.urls[0]), { method });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      return response.json();
    },
  });
};

const watchFrozen = (all: readonly ServiceNode[]) => {
  const frozen = new Set<ServiceNode>();
  /** When the last one was. */
  let thawedMs = 0;
  return {
    get nodes() {
      return all.filter((node) => !frozen.has(node));
    },
    freeze: (node: ServiceNode): void => {
      frozen.add(node);
      process.kill(node.pid(), 'SIGSTOP');
    },
    thaw: (node: ServiceNode): void => {
      process.kill(node.pid(), 'SIGCONT');
      thawedMs = performance.now();
      frozen.delete(node);
    },
    wasFrozen: (sinceMs: number): boolean => frozen.size > 0 || thawedMs > sinceMs,
  };
};

export interface FeedNotes {
  readonly behind_catalogs: number;
  readonly behind_changes: number;
  readonly behind_seconds: number;
}

/** What `/readyz` says of search. Only the process that feeds says anything. */
export const readNotes = async (node: ServiceNode): Promise<FeedNotes | undefined> => {
  const address = node.address();
  if (address === undefined) return undefined;
  const response = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(3_000) }).catch(
    () => undefined,
  );
  if (response?.status !== 200) return undefined;
  return ((await response.json()) as { search?: FeedNotes }).search;
};

export const readFeedMetric = async (node: ServiceNode, name: string): Promise<number> => {
  const response = await fetch(new URL('/metrics', node.address()), {
    headers: { authorization: `Bearer ${OPERATOR}` },
  });
  return Number(new RegExp(`^vitrine_search_feed_${name} (.*)$`, 'm').exec(await response.text())?.[1]);
};

const buildVerification = (t: TestContext, engine: OpenSearchCluster, storeUrl: string) => {
  const server = openSearchServer({ urls: engine.urls, searchDeadlineMs: 30_000 });
  t.after(() => server.close());
  const states = buildStates(server, PREFIX);
  return async (parked: readonly string[] = []): Promise<void> => {
    const store = await openStore({ dataDir: tmpdir(), storeUrl });
    try {
      const head = await store.headPosition(SCOPE);
      const find = () => states.find(SCOPE, CATALOG_ID).catch(() => undefined);
      await waitUntil('the index is at the head', async () => (await find())?.state.position === head, 50);
      const { state } = (await find()) ?? assert.fail();
      await buildRefresh(server)(state.index);
      const signal = new AbortController().signal;
      const verified = await verifyCatalog({ server, source: store, signal }, state);
      const { documents, differences, strayDocuments } = verified;
      assert.deepEqual({ differences, strayDocuments }, { differences: [], strayDocuments: 0 });
      assert.deepEqual(
        verified.parked.map(({ id }) => id),
        parked,
      );
      assert.ok(documents > 0);
    } finally {
      await store.close();
    }
  };
};
