// Compares the documents of a catalog with the store, object by object: by the digest of what they were made from, and by the version
// of each document. Reads both while they may be written to: an object that differs is looked at again later by the caller.

import type { Directory, SearchSource } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import { fromSortableText } from '../documents/encode.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';
import { buildIndexer, loadSettings } from './catalog-indexer.ts';
import { parkedQuery } from './count-documents.ts';
import { digestOf, type Manifest, readManifests } from './manifests.ts';
import { placeOf } from './states.ts';
import { documentKey } from './write-documents.ts';
import { writeInBatches } from './write-in-batches.ts';
import type { ParkedObject } from './write-objects.ts';

/** `extra`: the store does not have it. `missing`: it is not found. `different`: it is found as it was, or not in all locales. */
export interface IndexDifference {
  readonly kind: IndexedObject['kind'];
  readonly id: string;
  readonly difference: 'extra' | 'missing' | 'different';
}

export interface VerifiedCatalog {
  readonly objects: number;
  readonly documents: number;
  /** At most so many are listed as DIFFERENCES_MAX says. */
  readonly differences: readonly IndexDifference[];
  readonly parked: readonly ParkedObject[];
  /** Live documents that no object has: more or fewer than there should be. */
  readonly strayDocuments: number;
}

export interface VerifySettings {
  readonly server: SearchServer;
  readonly source: SearchSource & Pick<Directory, 'findEnvironment'>;
  readonly signal: AbortSignal;
}

const DIFFERENCES_MAX = 1_000;
const MANIFESTS_AT_ONCE = 500;

/** Refresh the index before. */
export const verifyCatalog = async (
  { server, source, signal }: VerifySettings,
  state: FeedingState,
): Promise<VerifiedCatalog> => {
  const place = placeOf(state);
  const { scope, catalogId } = place;
  const parked = await listParked(server, state);
  const known = new Set(parked.map(({ kind, id }) => `${kind} ${id}`));
  const differences: IndexDifference[] = [];
  const add = (difference: IndexDifference): void => {
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  };
  let objects = 0;
  let documents = 0;
  let present = 0;
  const compare = async (some: readonly IndexedObject[]): Promise<void> => {
    const written = some.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
    objects += some.length;
    documents += written.reduce((sum, { documents: those }) => sum + those.length, 0);
    const found = await compareObjects(server, state, written);
    present += written.length - found.filter(({ difference }) => difference === 'missing').length;
    for (const difference of found) add(difference);
  };
  const settings = await loadSettings(source, scope, catalogId);
  if (settings !== undefined) {
    const indexer = buildIndexer(settings, place, state.average_lengths);
    await writeInBatches(source.readProducts(scope, catalogId), indexer.product, compare, signal);
    await writeInBatches(source.readContentItems(scope, catalogId), indexer.item, compare, signal);
  }
  const live = await countLive(server, state);
  // Reading all of them is only worth it if there are some that the store does not have.
  if (live.manifests !== present)
    for await (const manifest of listManifests(server, state))
      if (await isExtra(source, state, manifest))
        add({ kind: manifest.type, id: fromSortableText(manifest.id), difference: 'extra' });
  return { objects, documents, differences, parked, strayDocuments: live.documents - documents };
};

interface FoundVersion {
  readonly found?: boolean;
  readonly _source?: { readonly live: boolean; readonly version: number };
}

const compareObjects = async (
  server: SearchServer,
  state: FeedingState,
  objects: readonly IndexedObject[],
): Promise<IndexDifference[]> => {
  if (objects.length === 0) return [];
  const place = placeOf(state);
  const routing = routingOf(place.scope);
  const manifests = await readManifests(server, state.index, routing, place, objects);
  const keys = objects.flatMap((object) =>
    object.documents.map(({ locale }) => documentKey(place, object, locale)),
  );
  const { docs } = await server.request<{ readonly docs: readonly FoundVersion[] }>({
    method: 'POST',
    path: `/${state.index}/_mget`,
    query: { routing, _source: 'live,version' },
    body: { ids: keys },
    idempotent: true,
  });
  let from = 0;
  return objects.flatMap((object, at): IndexDifference[] => {
    const found = docs.slice(from, from + object.documents.length);
    from += object.documents.length;
    const difference = differenceOf(object, manifests[at]?.manifest, found);
    return difference === undefined
      ? []
      : [{ kind: object.kind, id: fromSortableText(object.id), difference }];
  });
};

const differenceOf = (
  object: IndexedObject,
  manifest: Manifest | undefined,
  found: readonly FoundVersion[],
): IndexDifference['difference'] | undefined => {
  if (manifest?.live !== true) return 'missing';
  const isSame =
    manifest.digest === digestOf(object) &&
    found.every(({ _source }) => _source?.live === true && _source.version === manifest.version);
  return isSame ? undefined : 'different';
};

interface Counted {
  readonly hits: { readonly total: { readonly value: number } };
}

const countLive = async (server: SearchServer, state: FeedingState) => {
  const place = placeOf(state);
  const count = (keys: readonly string[]) => ({
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: [{ terms: { place: keys } }, { term: { live: true } }] } },
  });
  const [documents, manifests] = await server.searchAll<Counted>(state.index, routingOf(place.scope), [
    count([placeKey(place, 'product'), placeKey(place, 'content')]),
    count([placeKey(place, 'manifest')]),
  ]);
  return {
    documents: documents?.hits.total.value ?? 0,
    manifests: manifests?.hits.total.value ?? 0,
  };
};

interface FoundManifests {
  readonly hits: {
    readonly hits: readonly { readonly _source: Manifest; readonly sort: readonly unknown[] }[];
  };
}

const listManifests = async function* (
  server: SearchServer,
  state: FeedingState,
  query: object = {
    bool: { filter: [{ term: { place: placeKey(placeOf(state), 'manifest') } }, { term: { live: true } }] },
  },
): AsyncIterable<Manifest> {
  let after: readonly unknown[] | undefined;
  do {
    const { hits } = await server.search<FoundManifests>(state.index, routingOf(placeOf(state).scope), {
      size: MANIFESTS_AT_ONCE,
      query,
      sort: ['id', 'type'],
      ...(after === undefined ? {} : { search_after: after }),
    });
    for (const { _source } of hits.hits) yield _source;
    after = hits.hits.length < MANIFESTS_AT_ONCE ? undefined : hits.hits.at(-1)?.sort;
  } while (after !== undefined);
};

const isExtra = async (
  source: SearchSource,
  state: FeedingState,
  { type, id }: Manifest,
): Promise<boolean> => {
  const { scope, catalogId } = placeOf(state);
  const key = fromSortableText(id);
  if (type === 'product') return (await source.findProduct(scope, catalogId, key)) === undefined;
  const objectId = key.slice(key.indexOf(':') + 1);
  const found = key.startsWith('record:')
    ? await source.findPublishedRecord(scope, catalogId, objectId)
    : await source.findContentItem(scope, catalogId, objectId);
  return found === undefined;
};

/** What the index has refused. */
export const listParked = async (server: SearchServer, state: FeedingState): Promise<ParkedObject[]> => {
  const parked: ParkedObject[] = [];
  for await (const { type, id, parked: reason = '' } of listManifests(server, state, parkedQuery(state))) {
    if (parked.length === DIFFERENCES_MAX) break;
    parked.push({ kind: type, id, reason });
  }
  return parked;
};
