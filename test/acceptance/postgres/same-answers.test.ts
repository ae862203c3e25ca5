// Random requests, reads and writes, are answered alike by a service over SQLite and one over PostgreSQL.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as demo from '../../../demo/build/ids.ts';
import { type Random, randomFor } from '../../../demo/build/random.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { recordedRequests } from '../process/round-trip-requests.ts';
import { makeDataDir, runCommand, startService } from '../service/running-service.ts';
import { createDatabaseFor } from '../service/test-database.ts';
import { openWireClient, type WireClient, type WireRequest } from '../service/wire-client.ts';

const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson');
const OPERATOR = 'operator-of-the-comparison-0123456789';
const REQUESTS = runs(300, 2_000);

const open = async (context: TestContext, isPostgres: boolean): Promise<WireClient> => {
  const dataDir = await makeDataDir(context);
  await createDatabaseFor(dataDir, isPostgres);
  const imported = await runCommand(dataDir, ['import', '-'], { input: readFileSync(BUNDLE) });
  assert.equal(imported.code, 0, imported.err);
  const service = await startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR });
  const wire = openWireClient(service.address);
  context.after(async () => {
    wire.close();
    await service.stop();
  });
  return wire;
};

const headersOf = (environmentId = demo.productionEnvironmentId): [string, string][] => [
  ['x-tenant-id', demo.tenantId],
  ['x-workspace-id', demo.workspaceId],
  ['x-environment-id', environmentId],
  ['authorization', `Bearer ${OPERATOR}`],
  ['content-type', 'application/json'],
];

const words = ['winter', 'wool', 'Regen', 'tent', 'ß', '😀', '%', '', 'zz', 'a', 'Ärmel', "o'", '\\'];
const MAIN = `/manage/v1/catalogs/${demo.mainCatalogId}`;

/** Few ids, so that what is written is read, changed and deleted again. Also ids that no request may have. */
const idOf = (random: Random): string =>
  encodeURIComponent(random.pick(['n1', 'n2', 'n3', 'é', 'Z', '😀', 'a b', '\u0000', 'x'.repeat(201), '']));

const pageOf = (random: Random): string =>
  `skip=${random.pick([0, 0, 1, 5, 30, -1])}&limit=${random.pick([1, 3, 20, 100, 0, 'x'])}`;

const draw = (random: Random): WireRequest => {
  const word = random.pick(words);
  const search = encodeURIComponent(word);
  const kind = random.pick(['products', 'categories', 'synonyms', 'content-items']);
  const one = `${MAIN}/${kind}/${idOf(random)}`;
  const ask = (method: string, target: string, body?: unknown): WireRequest => ({
    method,
    target,
    headers: headersOf(),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  switch (random.integer(0, 9)) {
    case 0:
      return ask('GET', one);
    case 1:
      return ask('DELETE', one);
    case 2:
      return ask('GET', `${MAIN}/${kind}?${pageOf(random)}&search=${search}`);
    case 3:
      return ask('GET', `/manage/v1/forms?${pageOf(random)}`);
    case 4:
      return ask('GET', `/manage/v1/content-models?${pageOf(random)}&search=${search}`);
    case 5:
      return ask('PUT', `/manage/v1/domains/${random.pick(['a.example', 'b.example', 'A.example'])}`, {
        environment_id: random.pick([demo.productionEnvironmentId, 'nowhere']),
      });
    case 6: {
      const recorded = random.pick(
        recordedRequests.filter(({ host, method }) => !host && method !== 'PATCH'),
      );
      return {
        method: recorded.method,
        target: recorded.target,
        headers: headersOf(recorded.environmentId),
        body: recorded.body === undefined ? undefined : JSON.stringify(recorded.body),
      };
    }
    default:
      return ask('PUT', one, { name: word, words: [word, 'b'], type: 'page', title: word });
  }
};

test('random requests get the same answers over SQLite and PostgreSQL', {
  timeout: 600_000,
}, async (context) => {
  const [sqlite, postgres] = [await open(context, false), await open(context, true)];
  const seed = randomUUID();
  const random = randomFor(`same answers ${seed}`);
  const statuses = new Map<number, number>();
  for (let number = 0; number < REQUESTS; number += 1) {
    const request = draw(random);
    const [one, other] = await Promise.all([sqlite.send(request), postgres.send(request)]);
    const about = `${seed} ${number}: ${request.method} ${request.target} ${request.body}`;
    assert.equal(other.text, one.text, about);
    assert.equal(other.status, one.status, about);
    assert.equal(other.headers.get('etag'), one.headers.get('etag'), about);
    assert.ok(one.status < 500, `${about}: ${one.text}`);
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
  }
  // Of every sort: found, created, deleted, refused, missing.
  for (const status of [200, 201, 400, 404]) assert.ok(statuses.has(status), JSON.stringify([...statuses]));
});
