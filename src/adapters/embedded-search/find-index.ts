// Finds the index of a catalog for a request: up to date if that takes no longer than `waitMs`, else in an older state if
// that is enough for the request. Otherwise the request fails with a Retry-After.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../../domain/access/scope.ts';
import { indexNotReady } from '../../domain/failures/unavailable-failures.ts';
import type { CatalogEntry } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import type { IndexId } from './index-id.ts';
import type { OpenIndexes } from './open-indexes.ts';

const RETRY_AFTER_SECONDS = 2;
/** How often to see whether a thread has built what a request needs. */
const LOOK_EVERY_MS = 20;

/** What a request needs of an index. */
export interface Need {
  /** Changed products may be missing. */
  readonly isOfContent: boolean;
  readonly isEnough: (collection: Collection) => boolean;
}

export type FindIndex = (
  scope: Scope,
  catalogId: string,
  need: Need,
) => Collection | undefined | Promise<Collection | undefined>;

export const buildFindIndex = (indexes: OpenIndexes, waitMs: number | undefined): FindIndex => {
  const refresh = async (
    indexId: IndexId,
    entry: CatalogEntry,
    isOfContent: boolean,
    leftMs: number,
  ): Promise<Collection | undefined> => {
    const refreshing = indexes.refresh(indexId, entry, () => entry.current(isOfContent));
    if (waitMs === undefined) return refreshing;
    const inTime = await within(Math.max(0, leftMs), refreshing);
    if (inTime !== LATE) return inTime;
    const possiblyStale = entry.possiblyStale();
    if (possiblyStale === undefined) throw indexNotReady(RETRY_AFTER_SECONDS);
    return possiblyStale;
  };

  const waitFor = async (
    indexId: IndexId,
    entry: CatalogEntry,
    { isOfContent, isEnough }: Need,
  ): Promise<Collection | undefined> => {
    const deadline = performance.now() + (waitMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const collection = await refresh(indexId, entry, isOfContent, deadline - performance.now());
      if (collection === undefined || isEnough(collection)) return collection;
      if (performance.now() >= deadline) throw indexNotReady(RETRY_AFTER_SECONDS);
      await sleep(LOOK_EVERY_MS);
    }
  };

  /** Synchronous if nothing has to be waited for, which is nearly always. */
  return (scope, catalogId, need) => {
    const { isOfContent, isEnough } = need;
    const indexId = { scope, catalogId };
    const entry = indexes.use(indexId);
    const ready = isOfContent ? entry.readyForContent : entry.ready;
    return ready !== undefined && isEnough(ready) ? ready : waitFor(indexId, entry, need);
  };
};

const LATE = Symbol('late');

/** The result of the promise within the time, or LATE. A later rejection is ignored. */
const within = <T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, LATE).unref();
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
