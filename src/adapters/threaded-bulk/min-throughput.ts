// Whether the other side of a request moves fast enough to keep others waiting. Only the time is counted in which it is waited
// for, and somebody else waits meanwhile: who is alone may take all the time he likes, and our own work is not his doing.

import { requestTooSlow } from '../../domain/failures/http-failures.ts';

export interface ThroughputLimits {
  /** So many bytes have to come, or to be taken, … */
  readonly bytes: number;
  /** … within so much of that time. */
  readonly withinMs: number;
}

export interface MinThroughput {
  /** From here on the other side is waited for. */
  begin(): void;
  /** It has moved so many bytes. Throws when that is too little. */
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
  const resetFeed = (): void => {
    waitedMs = 0;
    moved = 0;
  };
  return {
    begin: () => {
      sinceMs = isAwaited() ? nowMs() : undefined;
    },
    end: (bytes) => {
      if (sinceMs === undefined || !isAwaited()) return resetFeed();
      waitedMs += nowMs() - sinceMs;
      moved += bytes;
      if (waitedMs < withinMs) return;
      if (moved < bytesMin) throw requestTooSlow();
      resetFeed();
    },
  };
};
