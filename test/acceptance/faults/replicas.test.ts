// A process that builds its indexes from a read replica: the same responses with it, behind it and without it, and what the metrics and
// the log say.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPostgresPair } from '../../fixtures/postgres-standby.ts';
import { readMetrics, readValue } from '../../fixtures/read-metrics.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { OPERATOR } from '../service/fixture-service.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';
import { CATALOG_ID, fillWorkspace, placeHeaders } from './fault-cluster.ts';
import { itemPath, searchPath } from './fault-load.ts';

const DATABASE = 'vitrine';
/** More than are read without a plan. */
const ITEMS = 80;

const item = (title: string) => ({
  type: 'article',
  title,
  body: 'everywhere',
  url: '/',
  created_at: '2026-01-02T03:04:05Z',
});

const fillCatalog = async ({ fetch }: RunningService): Promise<void> => {
  const lines = Array.from({ length: ITEMS }, (_, at) => ({
    kind: 'content_item',
    catalog_id: CATALOG_ID,
    provider_id: `i${at}`,
    locale: 'en-us',
    ...item(`item ${at}`),
  }));
  const response = await fetch('/manage/v1/bulk', {
    method: 'POST',
    headers: {
      ...placeHeaders,
      authorization: `Bearer ${OPERATOR}`,
      'content-type': 'application/x-ndjson',
    },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  assert.match(await response.text(), /"failed":0,"is_complete":true/);
};

const readReplicaValue = async ({ fetch }: RunningService, name: string): Promise<number> => {
  const response = await fetch('/metrics', { headers: { authorization: `Bearer ${OPERATOR}` } });
  return readValue(readMetrics(await response.text()), `store_replica_${name}`);
};

test('a process builds its indexes from a replica, and from the primary without it', async (t) => {
  const pair = await startPostgresPair();
  t.after(() => pair.close());
  await pair.createDatabase(DATABASE);
  const start = async (context: TestContext, replicaPort?: number): Promise<RunningService> => {
    const service = await startService(await makeDataDir(context), {
      VITRINE_STORE_URL: pair.urlOf(DATABASE, pair.port()),
      VITRINE_OPERATOR_TOKEN: OPERATOR,
      ...(replicaPort === undefined ? {} : { VITRINE_STORE_REPLICA_URL: pair.urlOf(DATABASE, replicaPort) }),
    });
    context.after(() => service.stop('SIGKILL'));
    await waitUntil('it is ready', async () => (await service.fetch('/readyz')).status === 200);
    return service;
  };
  const first = await start(t);
  const token = await fillWorkspace(first.address);
  await fillCatalog(first);
  const total = async (service: RunningService): Promise<string> => {
    const response = await service.fetch(searchPath('everywhere'), { headers: placeHeaders });
    return /"total":\d+/.exec(await response.text())?.[0] ?? `${response.status}`;
  };
  const standby = await pair.addStandby({ isAsynchronous: true });
  const second = await start(t, standby.port);
  assert.equal(await total(second), `"total":${ITEMS}`);
  assert.ok((await readReplicaValue(second, 'reads_total')) >= 1);
  assert.equal(await readReplicaValue(second, 'refusals_total'), 0);

  await standby.kill();
  const written = await first.fetch(itemPath('late'), {
    method: 'PUT',
    headers: { ...placeHeaders, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(item('late')),
  });
  assert.equal(written.status, 201);
  const third = await start(t, standby.port);
  assert.equal(await total(third), `"total":${ITEMS + 1}`);
  assert.equal(await readReplicaValue(third, 'reads_total'), 0);
  assert.ok((await readReplicaValue(third, 'refusals_total')) >= 1);
  assert.match(third.log(), /"refusal":"unreachable".*a read replica is not used; the primary is read/);
  assert.ok(!third.log().includes('storage failed'));
  await waitUntil('the lag is shown', async () => (await readReplicaValue(second, 'lag_seconds')) > 0);
  for (const service of [second, third]) assert.equal(await service.stop(), 0, service.log());
});
