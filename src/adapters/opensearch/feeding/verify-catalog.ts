// Compares the documents of a catalog with the store, object by object. Reads both while they may be written to: what differs has to be
// looked at again, see `verify-place.ts`.

import type { Directory, SearchSource } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import { fromSortableText } from '../documents/encode.ts';
import { routingOf } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';
import { buildIndexer, loadSettings } from './catalog-indexer.ts';
import { compareObjects, type IndexDifference } from './compare-objects.ts';
import { listDocuments, listManifests, listParked, liveIn } from './list-indexed.ts';
import { readManifests } from './manifests.ts';
import { placeOf } from './states.ts';
import { writeInBatches } from './write-in-batches.ts';
import type { ParkedObject } from './write-objects.ts';

export interface VerifiedCatalog {
  readonly products: number;
  readonly contentItems: number;
  readonly documents: number;
  /** At most so many are listed as DIFFERENCES_MAX says. */
  readonly differences: readonly IndexDifference[];
  readonly differencesTotal: number;
  readonly parked: readonly ParkedObject[];
  /** Live documents: more or fewer than there should be. */
  readonly strayDocuments: number;
}

export interface VerifySettings {
  readonly server: SearchServer;
  readonly source: SearchSource & Pick<Directory, 'findEnvironment'>;
  readonly signal: AbortSignal;
  readonly onProgress?: (compared: number) => void;
}

const DIFFERENCES_MAX = 1_000;

/** Refresh the index before. */
export const verifyCatalog = async (
  settings: VerifySettings,
  state: FeedingState,
): Promise<VerifiedCatalog> => {
  const { server, source, signal, onProgress } = settings;
  const place = placeOf(state);
  const { scope, catalogId } = place;
  const parked = await listParked(server, state, DIFFERENCES_MAX);
  const known = new Set(parked.map(({ kind, id }) => `${kind} ${id}`));
  const differences = new Map<string, IndexDifference>();
  const counts = { product: 0, content: 0, documents: 0, present: 0, differences: 0 };
  const add = (difference: IndexDifference): void => {
    const name = `${difference.kind} ${difference.id}`;
    if (differences.has(name)) return;
    counts.differences += 1;
    if (differences.size < DIFFERENCES_MAX) differences.set(name, difference);
  };
  const compare = async (some: readonly IndexedObject[]): Promise<void> => {
    const written = some.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
    for (const { kind } of some) counts[kind] += 1;
    counts.documents += written.reduce((sum, { documents: those }) => sum + those.length, 0);
    const found = await compareObjects(server, state, written);
    counts.present += written.length - found.filter(({ difference }) => difference === 'missing').length;
    found.forEach(add);
    onProgress?.(counts.product + counts.content);
  };
  const loaded = await loadSettings(source, scope, catalogId);
  if (loaded !== undefined) {
    const indexer = buildIndexer(loaded, place, state.average_lengths);
    await writeInBatches(source.readProducts(scope, catalogId), indexer.product, compare, signal);
    await writeInBatches(source.readContentItems(scope, catalogId), indexer.item, compare, signal);
  }
  const live = await countLive(server, state);
  // Reading all of them is only worth it if there are some that the store does not have.
  if (live.manifests !== counts.present) for await (const one of findExtra(settings, state)) add(one);
  const strayDocuments = live.documents - counts.documents;
  if (strayDocuments !== 0) for await (const one of findStray(settings, state)) add(one);
  return {
    ...{ products: counts.product, contentItems: counts.content, documents: counts.documents },
    ...{ differences: [...differences.values()], differencesTotal: counts.differences },
    ...{ parked, strayDocuments },
  };
};

interface Counted {
  readonly hits: { readonly total: { readonly value: number } };
}

const countLive = async (server: SearchServer, state: FeedingState) => {
  const count = (query: object) => ({ size: 0, track_total_hits: true, query });
  const routing = routingOf(placeOf(state).scope);
  const [documents, manifests] = await server.searchAll<Counted>(state.index, routing, [
    count(liveIn(state, 'product', 'content')),
    count(liveIn(state, 'manifest')),
  ]);
  return {
    documents: documents?.hits.total.value ?? 0,
    manifests: manifests?.hits.total.value ?? 0,
  };
};

/** Objects that the store does not have. */
const findExtra = async function* (
  { server, source, signal }: VerifySettings,
  state: FeedingState,
): AsyncIterable<IndexDifference> {
  const { scope, catalogId } = placeOf(state);
  const isThere = async (kind: IndexedObject['kind'], id: string): Promise<boolean> => {
    if (kind === 'product') return (await source.findProduct(scope, catalogId, id)) !== undefined;
    const objectId = id.slice(id.indexOf(':') + 1);
    const found = id.startsWith('record:')
      ? await source.findPublishedRecord(scope, catalogId, objectId)
      : await source.findContentItem(scope, catalogId, objectId);
    return found !== undefined;
  };
  for await (const manifests of listManifests(server, state)) {
    signal.throwIfAborted();
    for (const { type: kind, id: key } of manifests) {
      const id = fromSortableText(key);
      if (!(await isThere(kind, id))) yield { kind, id, difference: 'extra' };
    }
  }
};

/** Documents that their manifest does not know. */
const findStray = async function* (
  { server, signal }: VerifySettings,
  state: FeedingState,
): AsyncIterable<IndexDifference> {
  const place = placeOf(state);
  for (const kind of ['product', 'content'] as const)
    for await (const documents of listDocuments(server, state, kind)) {
      signal.throwIfAborted();
      const objects = documents.map(({ id }) => ({ kind, id }));
      const manifests = await readManifests(server, state.index, routingOf(place.scope), place, objects);
      for (const [at, { id, locale }] of documents.entries()) {
        const manifest = manifests[at]?.manifest;
        const isKnown = manifest?.live === true && manifest.locales.includes(locale);
        if (!isKnown)
          yield {
            kind,
            id: fromSortableText(id),
            difference: manifest?.live === true ? 'different' : 'extra',
          };
      }
    }
};
