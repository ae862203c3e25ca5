// The states of catalogs as this process knows them: read again when they are old, or when a request follows a write that they lack.

import { type Scope, scopeKey, type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import { positionNotReached } from '../../../domain/failures/unavailable-failures.ts';
import type { StateRevision, StoredState } from '../feeding/states.ts';
import type { FeedingState } from '../feeding-state.ts';

export interface StateOptions {
  /** Undefined: the catalog was never fed. */
  readonly readState: (scope: Scope, catalogId: string) => Promise<StoredState | undefined>;
  /** Whether the store has the catalog in this environment. */
  readonly exists: (scope: Scope, catalogId: string) => Promise<boolean>;
  /** How long a request waits for the index to reach its position. */
  readonly waitMs: number;
  /** Whether a request whose position is not reached in time is served from what is there. */
  readonly servesStale: boolean;
  /** A request has to wait for the feeder. */
  readonly onWaiting: () => void;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** For how long a state is used before it is read again. */
const STATE_MS = 250;
/** For how long a state that is older than the known one is ignored: it may be a late response, or come from a replica that lags behind. */
const LATE_MS = 5_000;
const POLL_MS = 25;
const RETRY_SECONDS = 1;
/** Catalogs that are known. */
const CATALOGS_MAX = 256;

/** What is known of one catalog; others add to it. */
export interface KnownState<Kept> {
  readonly scope: Scope;
  readonly catalogId: string;
  state: FeedingState;
  revision: StateRevision;
  readAt: number;
  kept: Kept | undefined;
}

export class KnownStates<Kept> {
  private readonly options: StateOptions;
  private readonly known = new Map<string, KnownState<Kept>>();
  private readonly revisions = new Map<string, number>();

  constructor(options: StateOptions) {
    this.options = options;
  }

  peek(scope: Scope, catalogId: string): KnownState<Kept> | undefined {
    return this.known.get(keyOf(scope, catalogId));
  }

  /** Grows whenever a catalog of the workspace was seen to have changed. */
  revision(workspace: WorkspaceScope): number {
    return this.revisions.get(workspaceKey(workspace)) ?? 0;
  }

  /** Looks whether the catalogs of the workspace have reached the position. */
  look(workspace: WorkspaceScope, position: number): void {
    const wanted = workspaceKey(workspace);
    for (const { scope, catalogId, state, readAt } of this.known.values()) {
      if (workspaceKey(scope) !== wanted || state.position >= position) continue;
      if (this.options.now() - readAt < STATE_MS) continue;
      // A server that is gone is told of by the next search.
      this.refresh(scope, catalogId).catch(() => undefined);
    }
  }

  /** The state once it has reached the position; undefined if the catalog was never fed. */
  async reach(scope: Scope, catalogId: string, position: number): Promise<KnownState<Kept> | undefined> {
    const { now, waitMs, servesStale, sleep, exists, onWaiting } = this.options;
    const known = this.peek(scope, catalogId);
    if (known !== undefined && now() - known.readAt < STATE_MS && known.state.position >= position)
      return known;
    const endsAt = now() + waitMs;
    for (;;) {
      const entry = await this.refresh(scope, catalogId);
      if (entry !== undefined && entry.state.position >= position) return entry;
      if (now() >= endsAt) {
        if (entry !== undefined && !servesStale) throw positionNotReached(RETRY_SECONDS);
        return entry;
      }
      if (entry === undefined && !(await exists(scope, catalogId))) return undefined;
      onWaiting();
      await sleep(POLL_MS);
    }
  }

  private async refresh(scope: Scope, catalogId: string): Promise<KnownState<Kept> | undefined> {
    const key = keyOf(scope, catalogId);
    const readAt = this.options.now();
    const stored = await this.options.readState(scope, catalogId);
    if (stored === undefined) {
      this.known.delete(key);
      return undefined;
    }
    const { state, revision } = stored;
    const entry = this.known.get(key) ?? { scope, catalogId, state, revision, readAt, kept: undefined };
    if (isBefore(revision, entry.revision) && readAt - entry.readAt < LATE_MS) return entry;
    const { generation, position, objects_position } = entry.state;
    const isSame =
      generation === state.generation &&
      position === state.position &&
      objects_position === state.objects_position;
    if (!isSame) {
      const workspace = workspaceKey(scope);
      this.revisions.set(workspace, this.revision(scope) + 1);
    }
    entry.state = state;
    entry.revision = revision;
    entry.readAt = readAt;
    this.known.delete(key);
    this.known.set(key, entry);
    const [oldest] = this.known.keys();
    if (this.known.size > CATALOGS_MAX && oldest !== undefined) this.known.delete(oldest);
    return entry;
  }
}

const isBefore = (one: StateRevision, other: StateRevision): boolean =>
  one.primaryTerm === other.primaryTerm ? one.seqNo < other.seqNo : one.primaryTerm < other.primaryTerm;

const keyOf = (scope: Scope, catalogId: string): string => `${scopeKey(scope)}\0${catalogId}`;
