// How long a started service takes to its first response about a large catalog, and how much memory it has a while later: built from the
// store, and loaded from its snapshot. With names only, as the prototype's products have, and with descriptions.

import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleOf } from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { importFile, search, waitForSnapshots } from '../loop/ask-catalog.ts';
import { startWatchedService } from '../loop/watched-service.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const TENANT = 1;

export const runRestart = async (options: Options, say: (line: string) => void): Promise<void> => {
  say(
    `## restart: ${options.products.toLocaleString('en')} products, from listening to the first response\n`,
  );
  const rows: string[][] = [];
  for (const hasDescriptions of [false, true]) {
    const name = hasDescriptions ? 'name and description' : 'name alone';
    say(`  ${name} …`);
    const { built, loaded } = await measure(options.products, hasDescriptions);
    const took = [built, loaded].map(({ tookMs }) => formatNumber(tookMs / 1000));
    rows.push([name, ...took, ...[built, loaded].map(({ memoryMiB }) => formatNumber(memoryMiB))]);
  }
  say('');
  say(
    formatTable(
      [
        '',
        'built from the store, s',
        'loaded from its snapshot, s',
        'memory after building, MiB',
        'memory after loading, MiB',
      ],
      rows,
    ),
  );
  say('');
};

const measure = async (products: number, hasDescriptions: boolean) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const dataDir = join(folder, 'data');
  try {
    const bundle = join(folder, 'catalog.ndjson');
    await pipeline(bundleOf(TENANT, { products, articles: 0, hasDescriptions }), createWriteStream(bundle));
    await importFile(dataDir, bundle);
    const built = await firstResponse(dataDir, () => waitForSnapshots(dataDir, 1));
    const loaded = await firstResponse(dataDir, async () => {});
    return { built, loaded };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Idle threads have ended by then, and what they used is free. */
const SETTLE_MS = 40_000;

interface Started {
  readonly tookMs: number;
  /** Resident. */
  readonly memoryMiB: number;
}

/** From listening to the first response; then runs `settle`, reads the memory and stops the service. */
const firstResponse = async (dataDir: string, settle: () => Promise<void>): Promise<Started> => {
  const service = await startWatchedService(dataDir);
  try {
    const start = performance.now();
    await search(service, TENANT, vocabulary[100] as string);
    const tookMs = performance.now() - start;
    await settle();
    await sleep(SETTLE_MS);
    return { tookMs, memoryMiB: readMemoryMiB(service.child.pid) };
  } finally {
    await service.stop();
  }
};

/** NaN if the system does not report it. */
const readMemoryMiB = (pid: number | undefined): number => {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  } catch {
    return Number.NaN;
  }
};
