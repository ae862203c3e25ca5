// Makes indexes ready before anybody asks: at the start all that there is room for, what was asked for last first, and from then on wherever
// something changes, so that an index grows with an import. One at a time: requests go first.

import { setTimeout as sleep } from 'node:timers/promises';
import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { SearchPlaces } from '../../domain/ports.ts';
import { type CatalogPlace, placeKey } from './catalog-place.ts';
import type { WarmableIndex } from './embedded-search.ts';
import type { UseOrder } from './use-order.ts';

/** How often it looks for changes, … */
const LOOK_MS = 250;
/** … unless looking takes long: then this many times as long as that. */
const LOOK_RESTS = 50;
const SAVE_USES_MS = 60_000;

export interface WarmingProgress {
  /** Indexes that are ready, or for which there is no room. */
  readonly done: number;
  readonly total: number;
  readonly tookMs: number;
}

export interface WarmingOptions {
  readonly places: SearchPlaces;
  readonly index: WarmableIndex;
  readonly useOrder: UseOrder;
  /** Told when the first round begins, after each index of it, and when it is over. */
  readonly onProgress: (progress: WarmingProgress) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Warming {
  /** Over when the first round is. Never rejects. */
  readonly firstRound: Promise<void>;
  /** Of the first round; undefined once it is over. */
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
      // An index that is being opened may take long: whoever closes the index ends that.
      following.catch(() => {});
    },
  };
};

const warmAll = async (
  { places, index, useOrder, onFailure }: WarmingOptions,
  known: Map<string, number>,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<void> => {
  const all: CatalogPlace[] = [];
  for (const workspace of await places.listHeads()) {
    known.set(workspaceKey(workspace), workspace.head);
    all.push(...(await places.listPlaces(workspace)));
  }
  const wanted = inOrder(all, await useOrder.load());
  tell(0, wanted.length);
  for (const [at, place] of wanted.entries()) {
    await warmOne(index, place, true, signal, onFailure);
    if (signal.aborted) return;
    tell(at + 1, wanted.length);
  }
};

/** What was asked for last comes first, then the rest as it is. */
const inOrder = (places: readonly CatalogPlace[], keys: readonly string[]): CatalogPlace[] => {
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const rankOf = (place: CatalogPlace): number => ranks.get(placeKey(place)) ?? keys.length;
  return places
    .map((place) => ({ place, rank: rankOf(place) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ place }) => place);
};

const followChanges = async (
  { places, index, useOrder, onFailure }: WarmingOptions,
  known: Map<string, number>,
  signal: AbortSignal,
): Promise<void> => {
  /** Workspaces that changed when it last looked: once they are quiet, the rest is brought in. */
  let busy = new Map<string, WorkspaceScope>();
  let savedAt = performance.now();
  let lookedMs = 0;
  while (!signal.aborted) {
    await sleep(Math.max(LOOK_MS, lookedMs * LOOK_RESTS), undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    try {
      const lookedAt = performance.now();
      const changed = await findChanged(places, known);
      lookedMs = performance.now() - lookedAt;
      const quiet = [...busy].filter(([key]) => !changed.has(key)).map(([, workspace]) => workspace);
      busy = changed;
      for (const [isQuiet, workspaces] of [
        [false, changed.values()],
        [true, quiet],
      ] as const) {
        for (const workspace of workspaces) {
          for (const place of await places.listPlaces(workspace))
            await warmOne(index, place, isQuiet, signal, onFailure);
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

/** One that cannot be made ready keeps no other from it; whoever asks for it learns why. */
const warmOne = async (
  index: WarmableIndex,
  place: CatalogPlace,
  isQuiet: boolean,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  if (signal.aborted || !(index.hasRoom() || index.isOpen(place))) return;
  try {
    await index.warm(place, isQuiet);
  } catch (error) {
    if (!signal.aborted) onFailure(error);
  }
};
