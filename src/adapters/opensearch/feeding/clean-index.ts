// Deletes what nobody reads any more: generations that were replaced, tombstones that no late write can meet, places without a state,
// and indexes of other versions. Also finds catalogs whose texts have become so different that their documents are made anew.

import { workspaceKey } from '../../../domain/access/scope.ts';
import type { SearchPlaces } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import { stateIndexName } from '../documents/mapping.ts';
import { type DocumentKind, type Place, placeKey, stateId } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { hasDrifted } from './average-drift.ts';
import { deleteDocuments, deleteIndex, listIndexes, listPlaceKeys } from './delete-documents.ts';
import type { FedPlace } from './fed-place.ts';
import type { Turn } from './feed-turns.ts';
import { type IndexSettings, indexOf } from './prepare-indexes.ts';
import { buildRefresh } from './refresh-index.ts';
import { placeOf, type States, stateScope } from './states.ts';

export interface CleanerSettings {
  readonly server: SearchServer;
  readonly states: States;
  readonly places: SearchPlaces;
  readonly indexes: IndexSettings;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly times?: CleanerTimes;
}

export interface Cleaner {
  /** The generation is being built. */
  protect(place: Place): void;
  /** The generation is not searched any more; queries that began before may still read it. */
  retire(state: FeedingState): void;
  /** Does what is due. Returns catalogs that need a new generation. */
  run(fed: readonly FedPlace[]): Promise<Turn[]>;
}

export interface CleanerTimes {
  readonly runEveryMs: number;
  readonly retiredMs: number;
  readonly tombstoneMs: number;
  /** What nobody knows is deleted when it is found again after this time. */
  readonly sweepEveryMs: number;
}

const cleanerTimes: CleanerTimes = {
  runEveryMs: 15_000,
  retiredMs: 60_000,
  tombstoneMs: 3_600_000,
  sweepEveryMs: 600_000,
};

const kinds: readonly DocumentKind[] = ['product', 'content', 'product-word', 'content-word', 'manifest'];
const keysOf = (place: Place): string[] => kinds.map((kind) => placeKey(place, kind));

export const buildCleaner = (settings: CleanerSettings): Cleaner => {
  const { server, signal, now, times = cleanerTimes } = settings;
  /** By catalog: the generation that is being built, or was built last. */
  const built = new Map<string, Place>();
  const measured = new Map<string, number>();
  let retired: { readonly state: FeedingState; readonly at: number }[] = [];
  let unknown: Unknown = { keys: new Set(), indexes: new Set() };
  let runAt = now() + times.runEveryMs;
  let sweepAt = now() + times.sweepEveryMs;

  const deleteRetired = async (): Promise<void> => {
    const due = retired.filter(({ at }) => at + times.retiredMs <= now());
    for (const one of due) {
      await deleteDocuments(server, one.state.index, inPlaces(keysOf(placeOf(one.state))), signal);
      retired = retired.filter((other) => other !== one);
    }
  };
  const findDrifted = async (fed: readonly FedPlace[]): Promise<Turn[]> => {
    const turns: Turn[] = [];
    for (const { scope, catalogId, stored } of fed) {
      if (stored === undefined) continue;
      const key = placeKey(placeOf(stored.state), 'product');
      if (measured.get(key) === stored.state.position) continue;
      measured.set(key, stored.state.position);
      if (await hasDrifted(server, stored.state)) turns.push({ scope, catalogId, needsBuild: true });
    }
    return turns;
  };
  return {
    protect: (place) => {
      built.set(stateId(place.scope, place.catalogId), place);
    },
    retire: (state) => {
      retired.push({ state, at: now() });
    },
    run: async (fed) => {
      if (now() < runAt) return [];
      runAt = now() + times.runEveryMs;
      await deleteRetired();
      for (const index of await listIndexes(server, settings.indexes.prefix))
        await deleteDocuments(server, index, buriedBefore(Date.now() - times.tombstoneMs), signal);
      if (now() >= sweepAt) {
        sweepAt = now() + times.sweepEveryMs;
        unknown = await sweep(settings, [...built.values()], unknown);
      }
      return findDrifted(fed);
    },
  };
};

const inPlaces = (keys: readonly string[]): object => ({ terms: { place: keys } });

const buriedBefore = (at: number): object => ({
  bool: { filter: [{ term: { live: false } }, { range: { buried_at: { lt: at } } }] },
});

interface Unknown {
  readonly keys: ReadonlySet<string>;
  readonly indexes: ReadonlySet<string>;
}

/** Deletes what is as unknown as it was the last time; returns what is now. */
const sweep = async (
  { server, states, places, indexes, signal }: CleanerSettings,
  built: readonly Place[],
  before: Unknown,
): Promise<Unknown> => {
  const known = new Set(built.flatMap(keysOf));
  const used = new Set(
    [undefined, ...indexes.ownIndexTenants].map((tenant) => indexOf(indexes, tenant ?? '')),
  );
  const placesOf = buildPlaces(places);
  // The list shows what was refreshed. A state that is missing from it would be taken for a place that nobody knows.
  await buildRefresh(server)(stateIndexName(indexes.prefix));
  for await (const batch of states.list()) {
    for (const stored of batch) {
      const { scope, catalogId } = stateScope(stored.state);
      if (!(await placesOf(scope)).has(`${scope.environmentId} ${catalogId}`)) await states.remove(stored);
      else {
        for (const key of keysOf(placeOf(stored.state))) known.add(key);
        used.add(stored.state.index);
      }
    }
  }
  const found = { keys: new Set<string>(), indexes: new Set<string>() };
  for (const index of await listIndexes(server, indexes.prefix)) {
    if (!used.has(index)) found.indexes.add(index);
    else for (const key of await listPlaceKeys(server, index)) if (!known.has(key)) found.keys.add(key);
    if (!used.has(index) && before.indexes.has(index)) await deleteIndex(server, index);
    const keys = [...found.keys].filter((key) => before.keys.has(key));
    if (used.has(index) && keys.length > 0) await deleteDocuments(server, index, inPlaces(keys), signal);
  }
  return found;
};

/** The catalogs of a workspace by environment, read once. */
const buildPlaces = (places: SearchPlaces) => {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  return (workspace: Parameters<SearchPlaces['listPlaces']>[0]): Promise<ReadonlySet<string>> => {
    const key = workspaceKey(workspace);
    const found =
      known.get(key) ??
      places
        .listPlaces(workspace)
        .then((all) => new Set(all.map(({ scope, catalogId }) => `${scope.environmentId} ${catalogId}`)));
    known.set(key, found);
    return found;
  };
};
