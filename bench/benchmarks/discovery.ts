// Pages of a storefront over generated products: 24 products, their exact number, and the counts of five facets.

import { openEngine } from '../engine-client.ts';
import type { Options } from '../options.ts';
import { buildDiscoveryQuestions } from '../questions/product-questions.ts';
import { formatNumber, formatTable } from '../table.ts';
import { measureSizes } from './growth.ts';
import { compareLatency } from './latency.ts';

const QUICK_SIZES = [10_000, 100_000];
const FULL_SIZES = [...QUICK_SIZES, 1_000_000];
const BYTES_PER_MB = 1_048_576;

export const runDiscovery = async (options: Options, say: (line: string) => void): Promise<void> => {
  const { products } = options;
  const size = products.toLocaleString('en');
  say(`## discovery: pages of 24 of ${size} products; p50 / p99, others as multiples of ours\n`);
  await compareLatency('discovery', products, buildDiscoveryQuestions(products), options, say);
  const sizes = options.isFull ? FULL_SIZES : QUICK_SIZES;
  say('### discovery: growth, ours, p50 / p99 ms\n');
  const rows = await measureSizes('discovery', sizes, buildDiscoveryQuestions, options, say);
  say('');
  say(
    formatTable(
      ['', ...sizes.map((one) => one.toLocaleString('en'))],
      [...rows, ['memory, bytes per product', ...(await measureMemory(sizes, options))]],
    ),
  );
  say('');
};

/** Of the index and all that its process holds besides. */
const measureMemory = async (sizes: readonly number[], { yardstick }: Options): Promise<string[]> => {
  const figures: string[] = [];
  for (const size of sizes) {
    const engine = openEngine('ours', yardstick);
    try {
      const { memoryMb } = await engine.build('discovery', size);
      figures.push(formatNumber((memoryMb * BYTES_PER_MB) / size));
    } finally {
      engine.close();
    }
  }
  return figures;
};
