// One row of the table: what is sent, how many of it a stretch needs, and the rounds in which two sides take turns.

import { percentile } from '../measure.ts';
import { formatShare } from '../table.ts';
import type { Call } from './demo-calls.ts';
import type { Load, Measured } from './open-load.ts';
import type { StreamName } from './query-streams.ts';

/** What the operations of a row are asked: a few calls again and again, or a stream. */
export type Asked = { readonly calls: readonly Call[] } | { readonly stream: StreamName };

interface Round {
  readonly one: Measured;
  readonly other: Measured;
}

const WARM_UP_MS = 1_000;
/** More than any service on one thread has answered. */
const FIRST_PER_SECOND = 60_000;
/** How many times the requests of the fastest stretch so far are made ready. */
const AMPLE = 1.3;
/** Above this share the load process is near its own limit, and the servers may be able to do more. */
const BUSY_SHARE_MAX = 0.9;

/** Makes ready what a stretch of that length will need at most. */
const prepareStretch = (load: Load, asked: Asked, forMs: number, perSecond: number): Promise<void> => {
  if ('calls' in asked) return load.take(asked);
  return load.take({ ...asked, count: Math.ceil((AMPLE * perSecond * forMs) / 1000) });
};

/**
 * Each side goes first in turn: whatever grows or fades over time weighs on both. `isFresh`: the other side is never sent what the
 * first was sent; else it is, and begins anew when it needs more.
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
  if (isFresh) await prepareStretch(load, asked, WARM_UP_MS, perSecond);
  await sides.other(WARM_UP_MS);
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

/** The name of a row, with what must never be. `isFresh`: of the other side, too. */
export const nameOf = (name: string, asked: Asked, rounds: readonly Round[], isFresh: boolean): string => {
  const failed = rounds.reduce((total, { one, other }) => total + one.failed + other.failed, 0);
  const again = rounds.reduce((total, { one, other }) => total + one.again + (isFresh ? other.again : 0), 0);
  return [
    name,
    ...(failed > 0 ? [`✗ ${failed} answers were no success`] : []),
    ...('stream' in asked && again > 0 ? [`✗ ${again} requests were sent again`] : []),
  ].join(' ');
};

export const busyCell = (rounds: readonly Round[]): string => {
  const busy = Math.max(...rounds.flatMap(({ one, other }) => [one.busyShare, other.busyShare]));
  return `${formatShare(busy)}${busy > BUSY_SHARE_MAX ? ' (its limit)' : ''}`;
};
