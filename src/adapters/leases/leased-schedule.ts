// Runs periodic work once for all processes of an installation. Each of them looks when the work is due; the one that gets the
// lease does it. The others watch, and one of them begins anew if the holder is killed or frozen.

import type { LeaseState } from '../../domain/leases/lease.ts';
import type { Metric } from '../../domain/metric.ts';
import { type HoldingOptions, holdLease, type LeasedWork } from './hold-lease.ts';

/** How often to look: at most this long after a holder was killed, somebody knows that there is work to do … */
const LOOK_EVERY_MS = 5_000;
/** … and while another process works, whether it still does. */
const WATCH_EVERY_MS = 1_000;
/** Keeps processes from asking in step. */
const SKEW_MS = 250;

export interface ScheduleOptions extends HoldingOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly work: LeasedWork;
  readonly onFailure: (error: unknown) => void;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

export interface LeasedSchedule {
  readonly metrics: () => Metric[];
  /** Stops running work and leaves its lease to others. */
  readonly stop: () => Promise<void>;
}

export const startLeasedSchedule = (options: ScheduleOptions): LeasedSchedule => {
  const stopping = new AbortController();
  const counts = { held: 0, taken: 0, replaced: 0, lost: 0 };
  const { events } = options;
  const counted: ScheduleOptions = {
    ...options,
    events: {
      onTaken: (lease) => {
        counts.held = 1;
        counts.taken += 1;
        if (lease.replaced !== undefined) counts.replaced += 1;
        events.onTaken(lease);
      },
      onEnded: (lease, outcome) => {
        counts.held = 0;
        if (outcome === 'lost') counts.lost += 1;
        events.onEnded(lease, outcome);
      },
    },
  };
  const running = followSchedule(counted, stopping.signal);
  return {
    metrics: () => metricsOf(counts),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

const followSchedule = async (options: ScheduleOptions, stop: AbortSignal): Promise<void> => {
  const { leases, clock, name, everyMs, work, onFailure, random = Math.random } = options;
  const startedAt = clock.now();
  while (!stop.aborted) {
    let pauseMs = LOOK_EVERY_MS;
    try {
      const waitMs = dueInMs(await leases.readLease(name), everyMs, clock.now() - startedAt);
      if (waitMs > 0) pauseMs = Math.min(waitMs, LOOK_EVERY_MS);
      else if (!stop.aborted && (await holdLease(options, name, work, stop)) === 'refused')
        pauseMs = WATCH_EVERY_MS;
    } catch (error) {
      if (!stop.aborted) onFailure(error);
    }
    await clock.sleep(pauseMs + SKEW_MS * random(), stop);
  }
};

/** Work that was never begun is due after one interval; work that was begun and not finished at once. */
export const dueInMs = (state: LeaseState | undefined, everyMs: number, runningForMs: number): number => {
  if (state === undefined) return everyMs - runningForMs;
  if (state.endsInMs > 0) return Math.min(state.endsInMs, WATCH_EVERY_MS);
  return state.finishedAgoMs === undefined ? 0 : everyMs - state.finishedAgoMs;
};

const metricsOf = (counts: Readonly<Record<'held' | 'taken' | 'replaced' | 'lost', number>>): Metric[] => [
  {
    name: 'leases_held',
    kind: 'gauge',
    help: 'Leases that this process holds now.',
    value: counts.held,
  },
  {
    name: 'leases_taken_total',
    kind: 'counter',
    help: 'Leases that this process has taken.',
    value: counts.taken,
  },
  {
    name: 'lease_takeovers_total',
    kind: 'counter',
    help: 'Leases taken from a process that did not end its term: it was killed or frozen.',
    value: counts.replaced,
  },
  {
    name: 'leases_lost_total',
    kind: 'counter',
    help: 'Leases that ran out while this process was working.',
    value: counts.lost,
  },
];
