// Shutdown: accepted requests are served completely, recorded searches are stored, and it ends in time.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as demo from '../../../demo/build/ids.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { loadDemoOnce } from '../service/imported-folder.ts';
import { type RunningService, runCommand, startService } from '../service/running-service.ts';
import { assertRefused, type Connection, openConnection, type WholeResponse } from './shutdown-connection.ts';

/** Many at once: some are still waiting to be accepted when the shutdown starts. */
const CONNECTIONS = 24;
const PIPELINED = 12;
/** Far more than a shutdown takes, far less than the service's deadline: hitting the deadline shows. */
const PROMPT_MS = 8_000;

const scopeHeaders = [
  `x-tenant-id: ${demo.tenantId}`,
  `x-workspace-id: ${demo.workspaceId}`,
  `x-environment-id: ${demo.productionEnvironmentId}`,
];
const requestText = (method: string, target: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${target} HTTP/1.1`, 'host: 127.0.0.1', ...scopeHeaders, ...headers, '', body].join('\r\n');

const searchText = (text: string): string =>
  requestText('GET', `/discovery/search/content?catalog_id=${demo.mainCatalogId}&q=${text}&limit=100`);
const countHead = (bodyBytes: number) =>
  requestText('POST', '/apis/ecommerce-service/public/discovery/v2/search/count', [
    'content-type: application/json',
    `content-length: ${bodyBytes}`,
  ]);
const countText = `${countHead(2)}{}`;
const formsText = requestText('GET', '/apis/setting-service/public/v1/forms');

const openShop = loadDemoOnce();

const startDemo = async (
  context: TestContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningService> => {
  const service = await startService(await openShop(context), variables);
  context.after(() => service.stop('SIGKILL'));
  return service;
};

const openTo = async (context: TestContext, service: RunningService): Promise<Connection> => {
  const connection = await openConnection(service.address);
  context.after(() => connection.close());
  return connection;
};

const isLast = (response: WholeResponse): boolean => response.headers.get('connection') === 'close';

interface Tally {
  sent: number;
  served: number;
}

/** Sends batch after batch on one connection until a response announces the end. Every response must be complete. */
const drive = async (connection: Connection, batch: readonly string[], tally: Tally): Promise<void> => {
  for (;;) {
    connection.write(batch.join(''));
    tally.sent += batch.length;
    for (const [index] of batch.entries()) {
      const response = await connection.next();
      assert.ok(response, `request ${index} of a batch got no response: ${connection.fault()}`);
      assert.equal(response.status, 200);
      JSON.parse(response.text);
      tally.served += 1;
      if (isLast(response)) {
        assert.equal(await connection.next(), undefined, 'the last response is the last');
        assert.equal(connection.rest(), '');
        assert.equal(connection.fault(), undefined);
        // Requests of one write arrive together, and the last of them is the newest.
        assert.equal(index, batch.length - 1, 'accepted requests were left without a response');
        return;
      }
    }
  }
};

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} under load serves every accepted request whole and ends with 0`, async (context) => {
    const service = await startDemo(context);
    const tally = { sent: 0, served: 0 };
    const one = [searchText('winter'), countText, formsText];
    const many = Array.from({ length: PIPELINED }, (_, index) => one[index % one.length] ?? '');
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => openTo(context, service)),
    );
    const load = Promise.all(
      connections.map((connection, index) =>
        drive(connection, index < CONNECTIONS / 3 ? many : [one[index % one.length] ?? ''], tally),
      ),
    );
    await Promise.race([waitUntil('250 responses', () => tally.served >= 250), load]);
    const start = performance.now();
    const stopped = service.stop(signal);
    await load;
    assert.equal(await stopped, 0, service.log());
    assert.ok(performance.now() - start < PROMPT_MS, 'it waited for its deadline');
    assert.equal(tally.served, tally.sent);
    await assertRefused(service.address);
  });
}

test('idle and silent connections do not hold up the end', async (context) => {
  const service = await startDemo(context);
  const idle = await openTo(context, service);
  idle.write(formsText);
  assert.equal((await idle.next())?.status, 200);
  await openTo(context, service);
  const start = performance.now();
  assert.equal(await service.stop(), 0);
  assert.ok(performance.now() - start < PROMPT_MS);
  assert.equal(await idle.next(), undefined);
  assert.equal(idle.fault(), undefined);
});

test('a request whose body is still on its way is served', async (context) => {
  const service = await startDemo(context);
  const body = '{"search_term":"jacket"}';
  const connection = await openTo(context, service);
  connection.write(`${countHead(body.length)}${body.slice(0, 9)}`);
  // A response on another connection: by then the first one's head has arrived too.
  const other = await openTo(context, service);
  other.write(formsText);
  await other.next();
  const stopped = service.stop();
  await other.next();
  await assertRefused(service.address);
  connection.write(body.slice(9));
  const response = await connection.next();
  assert.equal(response?.status, 200);
  assert.equal(response.headers.get('connection'), 'close');
  assert.ok(JSON.parse(response.text).Data.result.total_count > 0);
  assert.equal(await connection.next(), undefined);
  assert.equal(connection.fault(), undefined);
  assert.equal(await stopped, 0);
});

test('a body that never comes is cut off at the deadline', async (context) => {
  const service = await startDemo(context, { VITRINE_SHUTDOWN_TIMEOUT_MS: '300' });
  const connection = await openTo(context, service);
  connection.write(`${countHead(100)}{`);
  const other = await openTo(context, service);
  other.write(formsText);
  await other.next();
  const start = performance.now();
  assert.equal(await service.stop(), 0);
  assert.ok(performance.now() - start < PROMPT_MS);
  assert.equal(await connection.next(), undefined);
});

test('a second signal, even another one, ends it at once', async (context) => {
  const service = await startDemo(context);
  const connection = await openTo(context, service);
  connection.write(`${countHead(100)}{`);
  const other = await openTo(context, service);
  other.write(formsText);
  await other.next();
  const stopped = service.stop('SIGINT');
  await other.next();
  service.child.kill('SIGTERM');
  assert.equal(await stopped, 1);
});

test('searches recorded before the end are there after it', async (context) => {
  const variables = { VITRINE_POPULAR_TERMS_MIN_VISITORS: '1' };
  const service = await startDemo(context, variables);
  const headers = {
    'x-tenant-id': demo.tenantId,
    'x-workspace-id': demo.workspaceId,
    'x-environment-id': demo.productionEnvironmentId,
  };
  const term = 'winter journal letters';
  const query = new URLSearchParams({ catalog_id: demo.mainCatalogId, q: term });
  const found = await service.fetch(`/discovery/search/content?${query}`, { headers });
  assert.ok(((await found.json()) as { total: number }).total > 0);
  assert.equal(await service.stop(), 0);
  const listTerms = async (running: RunningService): Promise<string[]> => {
    const path = `/discovery/search/popular-terms?catalog_id=${demo.mainCatalogId}&limit=100`;
    return (await (await running.fetch(path, { headers })).json()) as string[];
  };
  const again = await startService(service.dataDir, variables);
  context.after(() => again.stop('SIGKILL'));
  assert.ok(!(await listTerms(again)).includes(term), 'a list changes by computation only');
  const refreshed = await runCommand(service.dataDir, ['popular-terms', 'refresh'], { variables });
  assert.equal(refreshed.code, 0, refreshed.err);
  assert.ok((await listTerms(again)).includes(term));
  assert.equal(await again.stop(), 0);
});
