// `reindex` and `reindex --verify` where searches run on OpenSearch, with and without somebody who feeds beside them.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openSearchServer } from '../../../src/adapters/opensearch/client/search-server.ts';
import { placeKey, routingOf } from '../../../src/adapters/opensearch/documents/place.ts';
import { buildStates, placeOf } from '../../../src/adapters/opensearch/feeding/states.ts';
import { documentKey } from '../../../src/adapters/opensearch/feeding/write-documents.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { findPort } from '../../fixtures/find-port.ts';
import { openFedStore, PROD, productLine } from '../../fixtures/opensearch/fed-store.ts';
import { openTestOpenSearch, type TestOpenSearch } from '../../fixtures/opensearch/test-opensearch.ts';
import { copySqliteFolder } from '../../fixtures/sqlite-folders.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../suites/store/store-fixture.ts';
import { runHere } from '../cli/run-here.ts';

const timeout = 180_000;
let cluster: TestOpenSearch;
let server: ReturnType<typeof openSearchServer>;
let store: Store;
let dataDir: string;

before(async () => {
  cluster = await openTestOpenSearch();
  server = openSearchServer({ urls: cluster.urls, searchDeadlineMs: 60_000, deadlineMs: 60_000 });
  dataDir = await copySqliteFolder();
  store = await openSqliteStore({ dataDir });
  await putAll(store, ACME, [
    ...workspaceLines(ACME),
    line('catalog'),
    line('content_item'),
    ...Array.from({ length: 5 }, (_, at) => productLine(`p${at}`)),
  ]);
});

after(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
  await server.close();
  await cluster.close();
});

const run = (prefix: string, words: readonly string[], url = cluster.urls.join(',')) =>
  runHere(dataDir, ['reindex', ...words], {
    variables: {
      VITRINE_SEARCH_URL: url,
      VITRINE_SEARCH_PREFIX: prefix,
      VITRINE_SEARCH_SHARDS: '1',
      VITRINE_SEARCH_REPLICAS: '0',
    },
  });

interface Verified {
  readonly is_equal: boolean;
  readonly indexes: readonly {
    readonly environment_id: string;
    readonly state: string;
    readonly products: number;
    readonly content_items: number;
    readonly differences: readonly Readonly<Record<'kind' | 'id' | 'what', string>>[];
    readonly differences_total: number;
  }[];
}

const verify = async (prefix: string) => {
  const { code, out, err } = await run(prefix, ['--verify', '--json', '--catalog', CATALOG]);
  assert.equal(err, '');
  const { is_equal, indexes } = JSON.parse(out) as Verified;
  assert.equal(code, is_equal ? 0 : 1);
  return indexes.find(({ environment_id }) => environment_id === 'PROD') ?? assert.fail();
};

test('a command that nobody feeds beside builds by itself; a verification names each difference', {
  timeout,
}, async (t) => {
  const { indexes } = await openFedStore(t, server, store);
  const { prefix } = indexes;
  const states = buildStates(server, prefix);
  const { code, out, err } = await run(prefix, []);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^(\d+) of \1 catalogs? built in OpenSearch\n$/);
  const right = await verify(prefix);
  assert.deepEqual(
    [right.state, right.products, right.content_items, right.differences_total],
    ['verified', 5, 1, 0],
  );

  const { state } = (await states.find(PROD, CATALOG)) ?? assert.fail();
  const place = placeOf(state);
  const keyOf = (id: string) => documentKey(place, { kind: 'product', id }, 'en-us');
  const path = (id: string) => `/${state.index}/_doc/${encodeURIComponent(id)}`;
  const query = { routing: routingOf(PROD), refresh: 'true' };
  await server.request({ method: 'DELETE', path: path(keyOf('p1')), query });
  const body = { place: placeKey(place, 'product'), live: true, id: 'ghost', locale: 'en-us', version: 1 };
  await server.request({ method: 'PUT', path: path(keyOf('ghost')), query, body });
  await server.request({
    method: 'PUT',
    path: path(documentKey(place, { kind: 'product', id: 'p2' }, 'de-de')),
    query,
    body: { ...body, id: 'p2', locale: 'de-de' },
  });
  const wrong = await verify(prefix);
  assert.deepEqual(wrong.differences.map(({ kind, id, what }) => `${kind} ${id} ${what}`).sort(), [
    'product ghost is not in the store',
    'product p1 is indexed differently',
    'product p2 is indexed differently',
  ]);
  assert.equal((await run(prefix, [])).code, 0);
  assert.equal((await verify(prefix)).differences_total, 0);
});

test('beside a feeder, the command waits for it', { timeout }, async (t) => {
  const fed = await openFedStore(t, server, store);
  fed.feeder();
  const { prefix } = fed.indexes;
  const [first, second] = [
    await run(prefix, ['--json']),
    await run(prefix, ['--json', '--catalog', CATALOG]),
  ];
  assert.deepEqual([first.code, second.code], [0, 0]);
  await putAll(store, ACME, [productLine('late')]);
  assert.equal((await verify(prefix)).products, 6, 'it waits for what was just written');
  assert.equal((await verify(prefix)).differences_total, 0);
});

test('without OpenSearch, or without such a catalog, the command says so at once', { timeout }, async () => {
  const gone = await run('nothing', [], `http://127.0.0.1:${await findPort()}`);
  assert.equal(gone.code, 1);
  assert.match(
    gone.err,
    /^vitrine: OpenSearch does not answer as it should \(.*\): run "doctor", which says what to do\n$/,
  );
  const unknown = await run('nothing', ['--verify', '--catalog', 'none']);
  assert.deepEqual(
    [unknown.code, unknown.err],
    [1, 'vitrine: there is no such catalog in any environment\n'],
  );
});
