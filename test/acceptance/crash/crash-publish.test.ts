// Publishing under kill -9: acknowledged requests survive, others are applied completely or not at all, and repeating
// one with the same key is harmless. Power loss is not simulated here.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';
import { assertWhole } from './crash-folder.ts';

const CYCLES = runs(1, 8);
const RECORDS = 4;
const VERSIONS = 8;
const ACKNOWLEDGED_MIN = 2 * RECORDS;
const KILL_WITHIN_MS = 120;

const catalogId = randomUUID();
const environments = ['P1', 'P2'] as const;
const records = Array.from({ length: RECORDS }, () => ({
  id: randomUUID(),
  versionIds: Array.from({ length: VERSIONS }, () => randomUUID()),
}));
type PublishedRecord = (typeof records)[number];

const createdAt = '2026-01-02T03:04:05Z';

const bundle = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  ...environments.map((id) => ({ kind: 'environment', id, env_type: id, default_locale: 'en-us' })),
  { kind: 'catalog', id: catalogId, environment_ids: environments, content_models: ['blog'] },
  { kind: 'content_model', id: randomUUID(), internal_name: 'blog', created_at: createdAt },
  ...records.flatMap(({ id, versionIds }) => [
    { kind: 'record', model: 'blog', id, created_at: createdAt, created_by: 'Elin' },
    ...versionIds.map((versionId, index) => ({
      kind: 'version',
      record_id: id,
      id: versionId,
      number: index + 1,
      created_at: createdAt,
      localized: { 'en-us': { title: `Story ${index}`, page_slug: '/story', body: 'A story.' } },
    })),
  ]),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** One request and its result: the version number in each environment. */
interface Publish {
  readonly key: string;
  readonly state: readonly [number, number];
}

interface Client {
  readonly record: PublishedRecord;
  acknowledged: Publish | undefined;
  /** Sent, but never acknowledged. */
  unacknowledged: Publish | undefined;
  count: number;
}

const publish = async (
  { address }: RunningService,
  token: string,
  record: PublishedRecord,
  { key, state }: Publish,
): Promise<void> => {
  const versions = state.map((index) => record.versionIds[index]);
  const response = await fetch(
    new URL(`/content/v2/content-models/blog/records/${record.id}/versions/publish`, address),
    {
      method: 'PATCH',
      headers: {
        'x-tenant-id': 'acme',
        'x-workspace-id': 'web',
        'x-environment-id': 'P1',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({
        version_data: environments.map((id, index) => ({ environment_id: id, version_id: versions[index] })),
      }),
    },
  );
  const body = (await response.json()) as { Data: { success: string[] } };
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.deepEqual(body.Data.success, versions);
};

/** The published version of each record in each environment, by record id. */
const readStates = async ({ address }: RunningService): Promise<Map<string, (number | undefined)[]>> => {
  const found = await Promise.all(
    environments.map(async (environment) => {
      const response = await fetch(
        new URL(`/discovery/search/content?catalog_id=${catalogId}&q=story&limit=100`, address),
        { headers: { 'x-tenant-id': 'acme', 'x-workspace-id': 'web', 'x-environment-id': environment } },
      );
      assert.equal(response.status, 200);
      const { data } = (await response.json()) as { data: { provider_id: string; title: string }[] };
      return new Map(data.map((item) => [item.provider_id, Number(item.title.split(' ')[1])]));
    }),
  );
  return new Map(records.map(({ id }) => [id, found.map((titles) => titles.get(id))]));
};

/** Publishes repeatedly until the service is gone. */
const publishUntilGone = async (service: RunningService, token: string, client: Client): Promise<void> => {
  for (;;) {
    client.count += 1;
    // The two environments never have the same version, so a half-applied request is recognizable.
    const state = [client.count % VERSIONS, (client.count + 3) % VERSIONS] as const;
    const next = { key: `${client.record.id}-${client.count}`, state };
    client.unacknowledged = next;
    try {
      await publish(service, token, client.record, next);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
    client.acknowledged = next;
    client.unacknowledged = undefined;
  }
};

const assertRecovered = async (
  service: RunningService,
  token: string,
  clients: readonly Client[],
): Promise<number> => {
  let landed = 0;
  const states = await readStates(service);
  for (const { record, acknowledged, unacknowledged } of clients) {
    const possible = [acknowledged, unacknowledged].map((request) => JSON.stringify(request?.state ?? null));
    const found = states.get(record.id) ?? [];
    const seen = JSON.stringify(found.every((version) => version === undefined) ? null : found);
    assert.ok(possible.includes(seen), `${record.id} is at ${seen}, possible are ${possible}`);
    if (unacknowledged !== undefined && seen === possible[1]) landed += 1;
  }
  for (const client of clients) {
    const { record, acknowledged, unacknowledged } = client;
    if (unacknowledged === undefined) continue;
    await publish(service, token, record, unacknowledged);
    await publish(service, token, record, unacknowledged);
    // A late repeat of the previous request returns what it did then, and must not publish its version again.
    if (acknowledged !== undefined) await publish(service, token, record, acknowledged);
    client.acknowledged = unacknowledged;
    client.unacknowledged = undefined;
  }
  const settled = await readStates(service);
  for (const { record, acknowledged } of clients) {
    if (acknowledged !== undefined) assert.deepEqual(settled.get(record.id), [...acknowledged.state]);
  }
  return landed;
};

const openToken = async (dataDir: string): Promise<string> => {
  const imported = await runHere(dataDir, ['import', '-'], { input: bundle });
  assert.equal(imported.code, 0, imported.err);
  const words = 'token create --tenant acme --workspace web --name crash --permission full --json';
  const created = await runHere(dataDir, words.split(' '));
  return (JSON.parse(created.out) as { token: string }).token;
};

const killedService = async (
  context: TestContext,
  dataDir: string,
  token: string,
  clients: readonly Client[],
): Promise<number> => {
  const service = await startService(dataDir);
  context.after(() => service.stop('SIGKILL'));
  const landed = await assertRecovered(service, token, clients);
  const before = clients.reduce((sum, { count }) => sum + count, 0);
  const load = Promise.all(clients.map((client) => publishUntilGone(service, token, client)));
  const enough = waitUntil(
    'enough is published',
    () => clients.reduce((sum, { count }) => sum + count, 0) - before >= ACKNOWLEDGED_MIN + RECORDS,
  );
  const isOver = await Promise.race([enough, load]);
  assert.equal(isOver, undefined, `the service stopped responding by itself:\n${service.log()}`);
  await sleep(Math.random() * KILL_WITHIN_MS);
  await service.stop('SIGKILL');
  await load;
  await assertWhole(dataDir);
  return landed;
};

test(`publishing survives ${CYCLES} kills`, async (context) => {
  const dataDir = await makeDataDir(context);
  const token = await openToken(dataDir);
  const clients: Client[] = records.map((record) => ({
    record,
    acknowledged: undefined,
    unacknowledged: undefined,
    count: 0,
  }));
  let landed = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    landed += await killedService(context, dataDir, token, clients);
  }
  const last = await startService(dataDir);
  context.after(() => last.stop('SIGKILL'));
  landed += await assertRecovered(last, token, clients);
  assert.equal(await last.stop(), 0);
  await assertWhole(dataDir);
  const sent = clients.reduce((sum, { count }) => sum + count, 0);
  context.diagnostic(`${sent} publishes; ${landed} had landed without a response`);
});
