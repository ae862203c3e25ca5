// Several workers on one port: responses as from one process, deaths and restarts that others do not notice, and an end that
// serves everything.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { runs, testOnce } from '../../fixtures/long-runs.ts';
import { readMetrics, readValue } from '../../fixtures/read-metrics.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { OPERATOR } from '../service/fixture-service.ts';
import { importOnce } from '../service/imported-folder.ts';
import { makeDataDir, type RunningService, runCommand, startService } from '../service/running-service.ts';
import { bundle, Client, startLoad } from './workers-load.ts';

const WORKERS = 2;
const CLIENTS = 6;
const RESTARTS = runs(1, 2);
const DEATHS = runs(1, 3);

const openFolder = importOnce(bundle);

const scrape = async (service: RunningService) => {
  const response = await service.fetch('/metrics', { headers: { authorization: `Bearer ${OPERATOR}` } });
  assert.equal(response.status, 200);
  return readMetrics(await response.text());
};

const untilAllServe = (service: RunningService): Promise<void> =>
  waitUntil('all workers serve', async () => readValue(await scrape(service), 'workers') === WORKERS, 100);

const SERVES = 'a worker serves';
const REPLACED = 'a worker was replaced by a new one';

/** The process ids of workers, as the log tells them. */
const pidsIn = (log: string, ...messages: readonly string[]): number[] =>
  log
    .split('\n')
    .filter((line) => messages.some((message) => line.includes(`"msg":"${message}"`)))
    .map((line) => (JSON.parse(line) as { pid: number }).pid);

type Cleanup = Parameters<typeof openFolder>[0];

const startWorkers = async (context: Cleanup, drainMs = 0): Promise<RunningService> => {
  const variables = {
    VITRINE_OPERATOR_TOKEN: OPERATOR,
    VITRINE_SEARCH_RECORDING: 'false',
    VITRINE_SHUTDOWN_DRAIN_MS: String(drainMs),
  };
  const service = await startService(await openFolder(context), variables, ['--workers', String(WORKERS)]);
  context.after(async () => void (await service.stop('SIGKILL')));
  await untilAllServe(service);
  return service;
};

const assertAllThere = async (service: RunningService, words: readonly string[]): Promise<void> => {
  const clients = Array.from({ length: WORKERS }, () => new Client(service.address));
  for (const client of clients) {
    for (const word of words) assert.ok(await client.finds(word), word);
    client.close();
  }
};

// Shared by the tests down to the one that stops it: starting workers takes most of the time here.
const service = await startWorkers({ after });

const replaced = (): number => pidsIn(service.log(), REPLACED).length;

testOnce('a write on one worker is found on another: at once by its position', async () => {
  const clients = Array.from({ length: 2 * WORKERS }, () => new Client(service.address));
  // Connections are handed out in turn, so both workers have some of them.
  for (const client of clients) assert.equal(await client.total('nothing'), 0);
  for (let round = 0; round < 20; round += 1) {
    const writer = clients[round % clients.length] as Client;
    const { status, position } = await writer.put(`word${round}`);
    assert.equal(status, 201);
    assert.match(position ?? '', /^[\w-]{22}$/);
    for (const reader of clients) assert.equal(await reader.total(`word${round}`, position), 1);
  }
  const [client] = clients as [Client, ...Client[]];
  const { position } = await client.put('another');
  assert.equal((await client.search('another', position, 'outlet')).status, 400);
  assert.equal((await client.search('another', `${position?.slice(0, 20)}AA`)).status, 400);
  for (const each of clients) each.close();
});

/** Searches that were served, by the metrics. */
const counted = async (): Promise<number> =>
  readValue(await scrape(service), 'http_requests_total', {
    operation: 'search-content',
    status: '200',
    cache: 'miss',
  }) ?? 0;

testOnce('the metrics of all workers are one, whichever is asked', async () => {
  const clients = Array.from({ length: WORKERS }, () => new Client(service.address));
  const before = await counted();
  for (const [at, client] of clients.entries()) await client.total(`metric${at}`);
  assert.equal(await counted(), before + WORKERS);
  const metrics = await scrape(service);
  const workers = metrics.get('vitrine_uptime_seconds')?.samples.map(({ labels }) => labels['worker']);
  assert.deepEqual(workers?.toSorted(), ['1', '2']);
  assert.match(service.log(), /"worker":1,/);
  assert.match(service.log(), /"worker":2,/);
  for (const client of clients) client.close();
});

test('a restart under load fails no request, and keeps what ended workers counted', async (context) => {
  const load = startLoad(service.address, CLIENTS, 'roll');
  context.after(load.stop);
  await waitUntil('requests are served', () => load.served() > 5 * CLIENTS);
  const countedBefore = await counted();
  assert.ok(countedBefore > 0);
  for (let round = 1; round <= RESTARTS; round += 1) {
    service.child.kill('SIGHUP');
    await waitUntil('all workers are replaced', () => replaced() === round * WORKERS);
    assert.ok((await counted()) >= countedBefore);
    const before = load.served();
    await waitUntil('the new ones respond', () => load.served() > before + 5 * CLIENTS);
  }
  await load.stop();
  assert.deepEqual(load.failures, []);
  assert.ok(load.acknowledged.length > 0);
  await assertAllThere(service, load.acknowledged);
});

test('a worker killed under load is replaced, and takes nothing acknowledged with it', async (context) => {
  const load = startLoad(service.address, CLIENTS, 'kill');
  context.after(load.stop);
  for (let round = 1; round <= DEATHS; round += 1) {
    const before = load.served();
    await waitUntil('requests are served', () => load.served() > before + 5 * CLIENTS);
    const failedBefore = load.failures.length;
    const started = pidsIn(service.log(), SERVES).length;
    process.kill(pidsIn(service.log(), SERVES, REPLACED).at(-1) as number, 'SIGKILL');
    await waitUntil(
      'the death is seen',
      () => pidsIn(service.log(), 'a worker died; it is replaced').length === round,
    );
    await waitUntil('another one serves', () => pidsIn(service.log(), SERVES).length === started + 1);
    // Only what the killed one had: each client has one request at a time.
    assert.ok(load.failures.length - failedBefore <= CLIENTS, load.failures.join('\n'));
  }
  await load.stop();
  assert.ok(
    load.failures.every((failure) => /ECONNRESET|socket hang up|EPIPE/.test(failure)),
    load.failures.join('\n'),
  );
  await assertAllThere(service, load.acknowledged);
  assert.equal(readValue(await scrape(service), 'worker_deaths_total'), DEATHS);
});

testOnce('SIGTERM under load serves every accepted request and ends with 0', async (context) => {
  const load = startLoad(service.address, CLIENTS, 'stop');
  context.after(load.stop);
  await waitUntil('requests are served', () => load.served() > 20);
  const stopped = service.stop();
  await waitUntil('no more connections are accepted', () => load.failures.length > 0);
  await load.stop();
  assert.equal(await stopped, 0, service.log());
  // Connections that came too late. Nothing on a connection that was in use has failed.
  const late = /ECONNREFUSED|(?:ECONNRESET|socket hang up), new$/;
  assert.deepEqual([...new Set(load.failures.filter((failure) => !late.test(failure)))], []);
});

testOnce(
  'while the service drains, every worker says so, and serves, though the signal reached all processes',
  async (context) => {
    const draining = await startWorkers(context, 5_000);
    // As systemd or a terminal does. Of the first worker, the log does not tell the process id.
    for (const pid of pidsIn(draining.log(), 'a worker serves')) process.kill(pid, 'SIGTERM');
    const stopped = draining.stop();
    const readiness = async () => {
      const response = await draining.fetch('/readyz', { headers: { connection: 'close' } });
      return response.status === 200
        ? 'ready'
        : ((await response.json()) as { Error: { code: string } }).Error.code;
    };
    await waitUntil('it is not ready any more', async () => (await readiness()) === 'stopping');
    // Connections are handed out in turn, so all workers are asked.
    for (let number = 0; number < 2 * WORKERS; number += 1) {
      assert.equal(await readiness(), 'stopping');
      const client = new Client(draining.address);
      assert.equal(await client.total('nothing'), 0);
      client.close();
    }
    assert.equal(readValue(await scrape(draining), 'workers'), WORKERS);
    assert.equal(await stopped, 0, draining.log());
    assert.deepEqual(pidsIn(draining.log(), 'a worker died; it is replaced'), []);
    assert.equal(pidsIn(draining.log(), 'a worker serves').length, WORKERS - 1);
  },
);

testOnce('workers that cannot start end the service with their exit code', async (context) => {
  const taken = createServer().listen(0, '127.0.0.1');
  context.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { readonly port: number };
  const { code, err } = await runCommand(await makeDataDir(context), ['serve', '--workers', '2'], {
    variables: { VITRINE_PORT: String(port) },
  });
  assert.equal(code, 1);
  assert.equal(err.split('\n').filter((line) => line.includes('is in use')).length, 1, err);
  const wrong = await runCommand(await makeDataDir(context), ['serve', '--workers', 'many']);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.err,
    /--workers is not a whole number \(allowed: a whole number from 1 to 256, or auto\)/,
  );
});
