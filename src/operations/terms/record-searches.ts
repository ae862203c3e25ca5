// Takes note of searches for popular terms without ever slowing or failing a request: they wait in memory, bounded, and
// are stored in batches from time to time. What does not fit is dropped and counted; a power cut loses what still waits.

import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { PopularTermsStore, SearchRecorder } from '../../domain/ports.ts';
import { recordableTerm, type SearchEvent } from '../../domain/terms/popular-terms.ts';

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
  /** The same search of the same visitor waits only once. */
  const waiting = new Map<string, Noted>();
  const terms = new TermMemory();
  const places = new PlaceNumbers();
  let isOpen = enabled;
  let dropped = 0;
  let droppedSaid = 0;
  let flushing: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    const keys = [...waiting.keys()];
    for (let start = 0; start < keys.length; start += BATCH_SIZE) {
      const batch = listEntries(waiting, keys.slice(start, start + BATCH_SIZE));
      try {
        await store.appendSearchEvents(batch.map(({ event }) => event));
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
    record: (workspace, { catalogId, text, total }, visitor) => {
      const term = isOpen ? terms.recall(text) : undefined;
      if (term === undefined) return;
      const at = now().getTime();
      // NUL is refused at the edge, so no two searches share a key.
      const key = `${places.numberOf(workspace, catalogId)}\0${visitor}\0${term}`;
      const known = waiting.get(key);
      if (known !== undefined) {
        known.total = total;
        known.at = at;
        known.turn += 1;
      } else if (waiting.size < maxBuffered) {
        const { tenantId, workspaceId } = workspace;
        waiting.set(key, { tenantId, workspaceId, catalogId, visitor, term, total, at, turn: 0 });
      } else dropped += 1;
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

/** Catalogs by a number instead of their long ids: only those in which something was found out get one. */
class PlaceNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly ofWorkspaces = new WeakMap<WorkspaceScope, Map<string, number>>();

  numberOf(workspace: WorkspaceScope, catalogId: string): number {
    const known = this.ofWorkspaces.get(workspace)?.get(catalogId);
    if (known !== undefined) return known;
    const key = `${workspaceKey(workspace)}\0${catalogId}`;
    const number = this.numbers.get(key) ?? this.numbers.size;
    this.numbers.set(key, number);
    const own = this.ofWorkspaces.get(workspace) ?? new Map<string, number>();
    this.ofWorkspaces.set(workspace, own.set(catalogId, number));
    return number;
  }
}

/** A search that waits, as it was asked the last time. Most are asked again before they are stored, so this is cheap. */
type Noted = Omit<SearchEvent, 'at' | 'total'> & { at: number; total: number; turn: number };

interface Entry {
  readonly key: string;
  readonly turn: number;
  readonly event: SearchEvent;
}

const listEntries = (waiting: ReadonlyMap<string, Noted>, keys: readonly string[]): Entry[] =>
  keys.flatMap((key) => {
    const noted = waiting.get(key);
    if (noted === undefined) return [];
    const { turn, at, ...event } = noted;
    return { key, turn, event: { ...event, at: new Date(at).toISOString() } };
  });

/** A search repeated while its batch was being stored is newer than what was stored, and stays. */
const removeStored = (waiting: Map<string, Noted>, batch: readonly Entry[]): void => {
  for (const { key, turn } of batch) {
    if (waiting.get(key)?.turn === turn) waiting.delete(key);
  }
};

/** Behind the others, so that a batch the store will never take holds nobody else up. */
const sendToBack = (waiting: Map<string, Noted>, batch: readonly Entry[]): void => {
  for (const { key } of batch) {
    const noted = waiting.get(key);
    if (noted !== undefined) {
      waiting.delete(key);
      waiting.set(key, noted);
    }
  }
};
