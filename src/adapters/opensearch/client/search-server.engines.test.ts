// The client on a real OpenSearch, one node and three.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startOpenSearch } from '../../../../test/fixtures/opensearch/start-opensearch.ts';
import {
  openTestOpenSearch,
  type TestOpenSearch,
} from '../../../../test/fixtures/opensearch/test-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { type OpenedSearchServer, openSearchServer } from './search-server.ts';
import { SearchServerError, SearchServerGone } from './search-server-errors.ts';

interface Found {
  readonly hits: { readonly total: { readonly value: number; readonly relation: string } };
}

const DOCUMENTS = 12_000;

const index = (replicas: number): object => ({
  settings: { number_of_shards: 3, number_of_replicas: replicas, refresh_interval: '-1' },
  mappings: {
    dynamic: 'strict',
    _routing: { required: true },
    properties: { number: { type: 'integer' }, text: { type: 'keyword' } },
  },
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, number) =>
    [{ index: { _id: String(number), routing: 'r' } }, { number, text: 'größe' }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  ).join('');

const fill = async (server: OpenedSearchServer, replicas: number): Promise<void> => {
  await server.request({ method: 'PUT', path: '/shop', body: index(replicas) });
  const bulk = await server.request<{ readonly errors: boolean }>({
    method: 'POST',
    path: '/shop/_bulk',
    query: { refresh: 'true', filter_path: 'errors' },
    body: lines(DOCUMENTS),
  });
  assert.equal(bulk.errors, false);
};

const totalOf = ({ hits: { total } }: Found): number => {
  assert.equal(total.relation, 'eq');
  return total.value;
};

describe('one node', () => {
  let cluster: TestOpenSearch;
  let server: OpenedSearchServer;
  before(async () => {
    cluster = await openTestOpenSearch();
    server = openSearchServer({ urls: cluster.urls, searchDeadlineMs: 60_000, deadlineMs: 60_000 });
    await fill(server, 0);
  });
  after(async () => {
    await server?.request({ method: 'DELETE', path: '/shop' });
    await server?.close();
    await cluster?.close();
  });

  test('it is the version that was asked for', async () => {
    const { version } = await server.request<{ readonly version: { readonly number: string } }>({
      method: 'GET',
      path: '/',
    });
    assert.equal(version.number, cluster.version);
  });

  test('totals are exact, also beyond ten thousand', async () => {
    assert.equal(totalOf(await server.search<Found>('shop', 'r', { size: 0 })), DOCUMENTS);
    const bodies = [{ size: 0 }, { size: 0, query: { range: { number: { lt: 17 } } } }];
    const found = await server.searchAll<Found>('shop', 'r', bodies);
    assert.deepEqual(found.map(totalOf), [DOCUMENTS, 17]);
  });

  test('only shards of the routing answer', async () => {
    const found = await server.search<{ readonly _shards: { readonly total: number } }>('shop', 'r', {});
    assert.equal(found._shards.total, 1);
    const [one] = await server.searchAll<typeof found>('shop', 'r', [{}]);
    assert.equal(one?._shards.total, 1);
  });

  test('errors come with their type, those of one search among several too', async () => {
    const isBad = (error: unknown) => error instanceof SearchServerError && error.status === 400;
    const bad = { query: { nothing: {} } };
    await assert.rejects(server.search('shop', 'r', bad), isBad);
    await assert.rejects(server.searchAll('shop', 'r', [{}, bad]), isBad);
    await assert.rejects(
      server.request({ method: 'GET', path: '/shop/_doc/none', query: { routing: 'r' } }),
      (error) => error instanceof SearchServerError && error.status === 404,
    );
    await assert.rejects(
      server.request({ method: 'PUT', path: '/shop/_doc/1', query: { routing: 'r' }, body: { other: 1 } }),
      (error) => error instanceof SearchServerError && error.type === 'strict_dynamic_mapping_exception',
    );
    await assert.rejects(
      server.search('nowhere', 'r', {}),
      (error) => error instanceof SearchServerError && error.type === 'index_not_found_exception',
    );
  });

  test('a deadline ends a search at the server too', async () => {
    // Over all documents it would take minutes.
    const script = 'long n = 0; for (int i = 0; i < 900000; i++) { n += i % 7 } return n > 0';
    const slow = { size: 0, query: { bool: { filter: { script: { script } } } } };
    const listTasks = async () => {
      const { tasks } = await server.request<{ readonly tasks: readonly { readonly cancelled: boolean }[] }>({
        method: 'GET',
        path: '/_tasks',
        query: { actions: 'indices:data/read/search*', group_by: 'none' },
      });
      return tasks;
    };
    const late = assert.rejects(
      server.search('shop', 'r', slow, 4_000),
      (error) => error instanceof SearchServerGone && error.why === 'deadline',
    );
    await waitUntil('it runs there', async () => (await listTasks()).some(({ cancelled }) => !cancelled));
    await late;
    // It takes its thread a while to notice.
    await waitUntil('it has ended there too', async () => (await listTasks()).length === 0);
  });

  test('a shard that is too slow for a timeout of the search is an error, not a partial answer', async () => {
    const script = 'long n = 0; for (int i = 0; i < 90000; i++) { n += i % 7 } return n > 0';
    const slow = { size: 0, timeout: '1ms', query: { bool: { filter: { script: { script } } } } };
    await assert.rejects(server.search('shop', 'r', slow), SearchServerGone);
    await assert.rejects(server.searchAll('shop', 'r', [{ size: 0 }, slow]), SearchServerGone);
  });
});

test('three nodes: one is killed, one is frozen, and every search is answered whole', async (t) => {
  const cluster = await startOpenSearch({ nodes: 3, heapMiB: 256 });
  const server = openSearchServer({ urls: cluster.urls, searchDeadlineMs: 60_000, deadlineMs: 60_000 });
  t.after(async () => {
    await server.close();
    await cluster.close();
  });
  const health = (status: string, nodes: number) =>
    server.request({
      method: 'GET',
      path: '/_cluster/health',
      query: { wait_for_status: status, wait_for_nodes: String(nodes), timeout: '50s' },
    });
  await health('green', 3);
  await fill(server, 2);
  await health('green', 3);
  await cluster.kill(0);
  for (let call = 0; call < 20; call += 1)
    assert.equal(totalOf(await server.search<Found>('shop', 'r', { size: 0 })), DOCUMENTS);
  await cluster.restart(0);
  await health('green', 3);
  cluster.freeze(1);
  for (let call = 0; call < 4; call += 1)
    assert.equal(
      totalOf(await server.search<Found>('shop', 'r', { size: 0 }, 10_000).catch(() => again(server))),
      DOCUMENTS,
    );
  cluster.thaw(1);
});

/** The cluster itself needs a while to notice that a node is frozen, and asks it for shards until then. */
const again = async (server: OpenedSearchServer): Promise<Found> => {
  let found: Found | undefined;
  await waitUntil('a whole answer', async () => {
    found = await server.search<Found>('shop', 'r', { size: 0 }, 10_000).catch((error) => {
      assert.ok(error instanceof SearchServerGone);
      return undefined;
    });
    return found !== undefined;
  });
  return found as Found;
};
