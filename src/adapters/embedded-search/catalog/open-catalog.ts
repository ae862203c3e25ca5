// Opens a catalog: from its snapshot if there is one, otherwise from the store. Threads build a large catalog in ranges. A
// small one is built here, in the short steps of `follow-feed.ts`: a thread may need longer to start than the work takes.

import type { KeyRange } from '../../../domain/ports.ts';
import type { IndexId } from '../index-id.ts';
import {
  type BuiltPart,
  beginBuild,
  type CatalogSource,
  planCatalog,
  productSettingsOf,
} from '../segments/built-catalog.ts';
import type { IndexWork } from '../work/index-work.ts';
import { Collection } from './collection.ts';
import { applyItems, applyProducts } from './follow-feed.ts';

/** Few, so that other tasks get their turn in between. */
const CONCURRENT_RANGES = 2;
/** A catalog with no more products, content items and records than this is small. */
const SMALL_IDS_MAX = 64;

interface OpenedCatalog {
  readonly collection: Collection;
  readonly origin: 'snapshot' | 'store';
}

interface OpenEvents {
  readonly onDiscarded: () => void;
}

/** `fresh`: ignore the snapshot. Undefined if the catalog is not visible. */
export const openCatalog = async (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
  fresh: boolean,
  { onDiscarded }: OpenEvents,
): Promise<OpenedCatalog | undefined> => {
  const loaded = fresh ? undefined : await loadSnapshot(work, indexId, onDiscarded);
  return loaded ?? buildFromStore(source, work, indexId);
};

const loadSnapshot = async (
  work: IndexWork,
  indexId: IndexId,
  onDiscarded: () => void,
): Promise<OpenedCatalog | undefined> => {
  const snapshot = await work.load(indexId);
  if (snapshot === 'damaged') onDiscarded();
  if (snapshot === 'damaged' || snapshot === 'absent') return undefined;
  const collection = new Collection(indexId.catalogId, snapshot);
  // That of the snapshot: the database may have been replaced since it was compared with it.
  collection.fingerprint = snapshot.fingerprint;
  return { collection, origin: 'snapshot' };
};

const buildFromStore = async (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
): Promise<OpenedCatalog | undefined> => {
  const small = await buildSmall(source, work, indexId);
  const collection = small === 'large' ? await buildLarge(work, indexId) : small;
  return collection && { collection, origin: 'store' };
};

/** The collection is complete: until then a request gets 503, not a part of the catalog. */
const buildSmall = async (
  source: CatalogSource,
  work: IndexWork,
  indexId: IndexId,
): Promise<Collection | 'large' | undefined> => {
  const { scope, catalogId } = indexId;
  const start = await beginBuild(source, scope);
  const ids = await source.listIfSmall(scope, catalogId, SMALL_IDS_MAX);
  if (ids === undefined) return 'large';
  const plan = await planCatalog(source, scope, catalogId);
  if (plan === undefined) return undefined;
  const { ranges: _ranges, ...rest } = plan;
  const { position, fingerprint } = start;
  const collection = new Collection(catalogId, { ...rest, position, content: [], products: [] });
  collection.fingerprint = fingerprint;
  collection.addPending(ids);
  await applyItems(source, work, indexId, collection);
  await applyProducts(source, work, indexId, collection);
  return collection;
};

const buildLarge = async (work: IndexWork, indexId: IndexId): Promise<Collection | undefined> => {
  const plan = await work.plan(indexId);
  if (plan === undefined) return undefined;
  const { ranges, fingerprint, isLarge, ...rest } = plan;
  const { position } = rest;
  const [content, parts] = await Promise.all([
    work.buildContent(indexId, position, isLarge),
    buildConcurrently(ranges, (range) =>
      work.buildRange(indexId, position, productSettingsOf(plan), range, isLarge),
    ),
  ]);
  const products = parts.flatMap(({ segments }) => segments);
  const collection = new Collection(indexId.catalogId, { ...rest, content: content.segments, products });
  // That of the beginning: if the database is replaced meanwhile by an older state of it, the feed tells.
  collection.fingerprint = fingerprint;
  for (const { upTo } of [content, ...parts]) collection.expect(upTo);
  return collection;
};

/** All ranges, in order. */
const buildConcurrently = async (
  ranges: readonly KeyRange[],
  build: (range: KeyRange) => Promise<BuiltPart>,
): Promise<BuiltPart[]> => {
  const parts: BuiltPart[] = [];
  const waiting = ranges.entries();
  const buildNext = async (): Promise<void> => {
    for (const [index, range] of waiting) parts[index] = await build(range);
  };
  await Promise.all(Array.from({ length: CONCURRENT_RANGES }, buildNext));
  return parts;
};
