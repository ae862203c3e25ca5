// Whose turn it is: catalogs that have something to follow are fed a little each, a few at a time, and go to the end of the queue. New
// generations are built beside that.

import { type Scope, scopeKey } from '../../../domain/access/scope.ts';
import type { LeaseClock } from '../../leases/hold-lease.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';
import { buildBeside } from './build-beside.ts';
import type { FedPlace, FeedSettings } from './fed-place.ts';
import { feedPlace } from './feed-place.ts';
import type { buildFeedStatus } from './feed-status.ts';

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
/** Of what is remembered of catalogs: their tables and their known words. */
const PLACES_KEPT = 200;
const FAILED_PAUSE_MS = 250;
const FAILED_PAUSE_MAX_MS = 30_000;

export const buildFeedTurns = (
  settings: FeedSettings,
  status: Pick<ReturnType<typeof buildFeedStatus>, 'saw' | 'fed' | 'failed'>,
  clock: Pick<LeaseClock, 'now'>,
) => {
  const fed = new Map<string, FedPlace>();
  const waiting = new Map<string, Turn>();
  const running = new Map<string, Promise<unknown>>();
  const building = new Map<string, Promise<unknown>>();
  const failures = new Map<string, { readonly count: number; readonly notBefore: number }>();
  let failure: unknown;

  const isIdle = (key: string): boolean => !running.has(key) && !building.has(key);

  const findPlace = (key: string, { scope, catalogId, needsBuild = false }: Turn): FedPlace => {
    const place = fed.get(key) ?? { scope, catalogId };
    fed.delete(key);
    fed.set(key, place);
    if (needsBuild) place.needsBuild = true;
    if (fed.size > PLACES_KEPT) forgetOldest();
    return place;
  };

  const forgetOldest = (): void => {
    let kept = 0;
    for (const [key, place] of [...fed].reverse()) {
      kept += 1;
      if (kept <= PLACES_KEPT || !isIdle(key) || place.built !== undefined) continue;
      place.stored = undefined;
      place.followed = undefined;
      if (place.needsBuild !== true) fed.delete(key);
    }
  };

  /** `job`: of a place, what is done. */
  const attempt = async (job: string, work: () => Promise<void>, onFailed: () => void): Promise<void> => {
    try {
      await work();
      failures.delete(job);
    } catch (error) {
      onFailed();
      if (settings.signal.aborted) return;
      failure = error;
      status.failed();
      // If all of OpenSearch is gone, no place is at fault.
      if (error instanceof SearchServerGone) return;
      const count = (failures.get(job)?.count ?? 0) + 1;
      const pauseMs = Math.min(FAILED_PAUSE_MAX_MS, FAILED_PAUSE_MS * 2 ** count);
      failures.set(job, { count, notBefore: clock.now() + pauseMs });
    }
  };
  const mayTry = (job: string): boolean => clock.now() >= (failures.get(job)?.notBefore ?? 0);

  const again = (key: string, turn: Turn): void => {
    if (!waiting.has(key)) waiting.set(key, turn);
  };

  const take = (key: string, turn: Turn): Promise<void> => {
    const place = findPlace(key, turn);
    const { scope, catalogId } = turn;
    return attempt(
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
    attempt(
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
      if (running.has(key) || !mayTry(key)) continue;
      waiting.delete(key);
      running.set(
        key,
        take(key, turn).finally(() => running.delete(key)),
      );
    }
    for (const [key, place] of fed) {
      if (building.size >= BUILDS_AT_ONCE) break;
      const isWanted = place.needsBuild === true && place.built === undefined;
      if (!isWanted || building.has(key) || !mayTry(buildOf(key))) continue;
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
      const thrown = failure;
      failure = undefined;
      if (thrown !== undefined) throw thrown;
    },
    listFed: (): FedPlace[] => [...fed.values()],
    finish: async (): Promise<void> => {
      await Promise.allSettled([...running.values(), ...building.values()]);
    },
  };
};

const buildOf = (key: string): string => `${key} build`;
