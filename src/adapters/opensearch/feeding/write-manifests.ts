// Writes the manifests of objects before their documents, and only over the manifest that was read: of two feeders that write an
// object at once, one learns of the documents of the other.

import { type Place, placeKey } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import {
  digestOf,
  type Manifest,
  manifestId,
  readManifests,
  type StoredManifest,
  type Writing,
} from './manifests.ts';
import { type BulkOperation, type BulkOutcome, bulkOperation, sendBulk } from './send-bulk.ts';

/** An object to write; `parked`: without documents, for this reason. */
export interface WrittenObject extends IndexedObject {
  readonly parked?: string;
}

export interface AcceptedObject {
  readonly object: WrittenObject;
  /** Locales whose documents have to be tombstones. */
  readonly buried: readonly string[];
}

/** Two processes at most write the same manifests, and one of them only once. */
const ROUNDS_MAX = 10;

/** Returns the objects that the index does not have in a newer version. */
type WriteManifests = (
  objects: readonly WrittenObject[],
  version: number,
  settled: number,
) => Promise<AcceptedObject[]>;

export const buildManifestWriter =
  ({ server, index, place, routing, bulk }: Writing): WriteManifests =>
  async (objects, version, settled) => {
    const accepted: AcceptedObject[] = [];
    let open = objects;
    for (let round = 0; open.length > 0; round += 1) {
      if (round === ROUNDS_MAX) throw new Error('manifests keep changing: another process feeds too');
      const stored = await readManifests(server, index, routing, place, open);
      const next = open.flatMap((object, at) => {
        const over = stored[at];
        if (over !== undefined && over.manifest.version > version) return [];
        const buried = buriedLocales(object, over?.manifest, settled);
        const manifest = toManifest(place, object, buried, version);
        return [{ object, buried, operation: toOperation(manifest, routing, over) }];
      });
      const outcomes = await sendBulk(
        bulk,
        next.map(({ operation }) => operation),
      );
      throwRefused(outcomes);
      accepted.push(...next.filter((_, at) => outcomes[at] === 'done'));
      open = next.filter((_, at) => outcomes[at] === 'conflict').map(({ object }) => object);
    }
    return accepted;
  };

const toOperation = (
  manifest: Manifest,
  routing: string,
  over: StoredManifest | undefined,
): BulkOperation => {
  const _id = idOf(manifest);
  if (over !== undefined) return bulkOperation('index', { _id, routing, ...over.revision }, manifest);
  return bulkOperation('create', { _id, routing }, manifest);
};

const idOf = ({ place, type: kind, id }: Manifest): string => manifestId(place, { kind, id });

/** The manifest of an object in a generation that nobody else writes to, and that does not have the object. */
export const newManifest = (
  { place, routing }: Writing,
  object: IndexedObject,
  version: number,
): BulkOperation => {
  const manifest = toManifest(place, object, [], version);
  return bulkOperation('index', { _id: idOf(manifest), routing }, manifest);
};

const localesOf = ({ documents }: IndexedObject): string[] => documents.map(({ locale }) => locale);

/** What was buried before need not be again once that is settled. */
const buriedLocales = (object: IndexedObject, manifest: Manifest | undefined, settled: number): string[] => {
  if (manifest === undefined) return [];
  const before = manifest.version <= settled ? manifest.locales : [...manifest.locales, ...manifest.buried];
  const now = new Set(localesOf(object));
  return [...new Set(before)].filter((locale) => !now.has(locale));
};

const toManifest = (
  place: Place,
  object: WrittenObject,
  buried: readonly string[],
  version: number,
): Manifest => {
  const live = object.documents.length > 0;
  return {
    place: placeKey(place, 'manifest'),
    live,
    id: object.id,
    type: object.kind,
    version,
    locales: localesOf(object),
    buried,
    digest: digestOf(object),
    ...(object.parked === undefined ? {} : { parked: object.parked }),
    ...(live || object.parked !== undefined ? {} : { buried_at: Date.now() }),
  };
};

/** Manifests have nothing that an index could refuse. */
export const throwRefused = (outcomes: readonly BulkOutcome[]): void => {
  for (const outcome of outcomes)
    if (typeof outcome === 'object') throw new Error(`OpenSearch refused a manifest: ${outcome.refused}`);
};
