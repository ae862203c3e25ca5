// Whose turn it is: catalogs that have something to follow are fed a little each, a few at a time, and go to the end of the queue. New
// generations are built beside that.

import { type Scope, scopeKey } from '../../../domain/access/scope.ts';
import type { LeaseClock } from '../../leases/hold-lease.ts';
import { buildAttempts } from './attempts.ts';
import { buildBeside } from './build-beside.ts';
import type { FedPlace, FeedSettings } from './fed-place.ts';
import { feedPlace } from './feed-place.ts';
import type { buildFeedStatus } from './feed-status.ts';
import { buildKeptPlaces } from './kept-places.ts';

export interface Turn {
  readonly scope: Scope;
  readonly catalogId: string;
  /** Of the feed, as far as is known. */
  readonly head?: number;
  /** Its documents differ from what they would be now. */
  readonly needsBuild?: boolean;
}

/** Builds take long, and do not keep others from following. */
const FOLLOWS_AT_ONCE = 4;
const BUILDS_AT_ONCE = 2;

export const buildFeedTurns = (
  settings: FeedSettings,
  status: Pick<ReturnType<typeof buildFeedStatus>, 'saw' | 'fed' | 'failed'>,
  clock: Pick<LeaseClock, 'now'>,
) => {
  const waiting = new Map<string, Turn>();
  const running = new Map<string, Promise<unknown>>();
  const building = new Map<string, Promise<unknown>>();
  const fed = buildKeptPlaces((key) => running.has(key) || building.has(key));
  const attempts = buildAttempts(settings.signal, status.failed, clock.now);

  const again = (key: string, turn: Turn): void => {
    if (!waiting.has(key)) waiting.set(key, turn);
  };

  const take = (key: string, turn: Turn): Promise<void> => {
    const { scope, catalogId, needsBuild } = turn;
    const place = fed.find(key, { scope, catalogId });
    if (needsBuild === true) place.needsBuild = true;
    return attempts.attempt(
      key,
      async () => {
        const isCurrent = await feedPlace(settings, place);
        if (place.stored !== undefined || place.needsBuild !== true) status.fed(key, place.stored?.state);
        if (!isCurrent) again(key, { scope, catalogId });
      },
      () => again(key, turn),
    );
  };

  const build = (key: string, place: FedPlace): Promise<void> =>
    attempts.attempt(
      buildOf(key),
      async () => {
        await buildBeside(settings, place);
        again(key, { scope: place.scope, catalogId: place.catalogId });
      },
      () => undefined,
    );

  const start = (): void => {
    for (const [key, turn] of waiting) {
      if (running.size >= FOLLOWS_AT_ONCE) break;
      if (running.has(key) || !attempts.mayTry(key)) continue;
      waiting.delete(key);
      running.set(
        key,
        take(key, turn).finally(() => running.delete(key)),
      );
    }
    for (const [key, place] of fed.list()) {
      if (building.size >= BUILDS_AT_ONCE) break;
      const isWanted = place.needsBuild === true && place.built === undefined;
      if (!isWanted || building.has(key) || !attempts.mayTry(buildOf(key))) continue;
      building.set(
        key,
        build(key, place).finally(() => building.delete(key)),
      );
    }
  };

  return {
    add: (turn: Turn): void => {
      const key = `${scopeKey(turn.scope)} ${turn.catalogId}`;
      if (turn.head !== undefined) status.saw(key, turn.head);
      waiting.set(key, { ...waiting.get(key), ...turn });
    },
    /** Starts turns, and waits until one is over or there may be more. Throws what went wrong in one. */
    run: async (untilNews: (over: AbortSignal) => Promise<void>): Promise<void> => {
      start();
      const over = new AbortController();
      await Promise.race([...running.values(), ...building.values(), untilNews(over.signal)]);
      over.abort();
      attempts.throwFailure();
    },
    listFed: (): FedPlace[] => [...fed.list().values()],
    finish: async (): Promise<void> => {
      await Promise.allSettled([...running.values(), ...building.values()]);
    },
  };
};

const buildOf = (key: string): string => `${key} build`;
