// The client on a real OpenSearch.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  DOCUMENTS,
  type Found,
  fillIndex,
  totalOf,
} from '../../../../test/fixtures/opensearch/filled-index.ts';
import {
  openTestOpenSearch,
  type TestOpenSearch,
} from '../../../../test/fixtures/opensearch/test-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { type OpenedSearchServer, openSearchServer } from './search-server.ts';
import { SearchServerError, SearchServerGone } from './search-server-errors.ts';

describe('one node', () => {
  let cluster: TestOpenSearch;
  let server: OpenedSearchServer;
  before(async () => {
    cluster = await openTestOpenSearch();
    server = openSearchServer({ urls: cluster.urls, searchDeadlineMs: 60_000, deadlineMs: 60_000 });
    await fillIndex(server, 0);
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

  test('only shards of the routing respond', async () => {
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
    // Over all documents it would take half a minute.
    const script = 'long n = 0; for (int i = 0; i < 200000; i++) { n += i % 7 } return n > 0';
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
      server.search('shop', 'r', slow, 2_000),
      (error) => error instanceof SearchServerGone && error.why === 'deadline',
    );
    await waitUntil('it runs there', async () => (await listTasks()).some(({ cancelled }) => !cancelled));
    await late;
    // It takes its thread a while to notice.
    await waitUntil('it has ended there too', async () => (await listTasks()).length === 0);
  });

  test('a shard that is too slow for a timeout of the search is an error, not a partial response', async () => {
    const script = 'long n = 0; for (int i = 0; i < 90000; i++) { n += i % 7 } return n > 0';
    const slow = { size: 0, timeout: '1ms', query: { bool: { filter: { script: { script } } } } };
    await assert.rejects(server.search('shop', 'r', slow), SearchServerGone);
    await assert.rejects(server.searchAll('shop', 'r', [{ size: 0 }, slow]), SearchServerGone);
  });
});
