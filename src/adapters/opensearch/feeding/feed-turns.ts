// Whose turn it is: catalogs that have something to follow are fed a little each, a few at a time, and go to the end of the queue.

import { type Scope, scopeKey } from '../../../domain/access/scope.ts';
import type { LeaseClock } from '../../leases/hold-lease.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';
import { type FedPlace, type FeedSettings, feedPlace } from './feed-place.ts';
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
  const failures = new Map<string, { readonly count: number; readonly notBefore: number }>();
  let failure: unknown;

  const findPlace = (key: string, { scope, catalogId, needsBuild = false }: Turn): FedPlace => {
    const place = fed.get(key) ?? { scope, catalogId };
    fed.delete(key);
    fed.set(key, place);
    if (needsBuild) place.needsBuild = true;
    for (const oldest of fed.keys()) {
      if (fed.size <= PLACES_KEPT) break;
      if (!running.has(oldest)) fed.delete(oldest);
    }
    return place;
  };

  const take = async (key: string, turn: Turn): Promise<void> => {
    const place = findPlace(key, turn);
    try {
      const isCurrent = await feedPlace(settings, place);
      failures.delete(key);
      status.fed(key, place.stored?.state);
      if (!isCurrent && !waiting.has(key)) waiting.set(key, { scope: turn.scope, catalogId: turn.catalogId });
    } catch (error) {
      if (!waiting.has(key)) waiting.set(key, turn);
      if (settings.signal.aborted) return;
      failure = error;
      status.failed();
      // If all of OpenSearch is gone, no place is at fault.
      if (error instanceof SearchServerGone) return;
      const count = (failures.get(key)?.count ?? 0) + 1;
      const pauseMs = Math.min(FAILED_PAUSE_MAX_MS, FAILED_PAUSE_MS * 2 ** count);
      failures.set(key, { count, notBefore: clock.now() + pauseMs });
    }
  };

  const start = (): void => {
    const builds = new Set([...running.keys()].filter((key) => fed.get(key)?.needsBuild === true));
    for (const [key, turn] of waiting) {
      if (running.has(key) || clock.now() < (failures.get(key)?.notBefore ?? 0)) continue;
      const isBuild = turn.needsBuild === true || fed.get(key)?.needsBuild === true;
      if (isBuild ? builds.size >= BUILDS_AT_ONCE : running.size - builds.size >= FOLLOWS_AT_ONCE) continue;
      if (isBuild) builds.add(key);
      waiting.delete(key);
      running.set(
        key,
        take(key, turn).finally(() => running.delete(key)),
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
      await Promise.race([...running.values(), untilNews(over.signal)]);
      over.abort();
      const thrown = failure;
      failure = undefined;
      if (thrown !== undefined) throw thrown;
    },
    listFed: (): FedPlace[] => [...fed.values()],
    finish: async (): Promise<void> => {
      await Promise.allSettled(running.values());
    },
  };
};
