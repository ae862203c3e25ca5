// Writes objects with all their documents: the manifest first, then the documents, and tombstones for locales that are gone. What is
// older than what the index has loses. An object that the index refuses is set aside: it is not found, and its manifest says why.
// In a new generation nothing can be newer: manifests and documents are in the same requests.

import type { SearchServer } from '../client/search-server.ts';
import { type Place, routingOf } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import { writeName } from './prepare-indexes.ts';
import { buildDocumentWriter } from './write-documents.ts';
import {
  type AcceptedObject,
  buildManifestWriter,
  newManifest,
  type WrittenObject,
} from './write-manifests.ts';

export interface WriterSettings {
  readonly server: SearchServer;
  readonly index: string;
  readonly place: Place;
  /** Nobody else writes to the generation, and nothing is in it: objects are not looked up before. */
  readonly isNew: boolean;
  readonly signal: AbortSignal;
  readonly onRetry?: (() => void) | undefined;
}

export interface ParkedObject {
  readonly kind: IndexedObject['kind'];
  readonly id: string;
  readonly reason: string;
}

export interface ObjectWriter {
  /**
   * `version`: a position of the feed that was read before the objects were. `settled`: everything up to there is written. Returns
   * what the index refused.
   */
  write(objects: readonly IndexedObject[], version: number, settled: number): Promise<ParkedObject[]>;
}

export const buildObjectWriter = (settings: WriterSettings): ObjectWriter => {
  const { server, index, place, isNew, signal, onRetry } = settings;
  const writing = {
    server,
    index,
    place,
    routing: routingOf(place.scope),
    bulk: { server, target: writeName(index), signal, onRetry },
  };
  const writeManifests = buildManifestWriter(writing);
  const writeDocuments = buildDocumentWriter(writing, isNew);
  return {
    write: async (objects, version, settled) => {
      const accepted = isNew ? objects.map(whole) : await writeManifests(objects, version, settled);
      const manifests = isNew ? objects.map((object) => newManifest(writing, object, version)) : [];
      const reasons = await writeDocuments(accepted, version, manifests);
      const parked = accepted.flatMap(({ object }, at): (WrittenObject & { readonly parked: string })[] => {
        const reason = reasons[at];
        return reason === undefined ? [] : [{ ...object, documents: [], words: [], parked: reason }];
      });
      if (parked.length > 0) await writeDocuments(await writeManifests(parked, version, settled), version);
      return parked.map(({ kind, id, parked: reason }) => ({ kind, id, reason }));
    },
  };
};

const whole = (object: IndexedObject): AcceptedObject => ({ object, buried: [] });
