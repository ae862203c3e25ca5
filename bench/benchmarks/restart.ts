// How long a started service takes to its first response about a large catalog: built from the store, and loaded from
// its snapshot. With names only, as the prototype's products have, and with descriptions.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bundleOf } from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { importFile, search, waitForSnapshots } from '../loop/ask-catalog.ts';
import { startWatchedService } from '../loop/watched-service.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const TENANT = 1;

export const runRestart = async (options: Options, say: (line: string) => void): Promise<void> => {
  say(
    `## restart: ${options.products.toLocaleString('en')} products, from the start to the first response\n`,
  );
  const rows: string[][] = [];
  for (const hasDescriptions of [false, true]) {
    const name = hasDescriptions ? 'name and description' : 'name alone';
    say(`  ${name} …`);
    const { builtMs, loadedMs } = await measure(options.products, hasDescriptions);
    rows.push([name, formatNumber(builtMs / 1000), formatNumber(loadedMs / 1000)]);
  }
  say('');
  say(formatTable(['', 'built from the store, s', 'loaded from its snapshot, s'], rows));
  say('');
};

const measure = async (products: number, hasDescriptions: boolean) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const dataDir = join(folder, 'data');
  try {
    const bundle = join(folder, 'catalog.ndjson');
    await pipeline(bundleOf(TENANT, { products, articles: 0, hasDescriptions }), createWriteStream(bundle));
    await importFile(dataDir, bundle);
    const builtMs = await firstResponse(dataDir, () => waitForSnapshots(dataDir, 1));
    const loadedMs = await firstResponse(dataDir, async () => {});
    return { builtMs, loadedMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** From listening to the first response; then runs `settle` and stops the service. */
const firstResponse = async (dataDir: string, settle: () => Promise<void>): Promise<number> => {
  const service = await startWatchedService(dataDir);
  try {
    const start = performance.now();
    await search(service, TENANT, vocabulary[100] as string);
    const tookMs = performance.now() - start;
    await settle();
    return tookMs;
  } finally {
    await service.stop();
  }
};
