// Takes note of searches for popular terms without ever slowing or failing a request: they wait in memory, bounded, and
// are stored in batches from time to time. What does not fit is dropped and counted; a power cut loses what still waits.

import { recordableTerm, type SearchEvent } from '../domain/popular-terms.ts';
import type { PopularTermsStore, SearchRecorder } from '../domain/ports.ts';

interface Dependencies {
  readonly store: Pick<PopularTermsStore, 'appendSearchEvents'>;
  readonly now: () => Date;
  /** False: nothing is ever noted. */
  readonly enabled?: boolean;
  readonly flushIntervalMs?: number;
  readonly maxBuffered?: number;
  readonly log?: { warn(fields: object, message: string): void };
}

export interface OpenSearchRecorder extends SearchRecorder {
  /** Stores what waits. Never rejects: what could not be stored waits for the next time. */
  flush(): Promise<void>;
  /** Stores what waits and notes nothing more. */
  close(): Promise<void>;
  /** How many searches were lost since it was opened. */
  readonly dropped: number;
}

const FLUSH_INTERVAL_MS = 2_000;
const MAX_BUFFERED = 10_000;
const BATCH_SIZE = 500;
const TERMS_KNOWN_MAX = 2_000;

export const openSearchRecorder = ({
  store,
  now,
  enabled = true,
  flushIntervalMs = FLUSH_INTERVAL_MS,
  maxBuffered = MAX_BUFFERED,
  log,
}: Dependencies): OpenSearchRecorder => {
  /** In the order of the latest search; the same search of the same visitor waits only once. */
  const waiting = new Map<string, SearchEvent>();
  const terms = new TermMemory();
  let isOpen = enabled;
  let dropped = 0;
  let droppedSaid = 0;
  let flushing: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    const entries = [...waiting];
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const batch = entries.slice(start, start + BATCH_SIZE);
      try {
        await store.appendSearchEvents(batch.map(([, event]) => event));
      } catch (error) {
        sendToBack(waiting, batch);
        log?.warn({ err: error, waiting: waiting.size }, 'recorded searches could not be stored');
        break;
      }
      removeStored(waiting, batch);
    }
    if (dropped > droppedSaid) {
      log?.warn({ dropped: dropped - droppedSaid }, 'searches were dropped: too many were waiting');
      droppedSaid = dropped;
    }
  };

  const flush = async (): Promise<void> => {
    // After the one under way, which may have begun before the latest search.
    const mine = (flushing ?? Promise.resolve()).then(drain);
    flushing = mine;
    await mine;
    if (flushing === mine) flushing = undefined;
  };

  const timer = setInterval(() => {
    if (flushing === undefined && waiting.size > 0) void flush();
  }, flushIntervalMs).unref();

  return {
    record: ({ text, ...search }) => {
      const term = isOpen ? terms.recall(text) : undefined;
      if (term === undefined) return;
      // NUL is refused at the edge, so no two searches share a key.
      const key = `${search.tenantId}\0${search.workspaceId}\0${search.catalogId}\0${search.visitor}\0${term}`;
      if (!waiting.delete(key) && waiting.size >= maxBuffered) {
        dropped += 1;
        return;
      }
      waiting.set(key, { ...search, term, at: now().toISOString() });
    },
    flush,
    close: async () => {
      isOpen = false;
      clearInterval(timer);
      await flush();
      dropped += waiting.size;
      waiting.clear();
    },
    get dropped() {
      return dropped;
    },
  };
};

/** The same texts are searched again and again, and telling whether one may be recorded costs as much as finding it. */
class TermMemory {
  private readonly known = new Map<string, string | undefined>();

  recall(text: string): string | undefined {
    if (this.known.has(text)) return this.known.get(text);
    const term = recordableTerm(text);
    if (this.known.size >= TERMS_KNOWN_MAX) this.known.clear();
    this.known.set(text, term);
    return term;
  }
}

type Entry = readonly [key: string, event: SearchEvent];

/** A search repeated while its batch was being stored is newer than what was stored, and stays. */
const removeStored = (waiting: Map<string, SearchEvent>, batch: readonly Entry[]): void => {
  for (const [key, event] of batch) {
    if (waiting.get(key) === event) waiting.delete(key);
  }
};

/** Behind the others, so that a batch the store will never take holds nobody else up. */
const sendToBack = (waiting: Map<string, SearchEvent>, batch: readonly Entry[]): void => {
  for (const [key, event] of batch) {
    if (waiting.get(key) === event) {
      waiting.delete(key);
      waiting.set(key, event);
    }
  }
};
