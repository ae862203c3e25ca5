// A rate limiter per key: a burst, then a steady rate. It stores one number per key for a bounded number of keys, and evicts
// the least recently used. The time is passed in.

export interface RateLimiter {
  /** Takes one unit for the key and returns 0; if none is left, returns the seconds until there is one. */
  take(key: string, nowMs: number): number;
}

const KEYS_MAX = 20_000;
const MINUTE_MS = 60_000;

/** `perMinute` 0: no limit. */
export const buildRateLimiter = (perMinute: number, maxKeys = KEYS_MAX): RateLimiter => {
  /** When the key's allowance will be full again. */
  const fullAgainAt = new Map<string, number>();
  const intervalMs = MINUTE_MS / perMinute;
  return {
    take: (key, nowMs) => {
      if (perMinute === 0) return 0;
      const next = Math.max(fullAgainAt.get(key) ?? 0, nowMs) + intervalMs;
      const waitMs = next - nowMs - MINUTE_MS;
      // Refused attempts cost nothing: a caller that waits as long as it is told to succeeds.
      if (waitMs > 0) return Math.ceil(waitMs / 1_000);
      fullAgainAt.delete(key);
      fullAgainAt.set(key, next);
      const oldest = fullAgainAt.size > maxKeys ? fullAgainAt.keys().next().value : undefined;
      if (oldest !== undefined) fullAgainAt.delete(oldest);
      return 0;
    },
  };
};
