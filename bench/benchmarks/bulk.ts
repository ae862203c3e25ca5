// One bulk request of some 60,000 products while another tenant searches: its duration, the service's memory, and the
// effect on the searches. Service, probe and sender are separate processes.

import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import {
  bundleOf,
  catalogIdOf,
  productLine,
  scopeLines,
  tenantIdOf,
  WORKSPACE_ID,
} from '../generate/catalog-bundle.ts';
import { createToken, importText } from '../loop/ask-catalog.ts';
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

const SEARCHING = 1;
const FILLED = 2;
const SEARCHED_SIZE = { products: 1_000, articles: 1_000 };
const MADE_UP = 63_436;
const SMALL = 20_000;
const MEBIBYTE = 1024 * 1024;

const heads = [
  '',
  'lines',
  'took s',
  'lines/s',
  'searches',
  'search ms (p50 / p99 / max)',
  ...LOOP_HEADS,
  'memory MB (before / at most)',
];

export const runBulk = async (options: Options, say: (line: string) => void): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const probe = openProbe(SEARCHING, { isSearchOnly: true });
  const rows: string[][] = [];
  try {
    const real = join(options.data, 'other-terms', 'catalogs', 'debian-bookworm-packages.ndjson.gz');
    const isReal = existsSync(real);
    say(
      `## bulk: ${isReal ? 'the packages of Debian' : 'made-up products'} by one request while another tenant searches ${PER_SECOND} times a second\n`,
    );
    say('  writing lines …');
    const files = { small: join(folder, 'small.ndjson'), all: join(folder, 'all.ndjson') };
    await pipeline(linesOf(isReal ? real : undefined, SMALL), createWriteStream(files.small));
    await pipeline(
      linesOf(isReal ? real : undefined, Number.POSITIVE_INFINITY),
      createWriteStream(files.all),
    );
    for (const [name, file] of Object.entries(files)) {
      const dataDir = join(folder, name);
      const token = await prepare(dataDir);
      // A fresh process per size: peak memory can only be read for a whole process.
      const service = await startWatchedService(dataDir);
      try {
        await probe.warmUp(service);
        const measure = buildMeasure(probe, service, rows, say);
        await measure('nothing else', () => sleep(QUIET_MS));
        await measure('new', () => sendFile(service, token, file));
        await measure('the same again', () => sendFile(service, token, file));
      } finally {
        await service.stop();
      }
    }
    say('');
    say(formatTable(heads, rows));
    say('');
  } finally {
    probe.close();
    await rm(folder, { recursive: true, force: true });
  }
};

interface Package {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly section: string;
  readonly source: string;
  readonly priority: string;
  readonly download_size: number;
  readonly tags?: readonly string[];
}

const packageLine = (text: string): string => {
  const { id, title, description, section, source, priority, download_size, tags } = JSON.parse(
    text,
  ) as Package;
  return `${JSON.stringify({
    kind: 'product',
    catalog_id: catalogIdOf(FILLED),
    id,
    sku: id,
    name: title.trim() === '' ? id : title,
    description,
    brand: source,
    category_ids: [section],
    prices: { USD: download_size / 1000 },
    attributes: { priority, ...(tags === undefined || tags.length === 0 ? {} : { tag: tags }) },
  })}\n`;
};

async function* linesOf(packages: string | undefined, max: number): AsyncGenerator<string> {
  let count = 0;
  if (packages === undefined) {
    for (; count < Math.min(max, MADE_UP); count += 1) yield `${productLine(FILLED, count)}\n`;
    return;
  }
  for await (const text of createInterface({ input: createReadStream(packages).pipe(createGunzip()) })) {
    if (count >= max) return;
    count += 1;
    yield packageLine(text);
  }
}

/** Creates both tenants and the searched data; returns a token of the other tenant. */
const prepare = async (dataDir: string): Promise<string> => {
  const lines = [...bundleOf(SEARCHING, SEARCHED_SIZE), scopeLines(FILLED).join('\n')].join('');
  await importText(dataDir, lines);
  return createToken(dataDir, tenantIdOf(FILLED), WORKSPACE_ID);
};

/** Sends the file while reading the results; returns how many lines were accepted. */
const sendFile = async ({ address }: WatchedService, token: string, file: string): Promise<number> => {
  const sent = request(new URL('/manage/v1/bulk', address), {
    method: 'POST',
    headers: {
      'x-tenant-id': tenantIdOf(FILLED),
      'x-workspace-id': WORKSPACE_ID,
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
    },
  });
  const responded = once(sent, 'response') as Promise<[NodeJS.ReadableStream]>;
  const sending = pipeline(createReadStream(file), sent);
  const [response] = await responded;
  let last = '';
  for await (const line of createInterface({ input: response })) last = line;
  await sending;
  const { summary } = JSON.parse(last) as {
    summary?: { lines: number; failed: number; is_complete: boolean };
  };
  if (summary?.is_complete !== true || summary.failed > 0) throw new Error(`the response ends in ${last}`);
  return summary.lines;
};

const buildMeasure =
  (probe: Probe, service: WatchedService, rows: string[][], say: (line: string) => void) =>
  async (name: string, work: () => Promise<number | undefined>): Promise<void> => {
    say(`  ${name} …`);
    const { result: lines, tookMs, report, before, loop } = await probe.measure(name, service, work);
    rows.push([
      name,
      lines === undefined ? '–' : lines.toLocaleString('en'),
      formatNumber(tookMs / 1000),
      lines === undefined ? '–' : formatNumber((lines * 1000) / tookMs),
      report.asked.toLocaleString('en'),
      formatPercentiles(report),
      ...loopCells(loop),
      [before.rssBytes, loop.peakRssBytes].map((bytes) => formatNumber(bytes / MEBIBYTE)).join(' / '),
    ]);
  };
