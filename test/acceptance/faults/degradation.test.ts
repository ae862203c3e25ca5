// A process without its database: writes are refused with 503 and `Retry-After`, cached reads go on while they can be right,
// `/readyz` names the part that is missing, and everything recovers by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFaultProxy } from '../../fixtures/fault-proxy.ts';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { OPERATOR } from '../service/fixture-service.ts';
import { makeDataDir, startService } from '../service/running-service.ts';
import { fillWorkspace, placeHeaders } from './fault-cluster.ts';
import { itemPath, searchPath } from './fault-load.ts';

/** A cached response is served for three seconds after the last look at the database. */
const SURELY_CACHED_MS = 1_500;
const UNREACHABLE = /"name":"StorageUnreachable","code":"storage_unreachable"/;

test('a process without its database refuses what it cannot do, and recovers by itself', async (t) => {
  const server = await startPostgres();
  t.after(() => server.close());
  const url = new URL(await server.createDatabase());
  const proxy = await openFaultProxy(server.port);
  t.after(() => proxy.close());
  url.port = String(proxy.port);
  const service = await startService(await makeDataDir(t), {
    VITRINE_STORE_URL: url.href,
    VITRINE_OPERATOR_TOKEN: OPERATOR,
  });
  t.after(() => service.stop('SIGKILL'));
  const token = await fillWorkspace(service.address);
  const send = async (path: string, method = 'GET', body?: object) => {
    const response = await service.fetch(path, {
      method,
      headers: {
        ...placeHeaders,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  const failingSeconds = async (): Promise<number> => {
    const response = await service.fetch('/metrics', { headers: { authorization: `Bearer ${OPERATOR}` } });
    return Number(/^vitrine_store_failing_seconds (.*)$/m.exec(await response.text())?.[1]);
  };
  const item = {
    type: 'article',
    title: 'a',
    body: 'everywhere',
    url: '/',
    created_at: '2026-01-02T03:04:05Z',
  };
  const assertRefused = ({ status, retryAfter, text }: Awaited<ReturnType<typeof send>>): void => {
    assert.equal(status, 503, text);
    assert.ok(Number(retryAfter) > 0, `retry-after: ${retryAfter}`);
    assert.match(text, UNREACHABLE);
  };
  assert.equal((await send(itemPath('a'), 'PUT', item)).status, 201);
  const search = searchPath('everywhere');
  const before = await send(search);
  assert.match(before.text, /"total":1/);
  await waitUntil('the response is cached', async () => (await send(search)).status === 200);

  for (const isSilent of [false, true]) {
    proxy.set({ isRefusing: true, isSilent });
    if (!isSilent) proxy.reset();
    const cutMs = performance.now();
    const cached = await send(search);
    if (performance.now() - cutMs < SURELY_CACHED_MS) assert.equal(cached.text, before.text);
    assertRefused(await send(itemPath('b'), 'PUT', item));
    await waitUntil('/readyz says so', async () => (await send('/readyz')).status === 503);
    const ready = await send('/readyz');
    assertRefused(ready);
    assert.equal((await send('/healthz')).status, 200);
    await waitUntil(
      'nothing is served whose age is unknown',
      async () => (await send(search)).status === 503,
    );
    assertRefused(await send(search));
    assert.ok(service.log().includes('"storage":"unreachable"'));
    assert.ok((await failingSeconds()) > 0);

    proxy.set({});
    await waitUntil('/readyz recovers', async () => (await send('/readyz')).status === 200);
    assert.deepEqual(await send(search), before);
    assert.equal(await failingSeconds(), 0);
  }
  assert.equal((await send(itemPath('b'), 'PUT', item)).status, 201);
  assert.match((await send(search)).text, /"total":2/);
});
