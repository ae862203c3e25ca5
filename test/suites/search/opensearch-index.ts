// An index in a real OpenSearch over a source in memory, fed before each question as the feeder feeds it: a suite expects the next
// result to have every change.

import assert from 'node:assert/strict';
import {
  type OpenedSearchServer,
  openSearchServer,
} from '../../../src/adapters/opensearch/client/search-server.ts';
import { buildBeside } from '../../../src/adapters/opensearch/feeding/build-beside.ts';
import type { FedPlace, FeedSettings } from '../../../src/adapters/opensearch/feeding/fed-place.ts';
import { feedPlace } from '../../../src/adapters/opensearch/feeding/feed-place.ts';
import {
  findIndexUuid,
  indexOf,
  prepareIndexes,
} from '../../../src/adapters/opensearch/feeding/prepare-indexes.ts';
import { buildRefresh } from '../../../src/adapters/opensearch/feeding/refresh-index.ts';
import { buildStates } from '../../../src/adapters/opensearch/feeding/states.ts';
import { buildOpenSearchIndex } from '../../../src/adapters/opensearch/opensearch-search.ts';
import type { Scope } from '../../../src/domain/access/scope.ts';
import type { SearchIndex } from '../../../src/domain/ports.ts';
import { LONG_DEADLINES, openTestOpenSearch } from '../../fixtures/opensearch/test-opensearch.ts';
import type { MemorySource } from './memory-source.ts';
import type { OpenedIndex, OpenIndex } from './open-index.ts';

export interface TestServer {
  readonly open: OpenIndex;
  close(): Promise<void>;
}

export const startTestServer = async (): Promise<TestServer> => {
  const { urls, close } = await openTestOpenSearch();
  const opened = await openTestServer(urls);
  return {
    open: opened.open,
    close: async () => {
      await opened.close();
      await close();
    },
  };
};

/** On one that runs already, with a copy of each document if it has several nodes. */
export const openTestServer = async (urls: readonly string[]): Promise<TestServer> => {
  const server = openSearchServer({ urls, ...LONG_DEADLINES });
  const indexes = {
    prefix: `suite-${process.pid}`,
    ownIndexTenants: new Set<string>(),
    shards: 1,
    replicas: urls.length > 1 ? 1 : 0,
  };
  await prepareIndexes(server, indexes);
  return {
    open: (source) => openFedIndex(server, indexes, source),
    close: async () => {
      await server.request({ method: 'DELETE', path: `/${indexes.prefix}-*` });
      await server.close();
    },
  };
};

/** Sources share their scope and catalogs: what another one fed is removed first. */
const openFedIndex = async (
  server: OpenedSearchServer,
  indexes: Parameters<typeof prepareIndexes>[1],
  source: MemorySource,
): Promise<OpenedIndex> => {
  const states = buildStates(server, indexes.prefix);
  const settings: FeedSettings = {
    ...{ server, source, states, refresh: buildRefresh(server) },
    signal: new AbortController().signal,
    lease: { name: 'search-feeder', holder: 'test', token: 1 },
    isHeld: async () => true,
    indexOf: (tenantId) => indexOf(indexes, tenantId),
    findUuid: (index) => findIndexUuid(server, index),
    events: {
      ...{ onStarted: () => {}, onBuilt: () => {}, onGone: () => {} },
      onParked: (_scope, _catalogId, parked) => assert.fail(`refused: ${JSON.stringify(parked)}`),
    },
  };
  /** By catalog: the revision of the source that was fed. */
  const fed = new Map<string, number>();
  let feeding = Promise.resolve();
  /** Whether there was anything to be fed. */
  const feed = (scope: Scope, catalogId: string): Promise<boolean> => {
    const turn = feeding.then(async () => {
      const key = JSON.stringify([scope, catalogId]);
      const revision = source.revision(scope);
      if (fed.get(key) === revision) return false;
      if (!fed.has(key)) {
        const stored = await states.find(scope, catalogId);
        if (stored !== undefined) await states.remove(stored);
      }
      fed.set(key, revision);
      const place: FedPlace = { scope, catalogId };
      for (let turns = 0; !(await feedPlace(settings, place)) || place.needsBuild === true; turns += 1) {
        if (place.needsBuild === true && place.built === undefined) await buildBeside(settings, place);
        assert.ok(turns < 1_000);
      }
      return true;
    });
    feeding = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
  const fresh = (): SearchIndex =>
    buildOpenSearchIndex({
      ...{ server, prefix: indexes.prefix, deadlineMs: LONG_DEADLINES.searchDeadlineMs },
      ...{ waitMs: 0, servesStale: false, onWaiting: () => {} },
      source: { loadCatalog: source.loadCatalog, position: () => 0 },
    });
  let last = fresh();
  const index = new Proxy({} as SearchIndex, {
    get: (_, name: keyof SearchIndex) => {
      if (name === 'nextTimedChange') return last.nextTimedChange;
      return async (scope: Scope, catalogId: string, query: never) => {
        if (await feed(scope, catalogId)) last = fresh();
        return last[name](scope, catalogId, query);
      };
    },
  });
  return { index, close: async () => undefined };
};
