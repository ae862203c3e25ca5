// Records searches for popular terms without delaying or failing a request. They wait in bounded memory and are stored in
// batches. Searches that do not fit are dropped and counted; a power cut loses those not stored yet.

import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { PopularTermsStore, SearchRecorder } from '../../domain/ports.ts';
import { isPlainTerm, recordableTerm } from '../../domain/terms/popular-terms.ts';
import { openWriteBehind, type WriteBehind, type WriteBehindOptions } from '../write-behind.ts';
import { type SearchPlace, WaitingSearches } from './waiting-searches.ts';

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
  const waiting = new WaitingSearches(maxBuffered);
  const terms = new TermCache();
  const places = new Places();
  let dropped = 0;

  const storeWaiting = async (): Promise<void> => {
    let left = waiting.size;
    while (left > 0) {
      const batch = waiting.take(Math.min(BATCH_SIZE, left));
      // All were dropped while others were being stored.
      if (batch.length === 0) return;
      left -= batch.length;
      try {
        await store.appendSearchEvents(batch);
      } catch (error) {
        waiting.putTakenBack();
        throw error;
      }
      waiting.forgetTaken();
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
    const place = places.find(workspace, catalogId);
    if (!waiting.note(place, visitor, term, total, now().getTime())) dropped += 1;
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

/** Creates the object of each catalog on first use. */
class Places {
  private readonly known = new Map<string, SearchPlace>();
  private readonly ofWorkspaces = new WeakMap<WorkspaceScope, Map<string, SearchPlace>>();

  find(workspace: WorkspaceScope, catalogId: string): SearchPlace {
    const found = this.ofWorkspaces.get(workspace)?.get(catalogId);
    if (found !== undefined) return found;
    // HTTP rejects NUL, so no two catalogs share a key.
    const key = `${workspaceKey(workspace)}\0${catalogId}`;
    const { tenantId, workspaceId } = workspace;
    const place = this.known.get(key) ?? { tenantId, workspaceId, catalogId };
    this.known.set(key, place);
    const own = this.ofWorkspaces.get(workspace) ?? new Map<string, SearchPlace>();
    this.ofWorkspaces.set(workspace, own.set(catalogId, place));
    return place;
  }
}
