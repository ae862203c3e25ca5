// Latency by class of query, ours against the others, in one table. All engines run at once and alternate class by
// class, so that other load on the machine affects all alike.

import { type EngineClient, openEngine } from '../engine-client.ts';
import type { Subject } from '../engine-process.ts';
import { type EngineName, engineLabels } from '../engines/list.ts';
import { bestOf, type Latency } from '../measure.ts';
import type { Options } from '../options.ts';
import type { QuestionClass } from '../questions/content-questions.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';

const ROUNDS = 3;

export const compareLatency = async (
  subject: Subject,
  documents: number,
  classes: readonly QuestionClass<unknown>[],
  options: Options,
  say: (line: string) => void,
): Promise<void> => {
  const names: EngineName[] = ['ours', 'lived', ...options.peers];
  const engines: EngineClient[] = [];
  try {
    for (const name of names) {
      say(`  building ${engineLabels[name]} …`);
      const engine = openEngine(name, options.yardstick);
      engines.push(engine);
      await engine.build(subject, documents);
    }
    const rows: string[][] = [];
    for (const questions of classes) {
      say(`  asking: ${questions.name} …`);
      const measured = await askInTurns(engines, questions, options.rowMaxMs);
      rows.push([
        questions.name,
        medianTotal(questions),
        ...measured.map((one) => formatLatency(one, measured[0])),
      ]);
    }
    say('');
    say(formatTable(['', 'found', ...names.map((name) => engineLabels[name])], rows));
    say('');
  } finally {
    for (const engine of engines) engine.close();
  }
};

/** Several rounds, each engine once per round: a burst of other load spoils a round, not an engine. */
export const askInTurns = async (
  engines: readonly EngineClient[],
  questions: QuestionClass<unknown>,
  maxMs: number,
): Promise<(Latency | undefined)[]> => {
  const rounds: (Latency | undefined)[][] = engines.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, engine] of engines.entries())
      rounds[place]?.push(await engine.ask(questions, maxMs / ROUNDS, round > 0));
  }
  return rounds.map(bestOf);
};

const medianTotal = ({ totals }: QuestionClass<unknown>): string => {
  const sorted = totals.toSorted((a, b) => a - b);
  return formatNumber(sorted[sorted.length >>> 1] ?? 0);
};

/** Ours in milliseconds, the others as multiples of ours; p50 first, then p99. */
const formatLatency = (latency: Latency | undefined, ours: Latency | undefined): string => {
  if (latency === undefined || ours === undefined) return '–';
  const figures =
    latency === ours
      ? `${formatNumber(ours.p50Ms)} / ${formatNumber(ours.p99Ms)} ms`
      : `${formatRatio(latency.p50Ms, ours.p50Ms)} / ${formatRatio(latency.p99Ms, ours.p99Ms)}`;
  return latency.wrong === 0 ? figures : `${figures} ✗ total ${latency.wrong}/${latency.asked} wrong`;
};
