// Pages in a real browser, as a visitor sees them: first paint, largest paint, bytes and requests with an empty and with a filled
// cache, and the time from a keystroke to its suggestions. The demo shop, a window of 1280 × 720, loopback.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../test/acceptance/service/running-service.ts';
import { type Browser, launchBrowser } from '../../test/browser/browser.ts';
import { measureKeystroke, type Visit, visit } from '../browser/measure-visit.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const ROUNDS = 5;
const KIBIBYTE = 1024;

const paths = [
  '/',
  '/reference',
  '/docs',
  '/storefront',
  '/storefront/search?q=rain+jakcet',
  '/storefront/category/cat-jackets',
  '/storefront/campaign/winter',
  '/storefront/products/p-skarv-rain-jacket-w',
  '/storefront/journal',
  '/storefront/journal/night-sky?lang=de',
  '/storefront/forms/contact',
];

/** Each is a question that the page has not asked before. */
const typed = [
  'slee',
  'jack',
  'tent',
  'lamp',
  'wool',
  'boot',
  'cand',
  'back',
  'glov',
  'knif',
  'blan',
  'stov',
];

export const runBrowser = async (_: Options, say: (line: string) => void): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  say('## browser: the demo shop, medians of five visits\n');
  say('  starting the service and the browser …');
  const service = await startService(dataDir, { VITRINE_LOG_LEVEL: 'warn' }, ['--demo']);
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    for (const path of paths) {
      say(`  visiting ${path} …`);
      rows.push([path, ...(await measurePage(browser, service.address + path))]);
    }
    say(formatTable(heads, rows));
    say('\n### from a keystroke to the frame with its suggestions, ms\n');
    say(formatTable(['', 'p50', 'slowest'], await measureTyping(browser, `${service.address}/storefront`)));
    say('');
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const heads = ['', 'first paint, ms', 'largest paint, ms', 'KB', 'requests'].flatMap((head, at) =>
  at === 0 ? [head] : [head, 'cached'],
);

const measurePage = async (browser: Browser, url: string): Promise<string[]> => {
  const cold: Visit[] = [];
  const warm: Visit[] = [];
  // The first round is for the service: what it renders and caches once.
  for (let round = 0; round <= ROUNDS; round += 1) {
    // A page of its own has a cache of its own.
    const page = await browser.newPage();
    const [first, second] = [await visit(page, url), await visit(page, url)];
    await page.close();
    if (round === 0) continue;
    cold.push(first);
    warm.push(second);
  }
  const cells = (show: (visit: Visit) => number): string[] =>
    [cold, warm].map((visits) => formatNumber(medianOf(visits.map(show))));
  return [
    ...cells(({ firstPaintMs }) => firstPaintMs),
    ...cells(({ largestPaintMs }) => largestPaintMs),
    ...cells(({ bytes }) => bytes / KIBIBYTE),
    ...[cold, warm].map((visits) => String(medianOf(visits.map(({ requests }) => requests)))),
  ];
};

const measureTyping = async (browser: Browser, url: string): Promise<string[][]> => {
  const page = await browser.newPage();
  await visit(page, url);
  const asked: number[] = [];
  const kept: number[] = [];
  for (const text of typed) asked.push(await measureKeystroke(page, text));
  // The client keeps responses for a minute.
  for (const text of typed.slice(-4)) kept.push(await measureKeystroke(page, text));
  await page.close();
  const row = (name: string, times: readonly number[]): string[] => [
    name,
    formatNumber(medianOf(times)),
    formatNumber(Math.max(...times)),
  ];
  return [row('asked of the service', asked), row('typed again within a minute', kept)];
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
