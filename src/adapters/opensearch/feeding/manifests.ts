// A manifest says which documents an object has, and how they were made. Manifests are read at once, without a refresh.

import { hash } from 'node:crypto';
import type { SearchServer } from '../client/search-server.ts';
import { documentId, type Place, placeKey } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import type { BulkSettings } from './send-bulk.ts';

/** Where objects are written, and how. */
export interface Writing {
  readonly server: SearchServer;
  readonly index: string;
  readonly place: Place;
  readonly routing: string;
  readonly bulk: BulkSettings;
}

export interface Manifest {
  readonly place: string;
  /** Whether the object can be found. */
  readonly live: boolean;
  readonly id: string;
  readonly type: IndexedObject['kind'];
  /** The position at which the object was read, or an earlier one. */
  readonly version: number;
  readonly locales: readonly string[];
  /** Locales that the object had before: their documents are tombstones. */
  readonly buried: readonly string[];
  /** Of its documents. */
  readonly digest: string;
  /** Why the index refused the object. */
  readonly parked?: string;
  readonly buried_at?: number;
}

export interface StoredManifest {
  readonly manifest: Manifest;
  readonly revision: Readonly<Record<'if_seq_no' | 'if_primary_term', number>>;
}

export const manifestId = (place: string, { kind, id }: Pick<IndexedObject, 'kind' | 'id'>): string =>
  documentId(place, kind, id);

export const digestOf = ({ documents }: Pick<IndexedObject, 'documents'>): string =>
  hash('sha256', documents.map(({ locale, json }) => `${locale} ${json}`).join('\n'), 'base64url');

interface FoundManifest {
  readonly found?: boolean;
  readonly error?: { readonly reason: string };
  readonly _source: Manifest;
  readonly _seq_no: number;
  readonly _primary_term: number;
}

/** In the order of the objects; undefined for those that were never written. */
export const readManifests = async (
  server: SearchServer,
  index: string,
  routing: string,
  place: Place,
  objects: readonly Pick<IndexedObject, 'kind' | 'id'>[],
): Promise<(StoredManifest | undefined)[]> => {
  if (objects.length === 0) return [];
  const key = placeKey(place, 'manifest');
  const { docs } = await server.request<{ readonly docs: readonly FoundManifest[] }>({
    method: 'POST',
    path: `/${index}/_mget`,
    query: { routing },
    body: { ids: objects.map((object) => manifestId(key, object)) },
    idempotent: true,
  });
  return docs.map((doc) => {
    if (doc.error !== undefined) throw new Error(`a manifest could not be read: ${doc.error.reason}`);
    if (doc.found !== true) return undefined;
    const { _source: manifest, _seq_no: if_seq_no, _primary_term: if_primary_term } = doc;
    return { manifest, revision: { if_seq_no, if_primary_term } };
  });
};
