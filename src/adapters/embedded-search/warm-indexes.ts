// Warms up indexes before they are needed: at startup as many as fit, most recently used first, and from then on
// whenever something changes, so that an index grows along with an import. One at a time: requests go first.

import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { SearchPlaces } from '../../domain/ports.ts';
import type { WarmableIndex } from './embedded-search.ts';
import { type IndexId, indexKey } from './index-id.ts';
import type { UseOrder } from './use-order.ts';

/** Interval between two polls for changes, … */
const POLL_MS = 250;
/** … unless polling takes long: then this many times as long. */
const POLL_PAUSE_SHARE = 50;
const SAVE_USES_MS = 60_000;

export interface WarmingProgress {
  /** Indexes that are ready, or that do not fit. */
  readonly done: number;
  readonly total: number;
  readonly tookMs: number;
}

interface WarmingOptions {
  readonly places: SearchPlaces;
  readonly index: WarmableIndex;
  readonly useOrder: UseOrder;
  /** Called when the first round starts, after each of its indexes, and when it ends. */
  readonly onProgress: (progress: WarmingProgress) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Warming {
  /** Resolves when the first round ends. Never rejects. */
  readonly firstRound: Promise<void>;
  /** Progress of the first round; undefined afterwards. */
  readonly progress: () => WarmingProgress | undefined;
  readonly close: () => Promise<void>;
}

export const startWarming = (options: WarmingOptions): Warming => {
  const { index, useOrder } = options;
  const ending = new AbortController();
  const startedAt = performance.now();
  let counts: Pick<WarmingProgress, 'done' | 'total'> | undefined = { done: 0, total: 0 };
  const progress = () => counts && { ...counts, tookMs: Math.round(performance.now() - startedAt) };
  const known = new Map<string, number>();
  const begin = async (): Promise<void> => {
    try {
      await warmAll(options, known, ending.signal, (done, total) => {
        counts = { done, total };
        options.onProgress({ ...counts, tookMs: Math.round(performance.now() - startedAt) });
      });
    } catch (error) {
      if (!ending.signal.aborted) options.onFailure(error);
    } finally {
      counts = undefined;
    }
  };
  const firstRound = begin();
  const following = firstRound.then(() => followChanges(options, known, ending.signal));
  return {
    firstRound,
    progress,
    close: async () => {
      const uses = index.uses();
      ending.abort();
      await useOrder.save(uses);
      // Opening an index may take long; closing the index ends it.
      following.catch(() => {});
    },
  };
};

const warmAll = async (
  { places, index, useOrder, onFailure }: WarmingOptions,
  known: Map<string, number>,
  signal: AbortSignal,
  report: (done: number, total: number) => void,
): Promise<void> => {
  const all: IndexId[] = [];
  for (const workspace of await places.listHeads()) {
    known.set(workspaceKey(workspace), workspace.head);
    all.push(...(await places.listPlaces(workspace)));
  }
  const wanted = inOrder(all, await useOrder.load());
  report(0, wanted.length);
  for (const [at, indexId] of wanted.entries()) {
    await warmOne(index, indexId, true, signal, onFailure);
    if (signal.aborted) return;
    report(at + 1, wanted.length);
  }
};

/** Most recently used first, then the rest in their given order. */
const inOrder = (ids: readonly IndexId[], keys: readonly string[]): IndexId[] => {
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const rankOf = (indexId: IndexId): number => ranks.get(indexKey(indexId)) ?? keys.length;
  return ids
    .map((indexId) => ({ indexId, rank: rankOf(indexId) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ indexId }) => indexId);
};

const followChanges = async (
  { places, index, useOrder, onFailure }: WarmingOptions,
  known: Map<string, number>,
  signal: AbortSignal,
): Promise<void> => {
  /** Workspaces that changed in the last poll: once they are quiet, the rest is applied. */
  let busy = new Map<string, WorkspaceScope>();
  let savedAt = performance.now();
  let pollMs = 0;
  while (!signal.aborted) {
    await sleep(Math.max(POLL_MS, pollMs * POLL_PAUSE_SHARE), undefined, { signal, ref: false }).catch(
      () => {},
    );
    if (signal.aborted) return;
    try {
      const polledAt = performance.now();
      const changed = await findChanged(places, known);
      pollMs = performance.now() - polledAt;
      const quiet = [...busy].filter(([key]) => !changed.has(key)).map(([, workspace]) => workspace);
      busy = changed;
      for (const [isQuiet, workspaces] of [
        [false, changed.values()],
        [true, quiet],
      ] as const) {
        for (const workspace of workspaces) {
          for (const indexId of await places.listPlaces(workspace))
            await warmOne(index, indexId, isQuiet, signal, onFailure);
        }
      }
      if (performance.now() - savedAt > SAVE_USES_MS) {
        savedAt = performance.now();
        await useOrder.save(index.uses());
      }
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }
};

const findChanged = async (
  places: SearchPlaces,
  known: Map<string, number>,
): Promise<Map<string, WorkspaceScope>> => {
  const changed = new Map<string, WorkspaceScope>();
  for (const { head, ...workspace } of await places.listHeads()) {
    const key = workspaceKey(workspace);
    if (known.get(key) !== head) changed.set(key, workspace);
    known.set(key, head);
  }
  return changed;
};

/** An index that cannot be warmed up does not stop the others; a request for it gets the error. */
const warmOne = async (
  index: WarmableIndex,
  indexId: IndexId,
  isQuiet: boolean,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  if (signal.aborted || !(index.hasRoom() || index.isOpen(indexId))) return;
  try {
    await index.warm(indexId, isQuiet);
  } catch (error) {
    if (!signal.aborted) onFailure(error);
  }
};
