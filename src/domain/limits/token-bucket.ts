// Token buckets, one for each key: so many at once, then again at an even pace. One number is kept for each key, for a
// bounded number of keys. A key is only forgotten when its bucket is full again, so forgetting never gives anything away; while
// nothing can be forgotten, all further keys share one bucket. Time is handed in.

export interface BucketRate {
  /** How many are regained within the window. */
  readonly quota: number;
  readonly windowMs: number;
  /** How many a full bucket holds; the quota unless said. */
  readonly burst?: number;
}

export interface BucketLevel {
  /** What can be taken now. */
  readonly remaining: number;
  /** Until the bucket is full. */
  readonly fullInMs: number;
  /** Until one can be taken; 0 when one can be taken now. */
  readonly waitMs: number;
}

export interface TokenBuckets {
  /** Changes nothing. */
  look(key: string, nowMs: number): BucketLevel;
  /** Takes one and tells what is left, or takes nothing where there is nothing: whoever is refused is not set back by it. */
  take(key: string, nowMs: number): BucketLevel;
  /** For tests: how many keys are remembered. */
  readonly size: number;
}

const KEYS_MAX = 20_000;
/** How many of those that were used least recently are looked at to find one that is full. */
const LOOKED_AT = 16;
/** Of one token: sums of fractions must not refuse what is there. */
const TOLERANCE = 1e-6;

export const buildTokenBuckets = (
  { quota, windowMs, burst = quota }: BucketRate,
  maxKeys = KEYS_MAX,
): TokenBuckets => {
  const paceMs = windowMs / quota;
  const depthMs = burst * paceMs;
  /** When the bucket will be full again, the key that was used least recently first. */
  const fullAgainAt = new Map<string, number>();
  /** Of the bucket that all share who have none of their own. */
  let sharedFullAgainAt = Number.NEGATIVE_INFINITY;

  const levelAt = (fullAt: number, nowMs: number): BucketLevel => {
    const fullInMs = Math.max(fullAt - nowMs, 0);
    const tokens = (depthMs - fullInMs) / paceMs;
    const remaining = Math.max(Math.floor(tokens + TOLERANCE), 0);
    return { remaining, fullInMs, waitMs: remaining > 0 ? 0 : (1 - tokens) * paceMs };
  };

  const makeRoom = (nowMs: number): boolean => {
    if (fullAgainAt.size < maxKeys) return true;
    let looked = 0;
    for (const [key, fullAt] of fullAgainAt) {
      if (fullAt <= nowMs) return fullAgainAt.delete(key);
      looked += 1;
      if (looked === LOOKED_AT) break;
    }
    return false;
  };

  return {
    // Whoever has no bucket may have taken from the shared one, so begins with what that one has left.
    look: (key, nowMs) => levelAt(fullAgainAt.get(key) ?? sharedFullAgainAt, nowMs),

    take(key, nowMs) {
      const own = fullAgainAt.get(key);
      const fullAt = own ?? sharedFullAgainAt;
      const before = levelAt(fullAt, nowMs);
      if (before.waitMs > 0) return before;
      const next = Math.max(fullAt, nowMs) + paceMs;
      if (own !== undefined || makeRoom(nowMs)) {
        fullAgainAt.delete(key);
        fullAgainAt.set(key, next);
      } else sharedFullAgainAt = next;
      return levelAt(next, nowMs);
    },

    get size() {
      return fullAgainAt.size;
    },
  };
};
