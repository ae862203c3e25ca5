// The client at a stand-in for OpenSearch: what is sent, how responses are read, and its bounds.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import {
  openSearchStandIn,
  type SearchStandIn,
  wholeResponse,
} from '../../../../test/fixtures/search-stand-in.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { type OpenedSearchServer, openSearchServer, type SearchServerSettings } from './search-server.ts';
import { SearchServerError, SearchServerGone } from './search-server-errors.ts';

/** A busy machine is no fault of the client. */
const patient = { searchDeadlineMs: 60_000, connectMs: 60_000 };

const openCase = async (
  t: TestContext,
  settings: Omit<SearchServerSettings, 'urls'> = {},
  path = '',
): Promise<{ readonly standIn: SearchStandIn; readonly server: OpenedSearchServer }> => {
  const standIn = await openSearchStandIn();
  const server = openSearchServer({ urls: [`${standIn.url}${path}`], ...patient, ...settings });
  t.after(async () => {
    await server.close();
    await standIn.close();
  });
  return { standIn, server };
};

const isGone = (why: string) => (error: unknown) => error instanceof SearchServerGone && error.why === why;

const metricOf = (server: OpenedSearchServer, name: string): number | undefined =>
  server.metrics().find((metric) => metric.name === `search_server_${name}`)?.value;

test('a call is sent as it is given, below the path of the address', async (t) => {
  const { standIn, server } = await openCase(t, { username: 'Zoë', password: 'a:b' }, '/search/');
  standIn.reply = () => ({ body: { acknowledged: true } });
  const query = { if_seq_no: '3', routing: 'a b&c/é' };
  const body = { mappings: { dynamic: 'strict' } };
  assert.deepEqual(await server.request({ method: 'PUT', path: '/things', query, body }), {
    acknowledged: true,
  });
  const [call] = standIn.calls;
  assert.equal(call?.method, 'PUT');
  const url = new URL(call?.url ?? '', 'http://x');
  assert.equal(url.pathname, '/search/things');
  assert.deepEqual(Object.fromEntries(url.searchParams), query);
  assert.equal(call?.body, JSON.stringify(body));
  assert.equal(call?.headers['content-type'], 'application/json');
  assert.equal(call?.headers['content-encoding'], undefined);
  assert.equal(
    Buffer.from(call?.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString('utf8'),
    'Zoë:a:b',
  );
});

test('a token is sent as a bearer token, and nothing without one', async (t) => {
  const { standIn, server } = await openCase(t, { token: 'abc' });
  await server.request({ method: 'GET', path: '/' });
  const plain = openSearchServer({ urls: [standIn.url] });
  await plain.request({ method: 'GET', path: '/' });
  await plain.close();
  assert.deepEqual(
    standIn.calls.map(({ headers }) => headers.authorization),
    ['Bearer abc', undefined],
  );
});

test('lines are sent as they are, and large bodies compressed', async (t) => {
  const { standIn, server } = await openCase(t);
  const lines = '{"index":{}}\n{"text":"größe"}\n'.repeat(1_000);
  await server.request({ method: 'POST', path: '/_bulk', body: lines });
  const [call] = standIn.calls;
  assert.equal(call?.body, lines);
  assert.equal(call?.headers['content-type'], 'application/x-ndjson');
  assert.equal(call?.headers['content-encoding'], 'gzip');
  assert.ok(Number(call?.headers['content-length']) < lines.length / 10);
});

test('calls share connections', async (t) => {
  const { standIn, server } = await openCase(t);
  for (let call = 0; call < 20; call += 1) await server.request({ method: 'GET', path: '/' });
  assert.equal(standIn.connections(), 1);
});

test('a response without a body is undefined', async (t) => {
  const { standIn, server } = await openCase(t);
  standIn.reply = () => ({});
  assert.equal(await server.request({ method: 'HEAD', path: '/things' }), undefined);
});

test('an error has its status, type and reason, and its message nothing that was sent', async (t) => {
  const { standIn, server } = await openCase(t, { username: 'user', password: 'hidden' });
  const reason = 'failed to parse field [secret text]';
  standIn.reply = () => ({ status: 400, body: { error: { type: 'mapper_parsing_exception', reason } } });
  await assert.rejects(
    server.request({ method: 'PUT', path: '/tenant-index/_doc/1', body: { a: 1 } }),
    (error) => {
      assert.ok(error instanceof SearchServerError);
      assert.equal(error.status, 400);
      assert.equal(error.type, 'mapper_parsing_exception');
      assert.equal(error.reason, reason);
      assert.equal(error.message, 'OpenSearch answered PUT _doc with 400 mapper_parsing_exception');
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes('hidden'));
      return true;
    },
  );
});

test('errors of every shape are read', async (t) => {
  const { standIn, server } = await openCase(t);
  const cases: readonly [number, object | string, string][] = [
    [404, { found: false }, ''],
    [400, { error: 'no handler found' }, ''],
    [405, '<html>not allowed</html>', ''],
    [301, '', ''],
    [200, '<html>welcome</html>', 'not_json'],
    [500, { error: { type: 'null_pointer_exception', root_cause: [null, 'x'] } }, 'null_pointer_exception'],
    [429, { error: { type: 'circuit_breaking_exception' } }, 'circuit_breaking_exception'],
  ];
  for (const [status, body, type] of cases) {
    standIn.reply = () => ({ status, body });
    await assert.rejects(
      server.request({ method: 'GET', path: '/things' }),
      (error) => error instanceof SearchServerError && error.status === status && error.type === type,
      `${status}`,
    );
  }
});

test('a server that is not available is gone, and so is one that lost a node', async (t) => {
  const { standIn, server } = await openCase(t, { breaker: { callsMin: 100 } });
  const lost = {
    error: {
      type: 'search_phase_execution_exception',
      root_cause: [{ type: 'node_disconnected_exception' }],
    },
  };
  const slow = {
    error: {
      type: 'search_phase_execution_exception',
      root_cause: [{ type: 'query_phase_execution_exception', reason: 'Time exceeded' }],
    },
  };
  const cases: readonly [number, object | string][] = [
    [502, '<html>'],
    [503, { error: { type: 'cluster_block_exception' } }],
    [504, ''],
    [500, lost],
    [500, slow],
  ];
  for (const [status, body] of cases) {
    standIn.reply = () => ({ status, body });
    await assert.rejects(server.request({ method: 'GET', path: '/' }), isGone('unavailable'), `${status}`);
  }
});

test('a search goes to its index and routing, exact and whole', async (t) => {
  const { standIn, server } = await openCase(t);
  assert.deepEqual(await server.search('shop,x', 'a/b', { size: 3 }), wholeResponse);
  const url = new URL(standIn.calls[0]?.url ?? '', 'http://x');
  assert.equal(url.pathname, '/shop%2Cx/_search');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    routing: 'a/b',
    allow_partial_search_results: 'false',
  });
  assert.deepEqual(JSON.parse(standIn.calls[0]?.body ?? ''), { track_total_hits: true, size: 3 });
});

const partial: readonly object[] = [
  { ...wholeResponse, timed_out: true },
  { ...wholeResponse, _shards: { total: 2, successful: 1, skipped: 0, failed: 1 } },
  { ...wholeResponse, _shards: { total: 2, successful: 1, skipped: 0, failed: 0 } },
  { hits: wholeResponse.hits },
  [],
];

test('a partial response is none', async (t) => {
  const { standIn, server } = await openCase(t);
  for (const body of partial) {
    standIn.reply = () => ({ body });
    await assert.rejects(server.search('shop', 'r', {}), isGone('partial'), JSON.stringify(body));
    standIn.reply = () => ({ body: { responses: [wholeResponse, body] } });
    await assert.rejects(server.searchAll('shop', 'r', [{}, {}]), isGone('partial'), JSON.stringify(body));
  }
  standIn.reply = () => ({ body: { responses: [wholeResponse] } });
  await assert.rejects(server.searchAll('shop', 'r', [{}, {}]), isGone('partial'), 'one is missing');
});

test('a search that is refused because of too many is gone', async (t) => {
  const { standIn, server } = await openCase(t);
  const error = { type: 'rejected_execution_exception' };
  standIn.reply = () => ({ status: 429, body: { error } });
  await assert.rejects(server.search('shop', 'r', {}), isGone('busy'));
  standIn.reply = () => ({ body: { responses: [{ error, status: 429 }] } });
  await assert.rejects(server.searchAll('shop', 'r', [{}]), isGone('busy'));
});

test('several searches are one call, each with the routing; an error in one is thrown', async (t) => {
  const { standIn, server } = await openCase(t);
  assert.deepEqual(await server.searchAll('shop', 'r', []), []);
  assert.equal(standIn.calls.length, 0);
  const second = { ...wholeResponse, took: 2 };
  standIn.reply = () => ({ body: { responses: [wholeResponse, second] } });
  assert.deepEqual(await server.searchAll('shop', 'r', [{ size: 1 }, { track_total_hits: false }]), [
    wholeResponse,
    second,
  ]);
  assert.equal(standIn.calls[0]?.url, '/shop/_msearch');
  const head = { routing: 'r', allow_partial_search_results: false };
  assert.deepEqual(
    standIn.calls[0]?.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [head, { track_total_hits: true, size: 1 }, head, { track_total_hits: false }],
  );
  standIn.reply = () => ({
    body: { responses: [wholeResponse, { status: 400, error: { type: 'parsing_exception' } }] },
  });
  await assert.rejects(
    server.searchAll('shop', 'r', [{}, {}]),
    (error) =>
      error instanceof SearchServerError && error.status === 400 && error.type === 'parsing_exception',
  );
});

test('a deadline ends the call and its connection', async (t) => {
  const { standIn, server } = await openCase(t, { breaker: { callsMin: 1_000 } });
  await server.search('shop', 'r', {});
  standIn.reply = () => undefined;
  let failures = 0;
  // It may pass before the call is sent.
  await waitUntil('the server saw the end of one', async () => {
    await assert.rejects(server.search('shop', 'r', {}, 100), SearchServerGone);
    failures += 1;
    return standIn.abandoned() > 0;
  });
  assert.equal(metricOf(server, 'failures_total'), failures);
});

test('a response that begins in time and does not end in time is none', async (t) => {
  const { standIn, server } = await openCase(t);
  await server.search('shop', 'r', {});
  standIn.reply = (_, response) => {
    response.write('{"hits":');
    return undefined;
  };
  await assert.rejects(server.request({ method: 'GET', path: '/', deadlineMs: 200 }), isGone('deadline'));
});

test('a response of too many bytes is not read to its end', async (t) => {
  const { standIn, server } = await openCase(t, { responseMaxBytes: 1_000 });
  standIn.reply = () => ({ body: { text: 'x'.repeat(900) } });
  await server.request({ method: 'GET', path: '/' });
  standIn.reply = (_, response) => {
    response.write('x'.repeat(2_000));
    return undefined;
  };
  await assert.rejects(
    server.request({ method: 'GET', path: '/' }),
    (error) => error instanceof SearchServerError && error.type === 'too_large',
  );
  await waitUntil('the server saw the end', () => standIn.abandoned() === 1);
});

test('only so many calls run and wait; the next fails at once', async (t) => {
  const { standIn, server } = await openCase(t, { runningMax: 2, waitingMax: 1 });
  const held: (() => void)[] = [];
  standIn.reply = (_, response) => {
    held.push(() => response.end('{}'));
    return undefined;
  };
  const call = () => server.request({ method: 'GET', path: '/' });
  const calls = [call(), call(), call()];
  await waitUntil('two are under way', () => held.length === 2);
  await assert.rejects(call(), isGone('full'));
  assert.equal(metricOf(server, 'refusals_total'), 1);
  assert.equal(standIn.calls.length, 2);
  held[0]?.();
  await waitUntil('the third got its turn', () => held.length === 3);
  for (const respond of held) respond();
  assert.equal((await Promise.all(calls)).length, 3);
});

test('the flood of one owner does not keep others waiting', async (t) => {
  const { standIn, server } = await openCase(t, { runningMax: 4, waitingMax: 8 });
  const held: (() => void)[] = [];
  standIn.reply = (_, response) => {
    held.push(() => response.end(JSON.stringify(wholeResponse)));
    return undefined;
  };
  const flood = Array.from({ length: 20 }, () => server.callsOf('flood').search('shop', 'r', {}));
  const refused = flood.slice(5).map((call) => assert.rejects(call, isGone('full')));
  await Promise.all(refused);
  await waitUntil('three of the flood are under way', () => held.length === 3);
  const other = server.callsOf('other').search('shop', 'r', {});
  await waitUntil('the other is under way beside them', () => held.length === 4);
  held[3]?.();
  assert.deepEqual(await other, wholeResponse);
  for (let responded = 0; responded < 5; responded += 1) {
    await waitUntil('one more is under way', () => held.length > (responded < 3 ? responded : responded + 1));
    held[responded < 3 ? responded : responded + 1]?.();
  }
  assert.equal((await Promise.all(flood.slice(0, 5))).length, 5);
});

test('the wait in the queue counts', async (t) => {
  const { standIn, server } = await openCase(t, { runningMax: 1 });
  standIn.reply = () => undefined;
  const first = assert.rejects(server.request({ method: 'GET', path: '/' }), isGone('closed'));
  await waitUntil('it is under way', () => standIn.calls.length === 1);
  await assert.rejects(server.search('shop', 'r', {}, 20), isGone('deadline'));
  assert.equal(standIn.calls.length, 1);
  await server.close();
  await first;
});

test('closing ends calls that run and that wait, and takes no more', async (t) => {
  const { standIn, server } = await openCase(t, { runningMax: 1 });
  standIn.reply = () => undefined;
  const calls = [1, 2].map(() =>
    assert.rejects(server.request({ method: 'GET', path: '/' }), isGone('closed')),
  );
  await waitUntil('one is under way', () => standIn.calls.length === 1);
  await server.close();
  await Promise.all(calls);
  await assert.rejects(server.request({ method: 'GET', path: '/' }), isGone('closed'));
  await waitUntil('the server saw the end', () => standIn.abandoned() === 1);
});

test('a path that no request can have is an error, and nothing stays behind', async (t) => {
  const { server } = await openCase(t, { runningMax: 1 });
  await assert.rejects(server.request({ method: 'GET', path: '/a b\r\nx: y' }), /unescaped/);
  await server.request({ method: 'GET', path: '/' });
});
