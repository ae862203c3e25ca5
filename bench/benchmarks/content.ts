// Content search over generated articles: every class of query, every engine that can express it.

import type { Options } from '../options.ts';
import { buildContentQuestions } from '../questions/content-questions.ts';
import { compareLatency } from './latency.ts';

export const runContent = async (options: Options, say: (line: string) => void): Promise<void> => {
  const { articles } = options;
  say(`## content: ${articles.toLocaleString('en')} articles; p50 / p99, others as multiples of ours\n`);
  await compareLatency('content', articles, buildContentQuestions(articles), options, say);
};
