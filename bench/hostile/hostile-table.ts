// The table of attacks: the effect on the victim as multiples of the quiet phases, and whether the target was met.

import { percentile } from '../measure.ts';
import { formatNumber, formatRatio, formatShare, formatTable } from '../table.ts';
import type { Attack } from './attack.ts';
import type { AttackReport } from './attacker-process.ts';
import type { LargestHold, Phase, Times } from './phase.ts';
import { formatResponses, type Responses } from './responses.ts';

const P99_MULTIPLE_MAX = 2;
const HOLD_MAX_MS = 20;
/** The 99th percentile of fewer requests says little. */
const COUNTED_MIN = 200;

export interface Outcome {
  readonly attack: Pick<Attack, 'id' | 'name'>;
  readonly victim: Phase;
  readonly attacker: AttackReport;
  /** The responses to set-up requests that failed. */
  readonly refused: readonly string[];
}

const heads = [
  '',
  'asked (counted)',
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

const combine = (all: readonly Times[], how: (values: Float64Array) => number): Times => {
  const of = (name: keyof Times) => how(Float64Array.from(all, (one) => one[name]).sort());
  return { p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), maxMs: of('maxMs') };
};

const median = (values: Float64Array): number => percentile(values, 0.5);
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * `quiets` has one phase more than there are attacks: each attack is compared with the phases before and after it.
 */
export const formatOutcomes = (quiets: readonly Phase[], outcomes: readonly Outcome[]): string => {
  const judged: Judged = medianHold(quiets, 'delayMs') <= HOLD_MAX_MS ? 'delayMs' : 'busyMs';
  const judgedOutcomes = outcomes.map((outcome, place) => {
    const { p99Ms, hold, counted } = outcome.victim;
    const quiet = combine(quiets.slice(place, place + 2), mean);
    const isCalm = counted >= COUNTED_MIN && p99Ms <= quiet.p99Ms * P99_MULTIPLE_MAX;
    return { ...outcome, quiet, isCalm, isKept: isCalm && isFree(hold, judged) };
  });
  const failed = judgedOutcomes.filter(({ isKept }) => !isKept).map(({ attack }) => attack.id);
  const busy = judged === 'busyMs' ? ' (of computing: others keep this machine busy)' : '';
  return [
    formatTable(heads, [quietRow(quiets), ...judgedOutcomes.map((outcome) => attackRow(outcome, judged))]),
    '',
    `Goal: at most ×${P99_MULTIPLE_MAX} p99, no hold over ${HOLD_MAX_MS} ms${busy}. ` +
      `Kept by ${outcomes.length - failed.length} of ${outcomes.length} attacks${failed.length === 0 ? '' : `; not by ${failed.join(', ')}`}.`,
    ...withheldLine([...quiets, ...outcomes.map(({ victim }) => victim)]),
    ...strangeLines(outcomes),
  ].join('\n');
};

const withheldLine = (phases: readonly Phase[]): string[] => {
  const asked = total(phases.map((phase) => phase.asked));
  const left = asked - total(phases.map(({ counted }) => counted));
  return left === 0
    ? []
    : [
        `The host withheld cores from this machine: ${formatShare(left / asked)} of the victim's requests, and holds at the same time, are left out.`,
      ];
};

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const quietRow = (quiets: readonly Phase[]): string[] => {
  const times = combine(quiets, median);
  return [
    `nothing (median of ${quiets.length})`,
    askedCell({
      asked: total(quiets.map(({ asked }) => asked)),
      counted: total(quiets.map(({ counted }) => counted)),
    }),
    ...names.map((name) => formatNumber(times[name])),
    '–',
    formatNumber(medianHold(quiets, 'delayMs')),
    formatNumber(medianHold(quiets, 'busyMs')),
    formatResponses(sumOf(quiets.map(({ responses }) => responses))),
    '–',
    '–',
  ];
};

const askedCell = ({ asked, counted }: Pick<Phase, 'asked' | 'counted'>): string =>
  `${asked.toLocaleString('en')}${counted === asked ? '' : ` (${counted.toLocaleString('en')})`}`;

const attackRow = (
  outcome: Outcome & { readonly quiet: Times; readonly isCalm: boolean },
  judged: Judged,
): string[] => {
  const { attack, victim, attacker, refused, quiet, isCalm } = outcome;
  const [p50 = '', p99 = '', max = ''] = names.map(
    (name) => `${formatNumber(victim[name])} (${formatRatio(victim[name], quiet[name])})`,
  );
  return [
    `${attack.id}. ${attack.name}`,
    askedCell(victim),
    p50,
    isCalm ? p99 : `${p99} ✗`,
    max,
    names.map((name) => formatNumber(quiet[name])).join(' / '),
    ...(['delayMs', 'busyMs'] as const).map((by) => holdCell(victim.hold, by, judged)),
    formatResponses(victim.responses),
    [...refused.map((what) => `set-up refused: ${what}`), formatResponses(attacker.responses)].join('; '),
    `${formatNumber(attacker.p50Ms)} / ${formatNumber(attacker.maxMs)}`,
  ];
};

const holdCell = (hold: LargestHold | undefined, by: Judged, judged: Judged): string => {
  if (hold === undefined) return by === judged ? 'did not come back ✗' : '–';
  return `${formatNumber(hold[by])}${by === judged && !isFree(hold, by) ? ' ✗' : ''}`;
};

/**
 * On a busy machine every event loop is late, and only CPU time is meaningful. Otherwise the delay also shows waiting
 * without CPU use.
 */
type Judged = keyof LargestHold;
const isFree = (hold: LargestHold | undefined, by: Judged): boolean =>
  hold !== undefined && hold[by] <= HOLD_MAX_MS;

const medianHold = (phases: readonly Phase[], by: Judged): number =>
  median(Float64Array.from(phases, ({ hold }) => hold?.[by] ?? 0).sort());

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
