// Compares objects of the store with their documents: by the digest of what they were made from, and by the version of each document.

import type { SearchServer } from '../client/search-server.ts';
import { fromSortableText } from '../documents/encode.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';
import { digestOf, type Manifest, readManifests } from './manifests.ts';
import { placeOf } from './states.ts';
import { documentKey } from './write-documents.ts';

/** `extra`: the store does not have it. `missing`: it is not found. `different`: it is found as it was, or not in all locales. */
export interface IndexDifference {
  readonly kind: IndexedObject['kind'];
  readonly id: string;
  readonly difference: 'extra' | 'missing' | 'different';
}

interface FoundVersion {
  readonly _source?: { readonly live: boolean; readonly version: number };
}

export const compareObjects = async (
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
  const docs = keys.length === 0 ? [] : await readVersions(server, state.index, routing, keys);
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

const readVersions = async (
  server: SearchServer,
  index: string,
  routing: string,
  ids: readonly string[],
): Promise<readonly FoundVersion[]> => {
  const { docs } = await server.request<{ readonly docs: readonly FoundVersion[] }>({
    method: 'POST',
    path: `/${index}/_mget`,
    query: { routing, _source: 'live,version' },
    body: { ids },
    idempotent: true,
  });
  return docs;
};

const differenceOf = (
  object: IndexedObject,
  manifest: Manifest | undefined,
  found: readonly FoundVersion[],
): IndexDifference['difference'] | undefined => {
  if (object.documents.length === 0) return manifest?.live === true ? 'extra' : undefined;
  if (manifest?.live !== true) return 'missing';
  const isSame =
    manifest.digest === digestOf(object) &&
    found.every(({ _source }) => _source?.live === true && _source.version === manifest.version);
  return isSame ? undefined : 'different';
};

/** The same for one object, and whether it has documents that it should not have. */
export const compareObject = async (
  server: SearchServer,
  state: FeedingState,
  object: IndexedObject,
): Promise<IndexDifference | undefined> => {
  const [difference] = await compareObjects(server, state, [object]);
  if (difference !== undefined) return difference;
  const place = placeOf(state);
  const { hits } = await server.search<{ readonly hits: { readonly total: { readonly value: number } } }>(
    state.index,
    routingOf(place.scope),
    {
      size: 0,
      query: {
        bool: {
          filter: [
            { term: { place: placeKey(place, object.kind) } },
            { term: { id: object.id } },
            { term: { live: true } },
          ],
        },
      },
    },
  );
  if (hits.total.value === object.documents.length) return undefined;
  const id = fromSortableText(object.id);
  return { kind: object.kind, id, difference: object.documents.length === 0 ? 'extra' : 'different' };
};
