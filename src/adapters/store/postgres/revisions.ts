// The feed position of each workspace in use, in memory, since it is needed for each request. This thread's own commits are
// known at once. Those of others are looked for at short intervals, and at once when a notification hints at them.
// While the database cannot be reached, positions soon count as unknown: NaN, which equals no cached revision, so callers go
// on to read and get the error. Nobody is served from a cache whose age is unknown.
// Positions never go back, unless the database was replaced by an older state of it: then every revision is a new one, so
// that nothing kept from before is used, though positions are the same again.

import { type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import type { ChangeSignal } from '../../../domain/ports.ts';
import { COMMITS, type StorageShare } from '../storage-health.ts';

export interface HeadRow {
  readonly tenant_id: string;
  readonly workspace_id: string;
  readonly head: number;
  readonly access_head: number;
  readonly product_changes: number;
}

export interface Heads {
  /** Another one after each failover; null on a standby; undefined if it was not asked for. */
  readonly timeline: string | null | undefined;
  /** A workspace without a row has no feed yet. */
  readonly rows: readonly HeadRow[];
}

export interface Revisions extends ChangeSignal {
  /** The revision of a workspace whose feed ends at this position now. */
  revisionAt(head: number): number;
  /** How far the workspace has come at least; NaN if it is not known. */
  position(workspace: WorkspaceScope): number;
  /** What a transaction of this thread has just committed. */
  noteCommit(heads: Heads): void;
  /** The workspaces whose positions are to be read, and what to do with what was found. */
  beginPoll(): Poll;
  close(): void;
}

export interface Poll {
  readonly workspaces: readonly WorkspaceScope[];
  finish(heads: Heads): void;
}

export interface RevisionOptions {
  /** From then on a position that could not be read again counts as unknown. */
  readonly staleAfterMs?: number | undefined;
  readonly nowMs?: () => number;
}

export interface RevisionEvents {
  /** A position is needed that is not known. */
  readonly onMissing: () => void;
  /** For other nodes. */
  readonly onCommit: () => void;
}

const STALE_AFTER_MS = 3_000;
/** A workspace that nobody asked about for so long is not looked for any more. */
const UNUSED_AFTER_MS = 60_000;
const WORKSPACES_MAX = 10_000;

interface Known {
  readonly workspace: WorkspaceScope;
  head: number;
  accessHead: number;
  productChanges: number;
  /** When it was certain. */
  asOfMs: number;
  /** When the position was noted, certain or not. */
  notedMs: number;
  /** How often the database had been replaced by then. */
  replacements: number;
  usedMs: number;
}

const NEVER = Number.NEGATIVE_INFINITY;
const UNKNOWN = { head: Number.NaN, productChanges: 0 };

export const buildRevisions = (
  share: StorageShare,
  { onMissing, onCommit }: RevisionEvents,
  { staleAfterMs = STALE_AFTER_MS, nowMs = () => performance.now() }: RevisionOptions = {},
): Revisions => {
  const commits = buildCommitCounter(share);
  const known = new Map<string, Known>();
  const entryOf = (workspace: WorkspaceScope): Known => findEntry(known, workspace, nowMs());
  /** What was certain before may have changed: another thread of this process has committed. */
  let certainFromMs = NEVER;
  const database = buildReplacements((now) => {
    certainFromMs = Math.max(certainFromMs, now);
  });

  const readOthers = (now: number): boolean => {
    const hasOthers = commits.hasOthers();
    if (hasOthers) certainFromMs = now;
    return hasOthers;
  };

  /** Undefined if it is not known for certain. */
  const find = (workspace: WorkspaceScope): Known | undefined => {
    const now = nowMs();
    readOthers(now);
    const entry = entryOf(workspace);
    entry.usedMs = now;
    if (entry.asOfMs >= certainFromMs && now - entry.asOfMs < staleAfterMs) return entry;
    onMissing();
    return undefined;
  };

  return {
    revision: (workspace) => database.revisionAt(find(workspace)?.head ?? Number.NaN),
    nonProductRevision: (workspace) => {
      const { head, productChanges } = find(workspace) ?? UNKNOWN;
      return database.revisionAt(head - productChanges);
    },
    accessRevision: (workspace) => database.revisionAt(find(workspace)?.accessHead ?? Number.NaN),
    revisionAt: database.revisionAt,
    position: (workspace) => {
      find(workspace);
      const { head, replacements } = entryOf(workspace);
      return replacements === database.replacements() ? head : Number.NaN;
    },
    noteCommit: ({ timeline, rows }) => {
      const now = nowMs();
      // What another thread committed may be newer.
      const asOfMs = readOthers(now) ? NEVER : now;
      commits.noteOwn();
      database.noteTimeline(timeline, now);
      const places = placesOf(rows);
      for (const [workspace, row] of places) {
        const entry = known.get(workspaceKey(workspace));
        // Of two commits, the response to the first may come last.
        if (entry !== undefined && !database.isBefore(row, entry)) database.note(entry, row, now, asOfMs);
      }
      if (places.length > 0) onCommit();
    },
    beginPoll: () => {
      const startedMs = nowMs();
      readOthers(startedMs);
      dropUnused(known, startedMs);
      const asked = [...known.values()];
      const replacements = database.replacements();
      return {
        workspaces: asked.map(({ workspace }) => workspace),
        finish: ({ timeline, rows }) => {
          // A commit has shown meanwhile that the database was replaced. This may be of the old one.
          if (database.replacements() !== replacements) return;
          database.noteTimeline(timeline, startedMs);
          const found = new Map(placesOf(rows).map(([workspace, row]) => [workspaceKey(workspace), row]));
          const read = asked
            .map((entry) => [entry, found.get(workspaceKey(entry.workspace)) ?? NO_FEED] as const)
            // What this thread committed meanwhile is newer.
            .filter(([entry, row]) => entry.notedMs < startedMs || !database.isBefore(row, entry));
          if (read.some(([entry, row]) => database.isBefore(row, entry))) database.noteReplaced(startedMs);
          for (const [entry, row] of read) if (entry.asOfMs < startedMs) database.note(entry, row, startedMs);
        },
      };
    },
    close: () => known.clear(),
  };
};

type Position = Omit<HeadRow, 'tenant_id' | 'workspace_id'>;

const NO_FEED: Position = { head: 0, access_head: 0, product_changes: 0 };

const findEntry = (known: Map<string, Known>, workspace: WorkspaceScope, usedMs: number): Known => {
  const key = workspaceKey(workspace);
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= WORKSPACES_MAX) dropUnused(known, usedMs);
  if (known.size >= WORKSPACES_MAX) known.clear();
  const { tenantId, workspaceId } = workspace;
  const entry = {
    workspace: { tenantId, workspaceId },
    head: Number.NaN,
    accessHead: Number.NaN,
    productChanges: 0,
    asOfMs: NEVER,
    notedMs: NEVER,
    replacements: 0,
    usedMs,
  };
  known.set(key, entry);
  return entry;
};

const placesOf = (rows: readonly HeadRow[]): [WorkspaceScope, HeadRow][] =>
  rows.map((row) => [{ tenantId: row.tenant_id, workspaceId: row.workspace_id }, row]);

/** What is noted of the database, and that it is another one than before, or an older state of it. */
const buildReplacements = (onReplaced: (now: number) => void) => {
  let timeline: string | null | undefined;
  let replaced = 0;
  /** Of the first position. Beyond every revision from before the last replacement. */
  let base = 0;
  let highest = 0;
  const noteReplaced = (now: number): void => {
    replaced += 1;
    base = highest + 1;
    onReplaced(now);
  };
  return {
    replacements: (): number => replaced,
    note: (entry: Known, row: Position, notedMs: number, asOfMs = notedMs): void => {
      entry.head = row.head;
      entry.accessHead = row.access_head;
      entry.productChanges = row.product_changes;
      entry.notedMs = notedMs;
      entry.asOfMs = asOfMs;
      entry.replacements = replaced;
    },
    isBefore: (row: Position, entry: Known): boolean =>
      entry.replacements === replaced && row.head < entry.head,
    /** Positions have gone back. */
    noteReplaced,
    noteTimeline: (found: string | null | undefined, now: number): void => {
      if (found === undefined || found === timeline) return;
      if (timeline !== undefined) noteReplaced(now);
      timeline = found;
    },
    revisionAt: (head: number): number => {
      const revision = base + head;
      if (revision > highest) highest = revision;
      return revision;
    },
  };
};

/** Counts the commits of the threads of this process: what one has written, the others must not miss for a moment. */
const buildCommitCounter = ({ memory }: StorageShare) => {
  const numbers = new Int32Array(memory);
  let own = 0;
  let othersSeen = Atomics.load(numbers, COMMITS);
  return {
    noteOwn: (): void => {
      Atomics.add(numbers, COMMITS, 1);
      own = (own + 1) | 0;
    },
    /** Whether another thread has committed since the last call. */
    hasOthers: (): boolean => {
      const others = (Atomics.load(numbers, COMMITS) - own) | 0;
      if (others === othersSeen) return false;
      othersSeen = others;
      return true;
    },
  };
};

const dropUnused = (known: Map<string, Known>, now: number): void => {
  for (const [key, { usedMs }] of known) {
    if (now - usedMs > UNUSED_AFTER_MS) known.delete(key);
  }
};
