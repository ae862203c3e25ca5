// The long work of the index: building, merging, saving, loading. Runs in a thread beside the one that answers;
// the functions here do it in the thread that calls them.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { KeyRange } from '../../../domain/ports.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import type { StorageShare } from '../../store/storage-health.ts';
import {
  type BuiltCatalog,
  buildContent,
  buildContentSegment,
  buildProductSegment,
  buildStretch,
  type CatalogPlan,
  type CatalogSource,
  type ProductReading,
  planCatalog,
} from '../catalog/built-catalog.ts';
import { contentKind, productKind } from '../catalog/segment-kinds.ts';
import { mergeStored, type StoredSegment, toHandOver, toTransferable } from '../catalog/segment-stack.ts';
import { type CatalogPlace, placeKey } from '../catalog-place.ts';
import { setAside } from '../snapshots/set-aside.ts';
import { readSnapshot, SNAPSHOT_ENDING, writeSnapshot } from '../snapshots/snapshot-file.ts';
import { sweepSnapshots } from '../snapshots/sweep-snapshots.ts';

export interface IndexWork {
  /** The catalog as its snapshot has it. */
  load(place: CatalogPlace): Promise<BuiltCatalog | 'absent' | 'damaged'>;
  /** Undefined when the catalog is not visible. */
  plan(place: CatalogPlace): Promise<CatalogPlan | undefined>;
  buildContent(place: CatalogPlace): Promise<StoredSegment[]>;
  buildStretch(place: CatalogPlace, reading: ProductReading, stretch: KeyRange): Promise<StoredSegment[]>;
  /** A segment of these items. */
  buildItems(items: readonly ContentItem[]): Promise<StoredSegment>;
  /** A segment of those of the products that exist. */
  buildProducts(place: CatalogPlace, reading: ProductReading, ids: readonly string[]): Promise<StoredSegment>;
  merge(kind: 'content' | 'products', stored: readonly StoredSegment[]): Promise<StoredSegment>;
  save(place: CatalogPlace, catalog: BuiltCatalog): Promise<void>;
  /** Removes what a process left unfinished and snapshots that nobody will ever load. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What a thread must know to do this work. */
export interface IndexThreadSettings {
  readonly dataDir: string;
  readonly snapshotDir: string;
  /** Of the store that the thread which answers has open. */
  readonly storage?: StorageShare;
}

export const buildIndexWork = (source: CatalogSource, snapshotDir: string | undefined): IndexWork => {
  const fileOf = (place: CatalogPlace) =>
    snapshotDir === undefined
      ? undefined
      : join(snapshotDir, `${createHash('sha256').update(placeKey(place)).digest('hex')}${SNAPSHOT_ENDING}`);
  return {
    load: async (place) => {
      const file = fileOf(place);
      const read = file === undefined ? 'absent' : readSnapshot(file, placeKey(place));
      if (read === 'absent' || read === 'damaged') return read;
      const { mark, ...catalog } = read;
      // The data was put back to an older state and has gone another way since.
      if (mark !== (await source.changeFingerprint(place.scope, catalog.position))) return 'damaged';
      try {
        return {
          ...catalog,
          content: catalog.content.map((stored) => toHandOver(contentKind, stored)),
          products: catalog.products.map((stored) => toHandOver(productKind, stored)),
        };
      } catch {
        // Its checksums are right and it is no index all the same.
        if (file !== undefined) setAside(file);
        return 'damaged';
      }
    },
    plan: ({ scope, catalogId }) => planCatalog(source, scope, catalogId),
    buildContent: ({ scope, catalogId }) => buildContent(source, scope, catalogId),
    buildStretch: ({ scope, catalogId }, reading, stretch) =>
      buildStretch(source, scope, catalogId, reading, stretch),
    buildItems: async (items) => toTransferable(contentKind, buildContentSegment(items)),
    buildProducts: async ({ scope, catalogId }, reading, ids) => {
      const found = await Promise.all(ids.map((id) => source.findProduct(scope, catalogId, id)));
      const products = found.filter((product) => product !== undefined);
      return toTransferable(productKind, buildProductSegment(reading, products));
    },
    merge: async (kind, stored) =>
      kind === 'content' ? mergeStored(contentKind, stored) : mergeStored(productKind, stored),
    save: async (place, catalog) => {
      const file = fileOf(place);
      const mark = await source.changeFingerprint(place.scope, catalog.position);
      if (file === undefined || mark === undefined) return;
      try {
        writeSnapshot(file, placeKey(place), place, { ...catalog, mark });
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

const UNSAVED = 'Search indexes cannot be saved';

/** Whether it tells only that a restart will take longer; also as another thread has passed it on. */
export const isUnsaved = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(UNSAVED);

const codeOf = (error: unknown): string =>
  error instanceof Error ? String('code' in error ? error.code : error.message) : String(error);
