// Whether the database can be reached: a circuit breaker. While it cannot, requests fail at once, except for an occasional probe,
// instead of each waiting for a connection. A query that succeeds proves little: its connection may be older than the fault, or
// lead to a standby. So only a probe over a new connection ends the fault.

import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { StorageHealth } from '../storage-health.ts';
import { failureOf, faultOf } from './postgres-errors.ts';

const PAUSE_MS = 250;

export interface Reach {
  isLost(): boolean;
  /** Throws while the database cannot be reached, unless it is time to try again. */
  assertTried(): void;
  /** Call it before asking over a new connection, and what it returns once a primary has responded. */
  beginTrial(): () => void;
  /** The failure that callers get; bugs are passed on. Faults are reported to `health`, unless they are of one connection. */
  explain(error: unknown, isNoted?: boolean): unknown;
}

/** `onLost`: whoever asks whether it can be reached again should begin. */
export const buildReach = (health: StorageHealth, onLost: () => void): Reach => {
  let triesAt = 0;
  const isLost = (): boolean => health.fault() === 'unreachable';
  return {
    isLost,
    assertTried: () => {
      if (!isLost()) return;
      const now = performance.now();
      if (now < triesAt) throw storageFailure('unreachable');
      triesAt = now + PAUSE_MS;
    },
    beginTrial: () => {
      const reading = health.read();
      const wasLost = isLost();
      return () => {
        if (wasLost) health.recover(reading);
      };
    },
    explain: (error, isNoted = true) => {
      const fault = isNoted ? faultOf(error) : undefined;
      if (fault !== undefined) health.note(fault, error);
      if (fault === 'unreachable') {
        triesAt = performance.now() + PAUSE_MS;
        onLost();
      }
      return failureOf(error) ?? error;
    },
  };
};
