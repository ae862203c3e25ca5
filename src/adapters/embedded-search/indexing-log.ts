// What the log says about indexing: that it starts, how far it is, and that it is done. Rarely enough to be readable.

import type { IndexId } from './index-id.ts';
import { indexKey } from './index-id.ts';
import type { WarmingProgress } from './warm-indexes.ts';
import { isUnsaved } from './work/index-work.ts';

const EVERY_MS = 5_000;
/** A smaller backlog is gone before anybody could read about it. */
const PENDING_MIN = 2_000;

export type Log = (values: object, message: string) => void;

/** The first round: start, end, and progress every few seconds. Nothing if there is nothing to do. */
export const buildWarmingLog = (log: Log, nowMs: () => number): ((progress: WarmingProgress) => void) => {
  let loggedAt = Number.NaN;
  return ({ done, total, tookMs }) => {
    if (total === 0) return;
    if (done === total) log({ indexes: total, durationMs: tookMs }, 'search indexes are ready');
    else if (done === 0 || nowMs() - loggedAt >= EVERY_MS) {
      loggedAt = nowMs();
      log({ done, indexes: total }, 'search indexes are being made ready');
    }
  };
};

/**
 * An index with a large backlog: that it has one, how many products are left every few seconds, and that it is up to
 * date.
 */
export const buildPendingLog = (
  log: Log,
  nowMs: () => number,
): ((indexId: IndexId, products: number) => void) => {
  const loggedAt = new Map<string, number>();
  return (indexId, products) => {
    const key = indexKey(indexId);
    const last = loggedAt.get(key);
    const values = { ...indexId.scope, catalogId: indexId.catalogId };
    if (products === 0) {
      if (loggedAt.delete(key)) log(values, 'a search index is up to date');
    } else if (last === undefined ? products > PENDING_MIN : nowMs() - last >= EVERY_MS) {
      loggedAt.set(key, nowMs());
      log({ ...values, productsLeft: products }, 'a search index takes in changes');
    }
  };
};

/** Logs only once that indexes cannot be saved, not for every index. */
export const buildIndexLog = (log: (error: unknown) => void): ((error: unknown) => void) => {
  let lastLogged: string | undefined;
  return (error) => {
    const text = isUnsaved(error) ? String(error) : undefined;
    if (text === undefined || text !== lastLogged) log(error);
    lastLogged = text ?? lastLogged;
  };
};
