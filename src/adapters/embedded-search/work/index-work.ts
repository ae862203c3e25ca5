// The slow work of the index: building, merging, saving, loading. Runs in worker threads; the functions here do it on
// the calling thread.

import type { KeyRange } from '../../../domain/ports.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import type { StorageShare } from '../../store/storage-health.ts';
import { type IndexId, indexKey } from '../index-id.ts';
import {
  type BuiltCatalog,
  type BuiltPart,
  buildContent,
  buildContentSegment,
  buildProductSegment,
  buildRange,
  type CatalogPlan,
  type CatalogSource,
  type FeedPlace,
  type ProductSettings,
  planCatalog,
} from '../segments/built-catalog.ts';
import { contentKind, productKind } from '../segments/segment-kinds.ts';
import { mergeStored, type StoredSegment, toTransferable, withLiveData } from '../segments/segment-stack.ts';
import { quarantine } from '../snapshots/quarantine.ts';
import { peekSnapshot, readSnapshot, snapshotFile, writeSnapshot } from '../snapshots/snapshot-file.ts';
import { sweepSnapshots } from '../snapshots/sweep-snapshots.ts';

export interface SizedPlan extends CatalogPlan {
  /** Building it takes much memory. */
  readonly isLarge: boolean;
}

export interface IndexWork {
  /** The catalog as stored in its snapshot, with the fingerprint of the change at its position. */
  load(indexId: IndexId): Promise<(BuiltCatalog & FeedPlace) | 'absent' | 'damaged'>;
  /** Undefined if the catalog is not visible. */
  plan(indexId: IndexId): Promise<SizedPlan | undefined>;
  /** With everything up to the position. `isLarge`: as the plan says. */
  buildContent(indexId: IndexId, position: number, isLarge: boolean): Promise<BuiltPart>;
  /** The same. */
  buildRange(
    indexId: IndexId,
    position: number,
    productSettings: ProductSettings,
    range: KeyRange,
    isLarge: boolean,
  ): Promise<BuiltPart>;
  /** A segment of these items. */
  buildItems(items: readonly ContentItem[]): Promise<StoredSegment>;
  /** A segment of those products that exist. */
  buildProducts(
    indexId: IndexId,
    productSettings: ProductSettings,
    ids: readonly string[],
  ): Promise<StoredSegment>;
  merge(kind: 'content' | 'products', stored: readonly StoredSegment[]): Promise<StoredSegment>;
  save(indexId: IndexId, catalog: BuiltCatalog): Promise<void>;
  /** Removes unfinished files of crashed processes and snapshots that nobody will load. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** A catalog with more products, content items or records than this is large. */
const LARGE_ABOVE = 8_192;

/** What a worker thread needs to know. */
export interface IndexThreadSettings {
  readonly dataDir: string;
  /** A database in place of the data folder's. */
  readonly storeUrl?: string | undefined;
  readonly storeReplicaUrls?: readonly string[];
  readonly snapshotDir: string;
  /** Shared with the store of the main thread. */
  readonly storage?: StorageShare;
}

/** Builds and merges in memory, and loads snapshots without changing any file: for commands beside a service that owns them. */
export const buildReadOnlyWork = (source: CatalogSource, snapshotDir: string): IndexWork => ({
  ...buildIndexWork(source, undefined),
  load: async (indexId) => {
    const read = peekSnapshot(snapshotFile(snapshotDir, indexId), indexKey(indexId));
    if (typeof read === 'string') return read === 'outdated' ? 'damaged' : read;
    return ((await isOfStore(source, indexId, read)) && openSaved(read)) || 'damaged';
  },
});

export const buildIndexWork = (source: CatalogSource, snapshotDir: string | undefined): IndexWork => {
  const fileOf = (indexId: IndexId) =>
    snapshotDir === undefined ? undefined : snapshotFile(snapshotDir, indexId);
  return {
    load: async (indexId) => {
      const file = fileOf(indexId);
      const read = file === undefined ? 'absent' : readSnapshot(file, indexKey(indexId));
      if (read === 'absent' || read === 'damaged') return read;
      if (!(await isOfStore(source, indexId, read))) return 'damaged';
      const opened = openSaved(read);
      if (opened === undefined && file !== undefined) quarantine(file);
      return opened ?? 'damaged';
    },
    // Settings and visibility must never be older than a request that was served: only rows come from a replica.
    plan: async ({ scope, catalogId }) => {
      const plan = await planCatalog(source, scope, catalogId);
      if (plan === undefined) return undefined;
      return { ...plan, isLarge: (await source.listIfSmall(scope, catalogId, LARGE_ABOVE)) === undefined };
    },
    buildContent: ({ scope, catalogId }, position) =>
      source.readAside(scope, position, (aside) => buildContent(aside, scope, catalogId)),
    buildRange: ({ scope, catalogId }, position, productSettings, range) =>
      source.readAside(scope, position, (aside) =>
        buildRange(aside, scope, catalogId, productSettings, range),
      ),
    buildItems: async (items) => toTransferable(contentKind, buildContentSegment(items)),
    buildProducts: async ({ scope, catalogId }, productSettings, ids) => {
      const found = await Promise.all(ids.map((id) => source.findProduct(scope, catalogId, id)));
      const products = found.filter((product) => product !== undefined);
      return toTransferable(productKind, buildProductSegment(productSettings, products));
    },
    merge: async (kind, stored) =>
      kind === 'content' ? mergeStored(contentKind, stored) : mergeStored(productKind, stored),
    save: async (indexId, catalog) => {
      const file = fileOf(indexId);
      const fingerprint = await source.changeFingerprint(indexId.scope, catalog.position);
      if (file === undefined || fingerprint === undefined) return;
      try {
        writeSnapshot(file, indexKey(indexId), indexId, { ...catalog, fingerprint });
      } catch (error) {
        throw new Error(`${UNSAVED} (${codeOf(error)})`, { cause: error });
      }
    },
    sweep: async () => {
      if (snapshotDir !== undefined) await sweepSnapshots(snapshotDir, source);
    },
    close: async () => undefined,
  };
};

/** Otherwise the data was restored to an older state and has diverged since. */
const isOfStore = async (
  source: Pick<CatalogSource, 'changeFingerprint'>,
  { scope }: IndexId,
  { fingerprint, position }: FeedPlace,
): Promise<boolean> => fingerprint === (await source.changeFingerprint(scope, position));

/** Ready to be searched. Undefined: the checksums are right, but it is not an index. */
const openSaved = <T extends BuiltCatalog>(saved: T): T | undefined => {
  try {
    return {
      ...saved,
      content: saved.content.map((stored) => withLiveData(contentKind, stored)),
      products: saved.products.map((stored) => withLiveData(productKind, stored)),
    };
  } catch {
    return undefined;
  }
};

const UNSAVED = 'Search indexes cannot be saved';

/** Whether the error only means a slower restart; also after it was passed between threads. */
export const isUnsaved = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(UNSAVED);

const codeOf = (error: unknown): string =>
  error instanceof Error ? String('code' in error ? error.code : error.message) : String(error);
