// Several nodes behind proxies that break their connections: which are asked, what is sent again, and when nothing is.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FaultProxy, openFaultProxy } from '../../../../test/fixtures/fault-proxy.ts';
import {
  openSearchStandIn,
  type SearchStandIn,
  wholeResponse,
} from '../../../../test/fixtures/search-stand-in.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { type OpenedSearchServer, openSearchServer, type SearchServerSettings } from './search-server.ts';
import { SearchServerGone } from './search-server-errors.ts';

/** A busy machine is no fault of the client. */
const patient = { searchDeadlineMs: 60_000, connectMs: 60_000 };

interface Node {
  readonly standIn: SearchStandIn;
  readonly proxy: FaultProxy;
}

const openCluster = async (
  t: TestContext,
  count: number,
  settings: Omit<SearchServerSettings, 'urls'> = {},
): Promise<{ readonly nodes: readonly [Node, ...Node[]]; readonly server: OpenedSearchServer }> => {
  const open = async (): Promise<Node> => {
    const standIn = await openSearchStandIn();
    const proxy = await openFaultProxy(standIn.port);
    t.after(async () => {
      await proxy.close();
      await standIn.close();
    });
    return { standIn, proxy };
  };
  const nodes: [Node, ...Node[]] = [await open()];
  while (nodes.length < count) nodes.push(await open());
  const urls = nodes.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`);
  const server = openSearchServer({ urls, ...patient, ...settings });
  t.after(() => server.close());
  return { nodes, server };
};

const isGone = (why: string) => (error: unknown) => error instanceof SearchServerGone && error.why === why;

const metricOf = (server: OpenedSearchServer, name: string): number | undefined =>
  server.metrics().find((metric) => metric.name === `search_server_${name}`)?.value;

const callsOf = (nodes: readonly Node[]): number[] => nodes.map(({ standIn }) => standIn.calls.length);

test('nodes are asked in turn', async (t) => {
  const { nodes, server } = await openCluster(t, 3);
  for (let call = 0; call < 30; call += 1) await server.search('shop', 'r', {});
  assert.deepEqual(callsOf(nodes), [10, 10, 10]);
});

test('a node that takes no connections is left out; every call, a write too, is served by another', async (t) => {
  const { nodes, server } = await openCluster(t, 3);
  nodes[0].proxy.set({ isRefusing: true });
  const write = { method: 'POST', path: '/_bulk', body: '{}\n' } as const;
  for (let call = 0; call < 30; call += 1) await server.request(write);
  assert.equal(
    callsOf(nodes).reduce((sum, calls) => sum + calls),
    30,
    'none was sent twice',
  );
  assert.equal(callsOf(nodes)[0], 0);
  assert.equal(metricOf(server, 'repeats_total'), 1, 'it was tried once');
  assert.equal(metricOf(server, 'excluded_nodes'), 1);
  nodes[0].proxy.set({});
  await waitUntil('it is asked again', async () => {
    await server.request(write);
    return callsOf(nodes)[0] !== 0;
  });
  assert.equal(metricOf(server, 'excluded_nodes'), 0);
});

test('a connection that breaks: a search is asked again elsewhere, a write is not', async (t) => {
  const { nodes, server } = await openCluster(t, 2);
  for (const { standIn, proxy } of nodes)
    standIn.reply = () => {
      if (callsOf(nodes).reduce((sum, calls) => sum + calls) % 2 === 0) return { body: wholeResponse };
      proxy.reset();
      return undefined;
    };
  assert.deepEqual(await server.search('shop', 'r', {}), wholeResponse);
  assert.deepEqual(callsOf(nodes), [1, 1]);
  await assert.rejects(
    server.request({ method: 'POST', path: '/_bulk', body: '{}\n' }),
    isGone('unreachable'),
  );
  assert.deepEqual(callsOf(nodes).sort(), [1, 2]);
  assert.deepEqual(
    await server.request({ method: 'POST', path: '/_bulk', body: '{}\n' }),
    wholeResponse,
    'the client goes on',
  );
});

test('a connection that was closed while idle is no failure of its node', async (t) => {
  const { nodes, server } = await openCluster(t, 1);
  await server.search('shop', 'r', {});
  // The reset arrives with the next call, not before.
  nodes[0].standIn.reply = (_, response) => {
    if (nodes[0].standIn.calls.length !== 2) return { body: wholeResponse };
    response.destroy();
    return undefined;
  };
  assert.deepEqual(await server.search('shop', 'r', {}), wholeResponse);
  assert.equal(metricOf(server, 'excluded_nodes'), 0);
});

test('a silent node costs half of the deadline once, then nothing', async (t) => {
  const { nodes, server } = await openCluster(t, 2);
  await server.search('shop', 'r', {});
  await server.search('shop', 'r', {});
  nodes[0].proxy.set({ isSilent: true });
  for (let call = 0; call < 6; call += 1)
    assert.deepEqual(await server.search('shop', 'r', {}, 2_000), wholeResponse);
  assert.equal(metricOf(server, 'repeats_total'), 1);
  assert.equal(metricOf(server, 'failures_total'), 0);
  assert.equal(metricOf(server, 'excluded_nodes'), 1);
});

test('a node that is alive and slow with one search gets the whole deadline', async (t) => {
  const { nodes, server } = await openCluster(t, 2);
  const held: (() => void)[] = [];
  for (const { standIn } of nodes)
    standIn.reply = (call, response) => {
      if (call.method === 'HEAD') return {};
      held.push(() => response.end(JSON.stringify(wholeResponse)));
      return undefined;
    };
  const startedAt = performance.now();
  const found = server.search('shop', 'r', {}, 4_000);
  await waitUntil('more than half of it is over', () => performance.now() - startedAt > 2_200);
  assert.equal(held.length, 1);
  held[0]?.();
  assert.deepEqual(await found, wholeResponse);
  assert.equal(metricOf(server, 'repeats_total'), 0);
});

test('connections that died in silence are dropped with the first that is noticed', async (t) => {
  const { nodes, server } = await openCluster(t, 1);
  const held: (() => void)[] = [];
  nodes[0].standIn.reply = (_, response) => {
    held.push(() => response.end(JSON.stringify(wholeResponse)));
    return undefined;
  };
  const calls = Array.from({ length: 8 }, () => server.search('shop', 'r', {}));
  await waitUntil('all have a connection', () => held.length === 8);
  for (const respond of held) respond();
  await Promise.all(calls);
  nodes[0].standIn.reply = () => ({ body: wholeResponse });
  nodes[0].proxy.forget();
  await assert.rejects(server.search('shop', 'r', {}, 200), isGone('deadline'));
  for (let call = 0; call < 8; call += 1) await server.search('shop', 'r', {}, 20_000);
});

test('a node that says unavailable: another is asked', async (t) => {
  const { nodes, server } = await openCluster(t, 2);
  nodes[0].standIn.reply = () => ({ status: 503, body: { error: { type: 'cluster_block_exception' } } });
  for (let call = 0; call < 4; call += 1) await server.search('shop', 'r', {});
  await assert.rejects(async () => {
    for (let call = 0; call < 2; call += 1) await server.request({ method: 'PUT', path: '/x', body: {} });
  }, isGone('unavailable'));
});

test('all gone: calls soon fail without being sent, and go on by themselves afterwards', async (t) => {
  const { nodes, server } = await openCluster(t, 2, { breaker: { callsMin: 4, openMs: 50, openMaxMs: 100 } });
  for (const { proxy } of nodes) proxy.set({ isRefusing: true });
  for (let call = 0; call < 4; call += 1)
    await assert.rejects(server.search('shop', 'r', {}), isGone('unreachable'));
  await assert.rejects(server.search('shop', 'r', {}), isGone('open'));
  assert.equal(metricOf(server, 'breaker_open'), 1);
  assert.equal(metricOf(server, 'refusals_total'), 1);
  for (const { proxy } of nodes) proxy.set({});
  await waitUntil('a probe succeeds', () =>
    server.search('shop', 'r', {}).then(
      () => true,
      (error) => {
        assert.ok(isGone('open')(error) || isGone('unreachable')(error));
        return false;
      },
    ),
  );
  assert.equal(metricOf(server, 'breaker_open'), 0);
  await Promise.all(Array.from({ length: 20 }, () => server.search('shop', 'r', {})));
});

test('those that wait when it opens do not add their own timeouts', async (t) => {
  const { nodes, server } = await openCluster(t, 1, {
    runningMax: 2,
    breaker: { callsMin: 1, openMs: 60_000 },
  });
  nodes[0].proxy.set({ isSilent: true });
  const reasons = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      server
        .search('shop', 'r', {}, place < 2 ? 1_000 : 60_000)
        .catch((error: SearchServerGone) => error.why),
    ),
  );
  assert.deepEqual(reasons, ['deadline', 'deadline', ...Array.from({ length: 10 }, () => 'open')]);
});

test('latency of the network delays responses and breaks nothing', async (t) => {
  const { nodes, server } = await openCluster(t, 2);
  for (const { proxy } of nodes) proxy.set({ latencyMs: 30 });
  await Promise.all(Array.from({ length: 100 }, () => server.search('shop', 'r', {}, 20_000)));
  assert.equal(metricOf(server, 'failures_total'), 0);
  assert.equal(metricOf(server, 'repeats_total'), 0);
});
