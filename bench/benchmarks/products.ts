// Product counts over generated products: every class of query, every engine that can express it.

import type { Options } from '../options.ts';
import { buildProductQuestions } from '../questions/product-questions.ts';
import { compareLatency } from './latency.ts';

export const runProducts = async (options: Options, say: (line: string) => void): Promise<void> => {
  const { products } = options;
  say(`## products: counts over ${products.toLocaleString('en')}; p50 / p99, others as multiples of ours\n`);
  await compareLatency('products', products, buildProductQuestions(products), options, say);
};
