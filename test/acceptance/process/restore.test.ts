// A data folder whose database was restored from an older backup, with newer snapshots left in place: searches find
// what the database holds, even if both have the same number of changes since.

import assert from 'node:assert/strict';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { linesOf, toBundle } from '../service/fixture-lines.ts';
import { makeDataDir, startService } from '../service/running-service.ts';

const bringIn = async (dataDir: string, input: string): Promise<void> => {
  const { code, err } = await runHere(dataDir, ['import', '-'], { input });
  assert.equal(code, 0, err);
};

const putItem = (dataDir: string, title: string): Promise<void> =>
  bringIn(
    dataDir,
    toBundle([
      { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace },
      {
        kind: 'content_item',
        catalog_id: shared.catalog,
        provider_id: 'restored-page',
        locale: 'en-us',
        type: 'page',
        title,
        url: '/restored',
        created_at: '2026-03-01',
      },
    ]),
  );

/** How many items a service on the folder finds for each word; its index is saved when it stops. */
const countIn = async (dataDir: string, words: readonly string[]): Promise<number[]> => {
  const service = await startService(dataDir);
  try {
    return await Promise.all(
      words.map(async (word) => {
        const response = await service.fetch(
          `/discovery/search/content?catalog_id=${shared.catalog}&q=${word}`,
          {
            headers: {
              'x-tenant-id': home.tenant,
              'x-workspace-id': home.workspace,
              'x-environment-id': home.environment,
            },
          },
        );
        return ((await response.json()) as { total: number }).total;
      }),
    );
  } finally {
    await service.stop();
  }
};

test('an index that is ahead of a restored database is never believed', async (t) => {
  const dataDir = await makeDataDir(t);
  const database = join(dataDir, 'vitrine.db');
  await bringIn(dataDir, toBundle(linesOf(home)));
  assert.deepEqual(await countIn(dataDir, ['zyzzyva', 'quokka']), [0, 0]);
  await copyFile(database, `${database}.copy`);
  await putItem(dataDir, 'zyzzyva');
  assert.deepEqual(await countIn(dataDir, ['zyzzyva', 'quokka']), [1, 0]);
  for (const name of await readdir(dataDir)) {
    if (/^vitrine\.db(-wal|-shm)?$/.test(name)) await rm(join(dataDir, name));
  }
  await copyFile(`${database}.copy`, database);
  await putItem(dataDir, 'quokka');
  assert.deepEqual(await countIn(dataDir, ['zyzzyva', 'quokka']), [0, 1]);
});
