// Whether one tenant's work delays another: a small tenant gets requests at a fixed rate while a large one is
// imported, built, loaded from its snapshot, and changed and merged. Service, probe and imports are separate
// processes.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { articleLine, bundleOf, productLine, scopeLines } from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { importFile, importText, search, waitForSnapshots } from '../loop/ask-catalog.ts';
import {
  formatPercentiles,
  LOOP_HEADS,
  loopCells,
  openProbe,
  PER_SECOND,
  type Probe,
  QUIET_MS,
} from '../loop/open-probe.ts';
import { startWatchedService, type WatchedService } from '../loop/watched-service.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const WARM = 1;
const LARGE = 2;
const WARM_SIZE = { products: 1_000, articles: 200 };
const CHANGE_ROUNDS = 8;
const CHANGED_PRODUCTS = 1_000;
const CHANGED_ARTICLES = 100;

type Measure = (name: string, service: WatchedService, work: () => Promise<void>) => Promise<void>;

export const runLoop = async (options: Options, say: (line: string) => void): Promise<void> => {
  const size = { products: Math.min(options.products, 5 * options.articles), articles: options.articles };
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const dataDir = join(folder, 'data');
  const probe = openProbe(WARM, { isSearchOnly: false });
  const rows: string[][] = [];
  const measure = buildMeasure(probe, rows, say);
  let service: WatchedService | undefined;
  try {
    say(
      `## loop: a small tenant asked ${PER_SECOND} times a second beside ${size.products.toLocaleString('en')} products and ` +
        `${size.articles.toLocaleString('en')} articles of another\n`,
    );
    say('  writing bundles …');
    const large = join(folder, 'large.ndjson');
    await pipeline(bundleOf(LARGE, size), createWriteStream(large));
    await importText(dataDir, [...bundleOf(WARM, WARM_SIZE)].join(''));
    service = await startWatchedService(dataDir);
    await probe.warmUp(service);
    await measure('nothing else', service, () => sleep(QUIET_MS));
    await measure('import', service, () => importFile(dataDir, large));
    const built = service;
    await measure('built cold', built, () => askLarge(built));
    await measure('parts merged and saved', built, () => waitForSnapshots(dataDir, 2));
    await measure('changed and merged', built, () => changeLarge(dataDir, built, size));
    await service.stop();
    service = await startWatchedService(dataDir);
    const restarted = service;
    await probe.warmUp(restarted);
    await measure('loaded from its snapshot', restarted, () => askLarge(restarted));
    say('');
    say(formatTable(heads, rows));
    say('');
  } finally {
    probe.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const heads = ['', 'took s', 'asked', 'response ms (p50 / p99 / max)', ...LOOP_HEADS];

const buildMeasure =
  (probe: Probe, rows: string[][], say: (line: string) => void): Measure =>
  async (name, service, work) => {
    say(`  ${name} …`);
    const { tookMs, report, loop } = await probe.measure(name, service, work);
    rows.push([
      name,
      formatNumber(tookMs / 1000),
      report.asked.toLocaleString('en'),
      formatPercentiles(report),
      ...loopCells(loop),
    ]);
  };

const askLarge = (service: WatchedService): Promise<void> =>
  search(service, LARGE, vocabulary[100] as string);

/**
 * Each round changes data of the large tenant and queries it, so that the index applies, merges and saves the
 * changes.
 */
const changeLarge = async (
  dataDir: string,
  service: WatchedService,
  size: { readonly products: number; readonly articles: number },
): Promise<void> => {
  for (let round = 1; round <= CHANGE_ROUNDS; round += 1) {
    const lines = scopeLines(LARGE).slice(0, 1);
    for (let turn = 0; turn < CHANGED_PRODUCTS; turn += 1)
      lines.push(productLine(LARGE, (round * 7_919 + turn * 31) % size.products, round));
    for (let turn = 0; turn < CHANGED_ARTICLES; turn += 1)
      lines.push(articleLine(LARGE, (round * 7_919 + turn * 31) % size.articles, round));
    await importText(dataDir, `${lines.join('\n')}\n`);
    await askLarge(service);
  }
};
