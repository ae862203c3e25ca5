// Token buckets, one per key, stored as one number each for a bounded number of keys. A key is evicted only when its bucket is
// full again, so eviction never gives tokens away. While no key can be evicted, all further keys share one bucket. The time is
// passed in.

export interface BucketRate {
  /** Tokens added per window. */
  readonly quota: number;
  readonly windowMs: number;
  /** Capacity of the bucket. Default: the quota. */
  readonly burst?: number;
}

export interface BucketLevel {
  /** Tokens that can be taken now. */
  readonly remaining: number;
  /** Time until the bucket is full. */
  readonly fullInMs: number;
  /** Time until a token can be taken; 0 if one can be taken now. */
  readonly waitMs: number;
}

export interface TokenBuckets {
  /** Changes nothing. */
  look(key: string, nowMs: number): BucketLevel;
  /** Takes a token if there is one, and returns the level after. A refused attempt costs nothing. */
  take(key: string, nowMs: number): BucketLevel;
  /** For tests: the number of stored keys. */
  readonly size: number;
}

const KEYS_MAX = 20_000;
/** How many of the least recently used keys are checked for a full bucket. */
const EVICTION_CANDIDATES = 16;
/** Fraction of a token: rounding errors must not refuse a token that is there. */
const TOLERANCE = 1e-6;

export const buildTokenBuckets = (
  { quota, windowMs, burst = quota }: BucketRate,
  maxKeys = KEYS_MAX,
): TokenBuckets => {
  const intervalMs = windowMs / quota;
  const depthMs = burst * intervalMs;
  /** When each bucket will be full again, least recently used first. */
  const fullAgainAt = new Map<string, number>();
  /** The same for the shared bucket. */
  let sharedFullAgainAt = Number.NEGATIVE_INFINITY;

  const levelAt = (fullAt: number, nowMs: number): BucketLevel => {
    const fullInMs = Math.max(fullAt - nowMs, 0);
    const tokens = (depthMs - fullInMs) / intervalMs;
    const remaining = Math.max(Math.floor(tokens + TOLERANCE), 0);
    return { remaining, fullInMs, waitMs: remaining > 0 ? 0 : (1 - tokens) * intervalMs };
  };

  const makeRoom = (nowMs: number): boolean => {
    if (fullAgainAt.size < maxKeys) return true;
    let looked = 0;
    for (const [key, fullAt] of fullAgainAt) {
      if (fullAt <= nowMs) return fullAgainAt.delete(key);
      looked += 1;
      if (looked === EVICTION_CANDIDATES) break;
    }
    return false;
  };

  return {
    // A key without a bucket may have used the shared one, so its own begins at the level of that.
    look: (key, nowMs) => levelAt(fullAgainAt.get(key) ?? sharedFullAgainAt, nowMs),

    take(key, nowMs) {
      const own = fullAgainAt.get(key);
      const fullAt = own ?? sharedFullAgainAt;
      const before = levelAt(fullAt, nowMs);
      if (before.waitMs > 0) return before;
      const next = Math.max(fullAt, nowMs) + intervalMs;
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
