// Does work for as long as its lease is held: takes the lease, renews it while the work runs, and ends it. The holder trusts
// its lease by its own clock, and gives up before the term is over; the store refuses what it writes after that anyway.

import { setTimeout as pause } from 'node:timers/promises';
import { type Lease, LeaseLost, type LeaseStore, type TakenLease } from '../../domain/leases/lease.ts';

/** Tests replace it. */
export interface LeaseClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves after that time, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realLeaseClock: LeaseClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined),
};

/** A killed holder is replaced after `termMs` at most. */
export interface LeaseTimes {
  readonly termMs: number;
  readonly renewEveryMs: number;
  /** The holder gives up this long before its term is over. */
  readonly marginMs: number;
}

export const leaseTimes: LeaseTimes = { termMs: 5_000, renewEveryMs: 1_500, marginMs: 1_000 };

export interface LeaseEvents {
  readonly onTaken: (lease: TakenLease) => void;
  readonly onEnded: (lease: Lease, outcome: 'finished' | 'stopped' | 'lost') => void;
}

export interface HoldingOptions {
  readonly leases: LeaseStore;
  readonly holder: string;
  readonly clock: LeaseClock;
  readonly times: LeaseTimes;
  readonly events: LeaseEvents;
}

/** Must end soon once the signal aborts: the lease is lost, or the service stops. */
export type LeasedWork = (lease: Lease, signal: AbortSignal) => Promise<void>;

/**
 * `refused`: another process holds the lease. `stopped`: the signal aborted, and the next holder need not wait. Rejects with the
 * error of the work, which then counts as finished until it is due again.
 */
export const holdLease = async (
  { leases, holder, clock, times, events }: HoldingOptions,
  name: string,
  work: LeasedWork,
  stop: AbortSignal,
): Promise<'refused' | 'finished' | 'stopped' | 'lost'> => {
  const askedAt = clock.now();
  const lease = await leases.takeLease(name, holder, times.termMs);
  if (lease === undefined) return 'refused';
  events.onTaken(lease);
  const over = new AbortController();
  const lost = new AbortController();
  const renewing = keepRenewing({ leases, clock, times, lease, askedAt }, over.signal, () => lost.abort());
  let outcome: 'finished' | 'stopped' | 'lost' = 'finished';
  try {
    await work(lease, AbortSignal.any([lost.signal, stop]));
    if (stop.aborted) outcome = 'stopped';
  } catch (error) {
    if (!isLost(error)) throw error;
    lost.abort();
  } finally {
    over.abort();
    await renewing;
    if (lost.signal.aborted) outcome = 'lost';
    // Should that fail, the term ends by itself.
    if (outcome !== 'lost') await leases.endLease(lease, outcome === 'finished').catch(() => undefined);
    events.onEnded(lease, outcome);
  }
  return outcome;
};

interface Term {
  readonly leases: LeaseStore;
  readonly clock: LeaseClock;
  readonly times: LeaseTimes;
  readonly lease: Lease;
  /** Before the lease was taken: the term began no earlier. */
  readonly askedAt: number;
}

const keepRenewing = async (
  { leases, clock, times, lease, askedAt }: Term,
  over: AbortSignal,
  onLost: () => void,
): Promise<void> => {
  const { termMs, renewEveryMs, marginMs } = times;
  let trustedUntil = askedAt + termMs - marginMs;
  const leftMs = (): number => trustedUntil - clock.now();
  for (;;) {
    await clock.sleep(Math.max(0, Math.min(renewEveryMs, leftMs())), over);
    if (over.aborted) return;
    if (leftMs() <= 0) return onLost();
    const from = clock.now();
    // Renewing may fail or take too long; as long as there is time, it is tried again.
    const renewed = await Promise.race([
      leases.renewLease(lease, termMs).catch(() => undefined),
      clock.sleep(leftMs(), over).then(() => undefined),
    ]);
    if (over.aborted) return;
    if (renewed === false) return onLost();
    if (renewed === true) trustedUntil = from + termMs - marginMs;
  }
};

/** By name: the error may come from another thread. */
const isLost = (error: unknown): boolean => error instanceof Error && error.name === LeaseLost.name;
