// The service as it is put together: what is cached of it does not outlive what an index brings in later.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { waitUntil } from '../test/fixtures/wait-until.ts';
import { ACME, line, putAll, workspaceLines } from '../test/suites/store/store-world.ts';
import { openService } from './compose.ts';
import { loadConfig } from './config.ts';
import { countProducts } from './contract/products/count-products.ts';

/** More than are brought in at once: a thread builds them, and whoever asks meanwhile gets the older count. */
const CHANGED = 2_100;
const PRODUCTS = CHANGED + 100;

test('a count that was cached is made anew once an index has brought in what was pending', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-compose-'));
  const service = await openService({ ...loadConfig({}), dataDir, logLevel: 'silent' });
  context.after(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  const products = (count: number, color: string) =>
    Array.from({ length: count }, (_, at) => line('product', { id: `p${at}`, attributes: { color } }));
  /** Undefined while there is no index to ask. */
  const count = async (color: string): Promise<number | undefined> => {
    const response = await service.server.app.inject({
      method: countProducts.method,
      url: countProducts.path,
      headers: {
        'x-tenant-id': ACME.tenantId,
        'x-workspace-id': ACME.workspaceId,
        'x-environment-id': 'PROD',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ facets: [{ field_internal_name: 'color', value: color }] }),
    });
    if (response.statusCode === 503) return undefined;
    assert.equal(response.statusCode, 200, response.body);
    return response.json().Data.result.total_count;
  };
  const untilCounted = (color: string, wanted: number): Promise<void> =>
    waitUntil(`${wanted} products are ${color}`, async () => (await count(color)) === wanted);
  const places = [...workspaceLines(ACME), line('content_model'), line('catalog'), line('store')];
  await putAll(service.store, ACME, [...places, line('category'), ...products(PRODUCTS, 'red')]);
  await untilCounted('red', PRODUCTS);
  await putAll(service.store, ACME, products(CHANGED, 'blue'));
  await untilCounted('blue', CHANGED);
  await untilCounted('red', PRODUCTS - CHANGED);
});
