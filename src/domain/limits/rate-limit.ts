// How often one key may do something: a number at once, then again at an even pace. One number is kept for each key,
// for a bounded number of keys; what was used least recently is forgotten first. Time is handed in.

import type { RateLimiter } from '../forms/submission-ports.ts';

const KEYS_MAX = 20_000;
const MINUTE_MS = 60_000;

/** `perMinute` 0: no limit. */
export const buildRateLimiter = (perMinute: number, maxKeys = KEYS_MAX): RateLimiter => {
  /** When the key will have regained all that it used. */
  const fullAgainAt = new Map<string, number>();
  const paceMs = MINUTE_MS / perMinute;
  return {
    take: (key, nowMs) => {
      if (perMinute === 0) return 0;
      const next = Math.max(fullAgainAt.get(key) ?? 0, nowMs) + paceMs;
      const waitMs = next - nowMs - MINUTE_MS;
      // Refused attempts cost nothing: whoever waits as told gets through.
      if (waitMs > 0) return Math.ceil(waitMs / 1_000);
      fullAgainAt.delete(key);
      fullAgainAt.set(key, next);
      const oldest = fullAgainAt.size > maxKeys ? fullAgainAt.keys().next().value : undefined;
      if (oldest !== undefined) fullAgainAt.delete(oldest);
      return 0;
    },
  };
};
