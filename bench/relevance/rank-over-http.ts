// Products ranked by the service itself: imported like any bundle, searched through the operation that storefronts use.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundle } from '../../src/import/import-bundle.ts';
import { openStore } from '../../src/open-store.ts';
import {
  catalogIdOf,
  ENVIRONMENT_ID,
  scopeLines,
  tenantIdOf,
  WORKSPACE_ID,
} from '../generate/catalog-bundle.ts';
import { startWatchedService } from '../loop/watched-service.ts';
import { type JudgedSet, productOf } from './judged-set.ts';
import { type BuildRanker, DEPTH } from './rankers.ts';

const TENANT = 1;
const SEARCH = '/apis/ecommerce-service/public/discovery/v2/search';

export const rankOverHttp: BuildRanker = async (set) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-relevance-'));
  await importProducts(dataDir, set);
  // The first search waits for the index.
  const service = await startWatchedService(dataDir, { VITRINE_SEARCH_WAIT_MS: '60000' });
  const headers = {
    'content-type': 'application/json',
    'x-tenant-id': tenantIdOf(TENANT),
    'x-workspace-id': WORKSPACE_ID,
    'x-environment-id': ENVIRONMENT_ID,
  };
  return {
    rank: async (query) => {
      const response = await fetch(`${service.address}${SEARCH}?limit=${DEPTH}&fields=id`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ search_term: query }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${query}: ${response.status} ${text}`);
      const { Data } = JSON.parse(text) as { Data: { records: readonly { readonly id: string }[] } };
      return Data.records.map(({ id }) => id);
    },
    close: async () => {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const importProducts = async (dataDir: string, { documents }: JudgedSet): Promise<void> => {
  const store = await openStore({ dataDir });
  try {
    const { faults } = await importBundle(store, linesOf(documents), { keepGoing: false, spoolDir: dataDir });
    if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  } finally {
    await store.close();
  }
};

async function* linesOf(documents: JudgedSet['documents']): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${scopeLines(TENANT).join('\n')}\n`);
  for (const document of documents) {
    const { id, sku, name, description, brand, attributes } = productOf(document);
    const line = {
      kind: 'product',
      catalog_id: catalogIdOf(TENANT),
      id,
      sku,
      name,
      description,
      brand,
      attributes,
    };
    yield encoder.encode(`${JSON.stringify(line)}\n`);
  }
}
