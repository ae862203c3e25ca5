// One row of the table: what is sent, how many requests a run needs, and the rounds in which two servers alternate.

import { percentile } from '../measure.ts';
import { formatNumber, formatShare } from '../table.ts';
import type { Call } from './demo-calls.ts';
import type { Load, Measured } from './open-load.ts';
import type { StreamName } from './query-streams.ts';

/** The requests of a row: a few calls repeated, or a stream. */
export type Asked = { readonly calls: readonly Call[] } | { readonly stream: StreamName };

export interface Round {
  readonly one: Measured;
  readonly other: Measured;
}

const WARM_UP_MS = 1_000;
/** A service runs for days: V8 has optimized what it runs most, which takes tens of thousands of requests. */
const WARM_UPS = 5;
/** More than any single-threaded service has served. */
const FIRST_PER_SECOND = 60_000;
/** Prepare this many times the requests of the fastest run so far. */
const AMPLE = 1.3;
/** Above this share the load process is near its own limit, and the servers could perhaps do more. */
const BUSY_SHARE_MAX = 0.9;

/** Prepares the requests that a run of that length needs at most. */
const prepareStretch = (load: Load, asked: Asked, forMs: number, perSecond: number): Promise<void> => {
  if ('calls' in asked) return load.take(asked);
  return load.take({ ...asked, count: Math.ceil((AMPLE * perSecond * forMs) / 1000) });
};

/**
 * Each server goes first in turn, so that trends over time affect both. `isFresh`: the second server never gets the
 * requests of the first; otherwise it does, starting over if it needs more.
 */
export const takeTurns = async (
  load: Load,
  asked: Asked,
  sides: Readonly<Record<keyof Round, (forMs: number) => Promise<Measured>>>,
  {
    rounds,
    roundMs,
    isFresh,
  }: { readonly rounds: number; readonly roundMs: number; readonly isFresh: boolean },
): Promise<Round[]> => {
  await prepareStretch(load, asked, WARM_UP_MS, FIRST_PER_SECOND / AMPLE);
  let { perSecond } = await sides.one(WARM_UP_MS);
  for (let turn = 1; turn < 2 * WARM_UPS; turn += 1) {
    const side = turn % 2 === 0 ? 'one' : 'other';
    if (side === 'one' || isFresh) await prepareStretch(load, asked, WARM_UP_MS, perSecond);
    const warm = await sides[side](WARM_UP_MS);
    if (side === 'one' || isFresh) perSecond = Math.max(perSecond, warm.perSecond);
  }
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured: Partial<Record<keyof Round, Measured>> = {};
    const order = round % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const);
    for (const [place, side] of order.entries()) {
      if (place === 0 || isFresh) await prepareStretch(load, asked, roundMs, perSecond);
      measured[side] = await sides[side](roundMs);
    }
    const { one, other } = measured as Round;
    perSecond = Math.max(perSecond, one.perSecond, isFresh ? other.perSecond : 0);
    done.push({ one, other });
  }
  return done;
};

export const medianOf = (rounds: readonly Round[], of: (round: Round) => number): number =>
  percentile(Float64Array.from(rounds.map(of)).sort(), 0.5);

/** The name of a row, with what must not be cached. `isFresh`: also for the other server. */
export const nameOf = (name: string, asked: Asked, rounds: readonly Round[], isFresh: boolean): string => {
  const failed = rounds.reduce((total, { one, other }) => total + one.failed + other.failed, 0);
  const again = rounds.reduce((total, { one, other }) => total + one.again + (isFresh ? other.again : 0), 0);
  return [
    name,
    ...(failed > 0 ? [`✗ ${failed} responses were no success`] : []),
    ...('stream' in asked && again > 0 ? [`✗ ${again} requests were sent again`] : []),
  ].join(' ');
};

export const busyCell = (rounds: readonly Round[]): string => {
  const busy = Math.max(...rounds.flatMap(({ one, other }) => [one.busyShare, other.busyShare]));
  return `${formatShare(busy)}${busy > BUSY_SHARE_MAX ? ' (its limit)' : ''}`;
};

/** Throughput of both and their ratio, and the computing time of both. */
export const speedCells = (rounds: readonly Round[]): string[] => {
  const over = (of: (round: Round) => number) => medianOf(rounds, of);
  return [
    formatNumber(over(({ one }) => one.perSecond)),
    formatNumber(over(({ other }) => other.perSecond)),
    formatShare(over(({ one, other }) => one.perSecond / other.perSecond)),
    formatNumber(over(({ one }) => one.cpuMicros)),
    formatNumber(over(({ other }) => other.cpuMicros)),
  ];
};
