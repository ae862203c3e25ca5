// Repeats what failed for a reason that passes: too many requests, a service that is busy or restarting, a lost connection.

import { pause } from './deadline.ts';
import { VitrineError } from './vitrine-error.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** Without a response, too many requests, and temporarily unavailable. */
const PASSING = [0, 429, 503];

/** What the service asks for, and a random part that grows, so that clients do not all return at once. */
const pauseAfter = ({ retryAfterMs = 0 }: VitrineError, tried: number): number =>
  retryAfterMs + Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS);

/** Gives up with the failure itself if the next attempt would come after the deadline. */
export const withRetries = async <T>(
  retries: number,
  deadlineMs: number,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= retries || !(error instanceof VitrineError) || !PASSING.includes(error.status))
        throw error;
      const waitMs = pauseAfter(error, tried);
      if (Date.now() + waitMs >= deadlineMs) throw error;
      await pause(waitMs, signal);
    }
  }
};
