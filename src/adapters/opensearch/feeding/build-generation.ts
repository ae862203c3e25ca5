// Writes a whole catalog as a new generation, beside the one that is searched. Everything up to the position of its state is in it, and
// perhaps more: the feed has to be followed from there. The state is not saved here.

import type { Scope } from '../../../domain/access/scope.ts';
import type { BulkSource, SearchSource } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import type { Place } from '../documents/place.ts';
import type { IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';
import { findAverageLengths } from './average-lengths.ts';
import { buildCatalogLengths, buildIndexer, type CatalogIndexer, loadSettings } from './catalog-indexer.ts';
import { writeInBatches } from './write-in-batches.ts';
import { buildObjectWriter, type ObjectWriter, type ParkedObject } from './write-objects.ts';

export interface GenerationSettings {
  readonly server: SearchServer;
  readonly source: Pick<SearchSource, 'headPosition' | 'readAside'>;
  readonly index: string;
  readonly indexUuid: string;
  /** Of the lease. */
  readonly token: number;
  readonly signal: AbortSignal;
  readonly onRetry?: (() => void) | undefined;
  readonly onStarted?: ((place: Place) => void) | undefined;
}

export interface BuiltGeneration {
  readonly state: FeedingState;
  readonly parked: readonly ParkedObject[];
}

/** Undefined if the catalog is not visible in the environment. `previous`: the generation that is searched. */
export const buildGeneration = async (
  settings: GenerationSettings,
  scope: Scope,
  catalogId: string,
  previous: Pick<FeedingState, 'generation'> | undefined,
): Promise<BuiltGeneration | undefined> => {
  const head = await settings.source.headPosition(scope);
  return settings.source.readAside(scope, head, async (source) => {
    // A generation of its own for each attempt.
    const place = { scope, catalogId, generation: nextGeneration(previous?.generation ?? 0) };
    settings.onStarted?.(place);
    return build(settings, source, place);
  });
};

const RANDOM_BITS = 4_096;

/** No attempt finds the documents of another one in its generation, whoever made it. */
const nextGeneration = (previous: number): number =>
  Math.max(previous + 1, Date.now() * RANDOM_BITS + Math.floor(Math.random() * RANDOM_BITS));

const build = async (
  { server, index, indexUuid, token, signal, onRetry }: GenerationSettings,
  source: BulkSource,
  place: Place,
): Promise<BuiltGeneration | undefined> => {
  const { scope, catalogId, generation } = place;
  // Read first: what changes meanwhile is written again.
  const position = await source.headPosition(scope);
  const fingerprint = (await source.changeFingerprint(scope, position)) ?? '';
  const settings = await loadSettings(source, scope, catalogId);
  if (settings === undefined) return undefined;
  const averages = await findAverageLengths(source, scope, catalogId, buildCatalogLengths(settings), signal);
  const writer = buildObjectWriter({
    server,
    index,
    place,
    isNew: true,
    signal,
    onRetry,
  });
  const parked = await writeCatalog(source, place, buildIndexer(settings, place, averages), {
    writer,
    position,
    signal,
  });
  const state: FeedingState = {
    tenant: scope.tenantId,
    workspace: scope.workspaceId,
    environment: scope.environmentId,
    catalog: catalogId,
    generation,
    index,
    index_uuid: indexUuid,
    position,
    fingerprint,
    objects_position: position,
    objects_fingerprint: fingerprint,
    built_position: position,
    asked_position: 0,
    settings_position: position,
    token,
    parked: parked.length,
    settings_digest: settings.digest,
    named_digest: settings.namedDigest,
    words: 0,
    average_lengths: averages,
  };
  return { state, parked };
};

interface Writing {
  readonly writer: ObjectWriter;
  readonly position: number;
  readonly signal: AbortSignal;
}

/** So many are named. */
const PARKED_MAX = 1_000;

const writeCatalog = async (
  source: BulkSource,
  { scope, catalogId }: Place,
  indexer: CatalogIndexer,
  { writer, position, signal }: Writing,
): Promise<ParkedObject[]> => {
  const parked: ParkedObject[] = [];
  const write = async (objects: readonly IndexedObject[]): Promise<void> => {
    parked.push(...(await writer.write(objects, position, 0)));
    parked.splice(PARKED_MAX);
  };
  await writeInBatches(source.readProducts(scope, catalogId), indexer.product, write, signal);
  await writeInBatches(source.readContentItems(scope, catalogId), indexer.item, write, signal);
  return parked;
};
