// How long a response may be kept: here, and by shared caches. Most change only by a commit; some change at a known time.

const PRIVATE = 'private, no-cache';
const NOT_STORED = 'private, no-store';

/** What responses that anybody may read say to shared caches, and how long these may then show them. */
export interface PublicCaching {
  readonly cacheControl: string;
  readonly spanMs: number;
}

export const publicCaching = (cacheSeconds: number, staleSeconds: number): PublicCaching =>
  cacheSeconds === 0
    ? { cacheControl: PRIVATE, spanMs: 0 }
    : {
        cacheControl: `public, max-age=0, s-maxage=${cacheSeconds}, stale-while-revalidate=${staleSeconds}`,
        spanMs: (cacheSeconds + staleSeconds) * 1_000,
      };

export interface Lifetime {
  readonly cacheControl: string;
  /** The response cache must not send it from this time on, in milliseconds since 1970. */
  readonly keepUntil: number;
}

/**
 * No cache may serve a response at or after `expiresAt`. Shared caches may serve theirs for `spanMs` after they got it. So a response is
 * `public` only until `spanMs` before `expiresAt`, and is then made again for this service's own cache alone.
 */
export const lifetimeOf = (
  isPublic: boolean,
  expiresAt: number,
  now: number,
  { cacheControl, spanMs }: PublicCaching,
): Lifetime => {
  if (expiresAt <= now) return { cacheControl: NOT_STORED, keepUntil: 0 };
  if (isPublic && now + spanMs < expiresAt) return { cacheControl, keepUntil: expiresAt - spanMs };
  return { cacheControl: PRIVATE, keepUntil: expiresAt };
};
