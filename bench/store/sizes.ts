// What a catalog takes: memory of its index, and how long a node needs to its first count after a start, with and
// without a saved index.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../test/acceptance/service/running-service.ts';
import {
  bundleOf,
  catalogIdOf,
  ENVIRONMENT_ID,
  tenantIdOf,
  WORKSPACE_ID,
} from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { waitForSnapshots } from '../loop/ask-catalog.ts';
import { type Node, type Nodes, readMetric } from './nodes.ts';

const TENANT = 1;
const GIBIBYTE = 1024 ** 3;
const RESPONSE_MAX_MS = 120_000;

export interface Sizes {
  readonly importedPerSecond: number;
  readonly documentsPerGib: number;
  readonly builtMs: number;
  readonly loadedMs: number;
}

/** Without a URL, on SQLite. */
export const measureSizes = async (
  nodes: Nodes,
  url: string | undefined,
  documents: { readonly products: number; readonly articles: number },
): Promise<Sizes> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  try {
    const bundle = join(dataDir, 'bundle.ndjson');
    await writeFile(bundle, bundleOf(TENANT, documents));
    const variables = url === undefined ? {} : { VITRINE_STORE_URL: url };
    const began = performance.now();
    const imported = await runCommand(dataDir, ['import', bundle], { variables });
    if (imported.code !== 0) throw new Error(imported.err);
    const importedMs = performance.now() - began;
    const count = documents.products + documents.articles;
    const first = await startAndAsk(nodes, url, dataDir);
    const bytes = await readMetric(first.service, 'vitrine_search_bytes');
    await waitForSnapshots(dataDir, 1);
    await first.service.stop();
    const second = await startAndAsk(nodes, url, dataDir);
    await second.service.stop();
    return {
      importedPerSecond: (count * 1000) / importedMs,
      documentsPerGib: (count * GIBIBYTE) / bytes,
      builtMs: first.tookMs,
      loadedMs: second.tookMs,
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** From the start of the process, its own start included, to the first search that is served. */
const startAndAsk = async (
  nodes: Nodes,
  url: string | undefined,
  dataDir: string,
): Promise<{ readonly service: Node; readonly tookMs: number }> => {
  const began = performance.now();
  const service = await nodes.start(url, [], dataDir);
  const target = `/discovery/search/content?catalog_id=${catalogIdOf(TENANT)}&q=${vocabulary[100]}`;
  const headers = {
    'x-tenant-id': tenantIdOf(TENANT),
    'x-workspace-id': WORKSPACE_ID,
    'x-environment-id': ENVIRONMENT_ID,
  };
  for (;;) {
    const response = await service.fetch(target, { headers });
    const text = await response.text();
    const tookMs = performance.now() - began;
    if (response.ok) return { service, tookMs };
    if (response.status !== 503 || tookMs > RESPONSE_MAX_MS) throw new Error(text);
  }
};
