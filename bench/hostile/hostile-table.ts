// The table of attacks: what the victim noticed as multiples of the quiet, and whether the goal was kept.

import type { LoopReport } from '../loop/watch-loop.ts';
import { percentile } from '../measure.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';
import { type Answers, formatAnswers } from './answers.ts';
import type { Attack } from './attack.ts';
import type { AttackReport } from './attacker-process.ts';
import type { VictimReport } from './victim-process.ts';

const P99_MULTIPLE_MAX = 2;
const HOLD_MAX_MS = 20;

export interface Outcome {
  readonly attack: Pick<Attack, 'id' | 'name'>;
  readonly victim: VictimReport;
  readonly attacker: AttackReport;
  /** Undefined when the service did not come back, and had to be ended. */
  readonly loop: LoopReport | undefined;
  /** What was said to requests of the set-up that did not succeed. */
  readonly refused: readonly string[];
}

export interface Quiet {
  readonly victim: VictimReport;
  readonly loop: LoopReport;
}

const heads = [
  '',
  'asked',
  'p50 ms',
  'p99 ms',
  'max ms',
  'largest hold ms',
  'of it CPU ms',
  "victim's answers",
  "attacker's answers",
  'attacker ms (p50 / max)',
];

/** Of several quiet stretches the median: each is short. */
const medianOf = (quiets: readonly Quiet[], of: (quiet: Quiet) => number): number =>
  percentile(Float64Array.from(quiets.map(of)).sort(), 0.5);

export const formatOutcomes = (quiets: readonly Quiet[], outcomes: readonly Outcome[]): string => {
  const base = {
    p50Ms: medianOf(quiets, ({ victim }) => victim.p50Ms),
    p99Ms: medianOf(quiets, ({ victim }) => victim.p99Ms),
    maxMs: medianOf(quiets, ({ victim }) => victim.maxMs),
  };
  const quietDelayMs = medianOf(quiets, ({ loop }) => loop.delay.maxMs);
  const judged: Judged = quietDelayMs <= HOLD_MAX_MS ? 'delay' : 'busy';
  const quietRow = [
    `nothing (median of ${quiets.length})`,
    quiets.reduce((total, { victim }) => total + victim.asked, 0).toLocaleString('en'),
    ...[base.p50Ms, base.p99Ms, base.maxMs].map(formatNumber),
    formatNumber(quietDelayMs),
    formatNumber(medianOf(quiets, ({ loop }) => loop.busy.maxMs)),
    formatAnswers(sumOf(quiets.map(({ victim }) => victim.answers))),
    '–',
    '–',
  ];
  const rows = outcomes.map(({ attack, victim, attacker, loop, refused }) => {
    const against = (name: keyof typeof base): string =>
      `${formatNumber(victim[name])} (${formatRatio(victim[name], base[name])})`;
    return [
      `${attack.id}. ${attack.name}`,
      victim.asked.toLocaleString('en'),
      against('p50Ms'),
      `${against('p99Ms')}${isCalm(victim, base.p99Ms) ? '' : ' ✗'}`,
      against('maxMs'),
      ...(['delay', 'busy'] as const).map((by) => holdCell(loop, by, judged)),
      formatAnswers(victim.answers),
      [...refused.map((what) => `set-up refused: ${what}`), formatAnswers(attacker.answers)].join('; '),
      `${formatNumber(attacker.p50Ms)} / ${formatNumber(attacker.maxMs)}`,
    ];
  });
  const failed = outcomes.filter(({ victim, loop }) => !isCalm(victim, base.p99Ms) || !isFree(loop, judged));
  return [
    formatTable(heads, [quietRow, ...rows]),
    '',
    `Goal: at most ×${P99_MULTIPLE_MAX} p99, no hold over ${HOLD_MAX_MS} ms${judged === 'busy' ? ' (of computing: others keep this machine busy)' : ''}. Kept by ${outcomes.length - failed.length} of ${outcomes.length} attacks` +
      `${failed.length === 0 ? '' : `; not by ${failed.map(({ attack }) => attack.id).join(', ')}`}.`,
    ...strangeLines(outcomes),
  ].join('\n');
};

const holdCell = (loop: LoopReport | undefined, by: Judged, judged: Judged): string => {
  if (loop === undefined) return by === judged ? 'did not come back ✗' : '–';
  return `${formatNumber(loop[by].maxMs)}${by === judged && !isFree(loop, by) ? ' ✗' : ''}`;
};

const isCalm = ({ p99Ms }: VictimReport, quietMs: number): boolean => p99Ms <= quietMs * P99_MULTIPLE_MAX;

/**
 * Where the machine is busy with other things, every loop is late, and only its computing time says anything. Where it is not, the
 * delay also shows what waits without computing.
 */
type Judged = 'delay' | 'busy';
const isFree = (loop: LoopReport | undefined, by: Judged): boolean =>
  loop !== undefined && loop[by].maxMs <= HOLD_MAX_MS;

const sumOf = (all: readonly Answers[]): Answers => {
  const byStatus: Record<string, number> = {};
  for (const answers of all)
    for (const [status, count] of Object.entries(answers.byStatus))
      byStatus[status] = (byStatus[status] ?? 0) + count;
  return { byStatus, strange: {} };
};

/** Answers that nobody should ever get. */
const strangeLines = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ attack, victim, attacker }) =>
    Object.entries({ victim: victim.answers, attacker: attacker.answers }).flatMap(([who, { strange }]) =>
      Object.entries(strange).map(([status, text]) => `✗ ${attack.id}: the ${who} got ${status}: ${text}`),
    ),
  );
