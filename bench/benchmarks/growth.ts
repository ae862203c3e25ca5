// How our latency grows with the number of documents: every size is built from scratch and gets the same classes of
// queries.

import { openEngine } from '../engine-client.ts';
import type { Subject } from '../engine-process.ts';
import type { Options } from '../options.ts';
import { buildContentQuestions, type QuestionClass } from '../questions/content-questions.ts';
import { buildProductQuestions } from '../questions/product-questions.ts';
import { formatNumber, formatTable } from '../table.ts';
import { askInTurns } from './latency.ts';

const QUICK_SIZES = [10_000, 100_000];
const FULL_SIZES = [...QUICK_SIZES, 1_000_000];

export const runGrowth = async (options: Options, say: (line: string) => void): Promise<void> => {
  const sizes = options.isFull ? FULL_SIZES : QUICK_SIZES;
  say('## growth: ours, p50 / p99 ms\n');
  const rows = [
    ...(await measureSizes('content', sizes, buildContentQuestions, options, say)),
    ...(await measureSizes('products', sizes, buildProductQuestions, options, say)),
  ];
  say('');
  say(formatTable(['', ...sizes.map((size) => size.toLocaleString('en'))], rows));
  say('');
};

export const measureSizes = async (
  subject: Subject,
  sizes: readonly number[],
  makeQuestions: (documents: number) => readonly QuestionClass<unknown>[],
  options: Options,
  say: (line: string) => void,
): Promise<string[][]> => {
  const rows = new Map<string, string[]>();
  for (const size of sizes) {
    say(`  ${subject}: ${size.toLocaleString('en')} …`);
    const classes = makeQuestions(size);
    const engine = openEngine('ours', options.yardstick);
    try {
      await engine.build(subject, size);
      for (const questions of classes) {
        const row = rows.get(questions.name) ?? [`${subject}: ${questions.name}`];
        const latency = (await askInTurns([engine], questions, options.rowMaxMs))[0];
        const figures =
          latency === undefined ? '–' : `${formatNumber(latency.p50Ms)} / ${formatNumber(latency.p99Ms)}`;
        row.push(latency?.wrong ? `${figures} ✗ total ${latency.wrong}/${latency.asked} wrong` : figures);
        rows.set(questions.name, row);
      }
    } finally {
      engine.close();
    }
  }
  return [...rows.values()];
};
