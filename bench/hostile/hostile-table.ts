// The table of attacks: the effect on the victim as multiples of the quiet phases, and whether the target was met.

import type { LoopReport } from '../loop/watch-loop.ts';
import { percentile } from '../measure.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';
import type { Attack } from './attack.ts';
import type { AttackReport } from './attacker-process.ts';
import { formatResponses, type Responses } from './responses.ts';
import type { VictimReport } from './victim-process.ts';

const P99_MULTIPLE_MAX = 2;
const HOLD_MAX_MS = 20;

export interface Outcome {
  readonly attack: Pick<Attack, 'id' | 'name'>;
  readonly victim: VictimReport;
  readonly attacker: AttackReport;
  /** Undefined if the service did not recover and had to be killed. */
  readonly loop: LoopReport | undefined;
  /** The responses to set-up requests that failed. */
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
  'quiet ms (p50 / p99 / max)',
  'largest hold ms',
  'of it CPU ms',
  "victim's responses",
  "attacker's responses",
  'attacker ms (p50 / max)',
];

const names = ['p50Ms', 'p99Ms', 'maxMs'] as const;
type Times = Readonly<Record<(typeof names)[number], number>>;

const combine = (all: readonly Times[], how: (values: Float64Array) => number): Times => {
  const of = (name: keyof Times) => how(Float64Array.from(all, (one) => one[name]).sort());
  return { p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), maxMs: of('maxMs') };
};

const median = (values: Float64Array): number => percentile(values, 0.5);
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * `quiets` has one phase more than there are attacks: each attack is compared with the phases before and after it.
 */
export const formatOutcomes = (quiets: readonly Quiet[], outcomes: readonly Outcome[]): string => {
  const delays = quiets.map(({ loop }) => loop.delay.maxMs);
  const judged: Judged = median(Float64Array.from(delays).sort()) <= HOLD_MAX_MS ? 'delay' : 'busy';
  const judgedOutcomes = outcomes.map((outcome, place) => {
    const quiet = combine(
      quiets.slice(place, place + 2).map(({ victim }) => victim),
      mean,
    );
    const isCalm = outcome.victim.p99Ms <= quiet.p99Ms * P99_MULTIPLE_MAX;
    return { ...outcome, quiet, isCalm, isKept: isCalm && isFree(outcome.loop, judged) };
  });
  const failed = judgedOutcomes.filter(({ isKept }) => !isKept).map(({ attack }) => attack.id);
  const busy = judged === 'busy' ? ' (of computing: others keep this machine busy)' : '';
  return [
    formatTable(heads, [quietRow(quiets), ...judgedOutcomes.map((outcome) => attackRow(outcome, judged))]),
    '',
    `Goal: at most ×${P99_MULTIPLE_MAX} p99, no hold over ${HOLD_MAX_MS} ms${busy}. ` +
      `Kept by ${outcomes.length - failed.length} of ${outcomes.length} attacks${failed.length === 0 ? '' : `; not by ${failed.join(', ')}`}.`,
    ...strangeLines(outcomes),
  ].join('\n');
};

const quietRow = (quiets: readonly Quiet[]): string[] => {
  const times = combine(
    quiets.map(({ victim }) => victim),
    median,
  );
  const hold = (by: Judged) => median(Float64Array.from(quiets, ({ loop }) => loop[by].maxMs).sort());
  return [
    `nothing (median of ${quiets.length})`,
    quiets.reduce((total, { victim }) => total + victim.asked, 0).toLocaleString('en'),
    ...names.map((name) => formatNumber(times[name])),
    '–',
    formatNumber(hold('delay')),
    formatNumber(hold('busy')),
    formatResponses(sumOf(quiets.map(({ victim }) => victim.responses))),
    '–',
    '–',
  ];
};

const attackRow = (
  outcome: Outcome & { readonly quiet: Times; readonly isCalm: boolean },
  judged: Judged,
): string[] => {
  const { attack, victim, attacker, loop, refused, quiet, isCalm } = outcome;
  const [p50 = '', p99 = '', max = ''] = names.map(
    (name) => `${formatNumber(victim[name])} (${formatRatio(victim[name], quiet[name])})`,
  );
  return [
    `${attack.id}. ${attack.name}`,
    victim.asked.toLocaleString('en'),
    p50,
    isCalm ? p99 : `${p99} ✗`,
    max,
    names.map((name) => formatNumber(quiet[name])).join(' / '),
    ...(['delay', 'busy'] as const).map((by) => holdCell(loop, by, judged)),
    formatResponses(victim.responses),
    [...refused.map((what) => `set-up refused: ${what}`), formatResponses(attacker.responses)].join('; '),
    `${formatNumber(attacker.p50Ms)} / ${formatNumber(attacker.maxMs)}`,
  ];
};

const holdCell = (loop: LoopReport | undefined, by: Judged, judged: Judged): string => {
  if (loop === undefined) return by === judged ? 'did not come back ✗' : '–';
  return `${formatNumber(loop[by].maxMs)}${by === judged && !isFree(loop, by) ? ' ✗' : ''}`;
};

/**
 * On a busy machine every event loop is late, and only CPU time is meaningful. Otherwise the delay also shows waiting
 * without CPU use.
 */
type Judged = 'delay' | 'busy';
const isFree = (loop: LoopReport | undefined, by: Judged): boolean =>
  loop !== undefined && loop[by].maxMs <= HOLD_MAX_MS;

const sumOf = (all: readonly Responses[]): Responses => {
  const byStatus: Record<string, number> = {};
  for (const responses of all)
    for (const [status, count] of Object.entries(responses.byStatus))
      byStatus[status] = (byStatus[status] ?? 0) + count;
  return { byStatus, strange: {} };
};

/** Responses that should never occur. */
const strangeLines = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ attack, victim, attacker }) =>
    Object.entries({ victim: victim.responses, attacker: attacker.responses }).flatMap(([who, { strange }]) =>
      Object.entries(strange).map(([status, text]) => `✗ ${attack.id}: the ${who} got ${status}: ${text}`),
    ),
  );
