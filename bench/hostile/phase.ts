// What the victim and the event loop of the service saw during an attack or without one, apart from when the host withheld its cores.

import type { Span } from '../loop/shared-clock.ts';
import type { Hold, LoopReport } from '../loop/watch-loop.ts';
import { percentile } from '../measure.ts';
import type { Responses } from './responses.ts';
import type { VictimReport } from './victim-process.ts';
import { leaveOut } from './withheld-time.ts';

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Phase extends Times {
  readonly asked: number;
  /** The requests that the times are about. */
  readonly counted: number;
  readonly responses: Responses;
  /** Undefined if the service did not recover and had to be killed. */
  readonly hold: LargestHold | undefined;
}

/** Of the event loop: by how much it was late, and the CPU time that it took at once. */
export interface LargestHold {
  readonly delayMs: number;
  readonly busyMs: number;
}

export const toPhase = (
  { times, responses }: VictimReport,
  loop: LoopReport | undefined,
  withheld: readonly Span[],
): Phase => {
  const counted = leaveOut(times, withheld);
  const sorted = Float64Array.from(counted, ({ fromMs, toMs }) => toMs - fromMs).sort();
  return {
    asked: times.length,
    counted: counted.length,
    responses,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
    hold: loop === undefined ? undefined : largestOf(leaveOut(loop.holds, withheld)),
  };
};

const largestOf = (holds: readonly Hold[]): LargestHold => ({
  delayMs: holds.reduce((largest, { delayMs }) => Math.max(largest, delayMs), 0),
  busyMs: holds.reduce((largest, { busyMs }) => Math.max(largest, busyMs), 0),
});
