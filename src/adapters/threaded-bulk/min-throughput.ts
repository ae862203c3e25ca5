// Requires a minimum throughput of a client while other requests wait for its thread. Only time spent waiting for the client
// counts, and only while others wait: a client alone may be as slow as they like.

import { requestTooSlow } from '../../domain/failures/http-failures.ts';

export interface ThroughputLimits {
  /** This many bytes must be sent or received … */
  readonly bytes: number;
  /** … within this much counted time. */
  readonly withinMs: number;
}

export interface MinThroughput {
  /** From now on we wait for the client. */
  begin(): void;
  /** The client sent or received this many bytes. Throws if that is too slow. */
  end(bytes: number): void;
}

export const buildMinThroughput = (
  { bytes: bytesMin, withinMs }: ThroughputLimits,
  isAwaited: () => boolean,
  nowMs: () => number = () => performance.now(),
): MinThroughput => {
  let sinceMs: number | undefined;
  let waitedMs = 0;
  let moved = 0;
  const reset = (): void => {
    waitedMs = 0;
    moved = 0;
  };
  return {
    begin: () => {
      sinceMs = isAwaited() ? nowMs() : undefined;
    },
    end: (bytes) => {
      if (sinceMs === undefined || !isAwaited()) return reset();
      waitedMs += nowMs() - sinceMs;
      moved += bytes;
      if (waitedMs < withinMs) return;
      if (moved < bytesMin) throw requestTooSlow();
      reset();
    },
  };
};
