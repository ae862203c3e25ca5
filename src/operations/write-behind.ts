// Write-behind: what requests leave in memory is stored later and in the background, so that no request waits for that or fails.
// A power cut loses what is not stored yet.

export interface WriteBehindOptions {
  /** False: nothing is taken. */
  readonly enabled?: boolean;
  readonly flushIntervalMs?: number;
  readonly log?: { warn(fields: object, message: string): void };
}

interface Dependencies extends WriteBehindOptions {
  /** What waits, as the log names it. */
  readonly what: string;
  readonly count: () => number;
  /** How many were dropped since it was opened. */
  readonly dropped: () => number;
  /** Stores what waits now. If it rejects, what is not stored still waits. */
  readonly store: () => Promise<void>;
  /** Drops what still waits. */
  readonly drop: () => void;
}

export interface WriteBehind {
  /** Whether more may be left. */
  readonly isOpen: boolean;
  /** Number of those dropped since it was opened. */
  readonly dropped: number;
  /** Stores what waits. Never rejects: if that fails, it waits for the next flush. */
  flush(): Promise<void>;
  /** Stores what waits and takes no more. What cannot be stored is dropped. */
  close(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 2_000;

export const openWriteBehind = ({
  what,
  count,
  dropped,
  store,
  drop,
  enabled = true,
  flushIntervalMs = FLUSH_INTERVAL_MS,
  log,
}: Dependencies): WriteBehind => {
  let isOpen = enabled;
  let droppedLogged = 0;
  let flushing: Promise<void> | undefined;

  /** A log that fails must not end the flushes. */
  const warn = (fields: object, message: string): void => {
    try {
      log?.warn(fields, message);
    } catch {}
  };

  const storeAndLog = async (): Promise<void> => {
    try {
      await store();
    } catch (error) {
      warn({ err: error, waiting: count() }, `${what} could not be stored`);
    }
    if (dropped() > droppedLogged) {
      warn({ dropped: dropped() - droppedLogged }, `${what} were dropped: too many were waiting`);
      droppedLogged = dropped();
    }
  };

  const flush = async (): Promise<void> => {
    // After the running flush, which may have begun before the latest arrival.
    const mine = (flushing ?? Promise.resolve()).then(storeAndLog);
    flushing = mine;
    await mine;
    if (flushing === mine) flushing = undefined;
  };

  const timer = setInterval(() => {
    if (flushing === undefined && count() > 0) void flush();
  }, flushIntervalMs).unref();

  return {
    get isOpen() {
      return isOpen;
    },
    get dropped() {
      return dropped();
    },
    flush,
    close: async () => {
      isOpen = false;
      clearInterval(timer);
      await flush();
      if (count() > 0) warn({ dropped: count() }, `${what} were dropped: the service stops`);
      drop();
    },
  };
};
