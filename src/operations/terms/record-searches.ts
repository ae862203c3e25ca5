// Records searches for popular terms without delaying or failing a request. They wait in bounded memory and are stored in
// batches. Searches that do not fit are dropped and counted; a power cut loses those not stored yet.

import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { PopularTermsStore, SearchRecorder } from '../../domain/ports.ts';
import { isPlainTerm, recordableTerm, type SearchEvent } from '../../domain/terms/popular-terms.ts';
import { openWriteBehind, type WriteBehind, type WriteBehindOptions } from '../write-behind.ts';

interface Dependencies extends WriteBehindOptions {
  readonly store: Pick<PopularTermsStore, 'appendSearchEvents'>;
  readonly now: () => Date;
  readonly maxBuffered?: number;
}

export interface OpenSearchRecorder extends SearchRecorder, WriteBehind {}

const MAX_BUFFERED = 10_000;
const BATCH_SIZE = 500;
const TERMS_KNOWN_MAX = 2_000;

export const openSearchRecorder = ({
  store,
  now,
  maxBuffered = MAX_BUFFERED,
  ...options
}: Dependencies): OpenSearchRecorder => {
  /** The same search of the same visitor waits only once. */
  const waiting = new Map<string, Noted>();
  const terms = new TermCache();
  const places = new PlaceNumbers();
  let dropped = 0;

  const storeWaiting = async (): Promise<void> => {
    const keys = [...waiting.keys()];
    for (let start = 0; start < keys.length; start += BATCH_SIZE) {
      const batch = listEntries(waiting, keys.slice(start, start + BATCH_SIZE));
      try {
        await store.appendSearchEvents(batch.map(({ event }) => event));
      } catch (error) {
        sendToBack(waiting, batch);
        throw error;
      }
      removeStored(waiting, batch);
    }
  };

  const behind = openWriteBehind({
    ...options,
    what: 'searches',
    count: () => waiting.size,
    dropped: () => dropped,
    store: storeWaiting,
    drop: () => {
      dropped += waiting.size;
      waiting.clear();
    },
  });

  const record: SearchRecorder['record'] = (workspace, { catalogId, text, total }, visitor) => {
    const term = behind.isOpen ? terms.termOf(text) : undefined;
    if (term === undefined) return;
    const at = now().getTime();
    // HTTP rejects NUL, so no two searches share a key.
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
  };
  return Object.assign(behind, { record });
};

/** Caches whether an unusual text may be recorded: texts repeat often, and the check costs as much as a search. */
class TermCache {
  private readonly known = new Map<string, string | undefined>();

  termOf(text: string): string | undefined {
    if (isPlainTerm(text)) return text.toLowerCase();
    if (this.known.has(text)) return this.known.get(text);
    const term = recordableTerm(text);
    if (this.known.size >= TERMS_KNOWN_MAX) this.known.clear();
    this.known.set(text, term);
    return term;
  }
}

/** Short numbers for catalogs in place of their long ids, assigned on first use. */
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

/** A waiting search. Most are repeated before they are stored, so the entry is updated in place. */
type Noted = Omit<SearchEvent, 'at' | 'total'> & { at: number; total: number; turn: number };

interface Entry {
  readonly key: string;
  readonly turn: number;
  readonly event: SearchEvent;
}

const listEntries = (waiting: ReadonlyMap<string, Noted>, keys: readonly string[]): Entry[] => {
  const entries: Entry[] = [];
  // Many searches have the same timestamp.
  let last = Number.NaN;
  let at = '';
  for (const key of keys) {
    const noted = waiting.get(key);
    if (noted === undefined) continue;
    if (noted.at !== last) at = new Date(noted.at).toISOString();
    last = noted.at;
    const { tenantId, workspaceId, catalogId, visitor, term, total, turn } = noted;
    entries.push({ key, turn, event: { tenantId, workspaceId, catalogId, visitor, term, total, at } });
  }
  return entries;
};

/** A search that was repeated while its batch was being stored is newer than the stored one, and stays. */
const removeStored = (waiting: Map<string, Noted>, batch: readonly Entry[]): void => {
  for (const { key, turn } of batch) {
    if (waiting.get(key)?.turn === turn) waiting.delete(key);
  }
};

/** Moves the batch behind the others, so that a batch the store never accepts does not block them. */
const sendToBack = (waiting: Map<string, Noted>, batch: readonly Entry[]): void => {
  for (const { key } of batch) {
    const noted = waiting.get(key);
    if (noted !== undefined) {
      waiting.delete(key);
      waiting.set(key, noted);
    }
  }
};
