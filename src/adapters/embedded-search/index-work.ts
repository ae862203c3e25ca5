// The long work of the index: building, merging, saving, loading. Runs in a thread beside the one that answers;
// the functions here do it in the thread that calls them.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Scope, scopeKey } from '../../domain/scope.ts';
import { encodeTree } from '../../search/engine/tree-codec.ts';
import { type BuiltCatalog, buildCatalog, buildProductSegment, type CatalogSource } from './built-catalog.ts';
import { contentKind, productKind } from './segment-kinds.ts';
import { mergeStored, type StoredSegment } from './segment-stack.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';

export interface CatalogPlace {
  readonly scope: Scope;
  readonly catalogId: string;
}

export interface IndexWork {
  /** From its snapshot where there is one and `fresh` is not asked for, else built. Undefined when it is not visible. */
  open(place: CatalogPlace, fresh: boolean): Promise<BuiltCatalog | undefined>;
  /** A segment of those of the products that exist. */
  buildProducts(place: CatalogPlace, baseLocale: string, ids: readonly string[]): Promise<Uint8Array>;
  merge(kind: 'content' | 'products', stored: readonly StoredSegment[]): Promise<Uint8Array>;
  save(place: CatalogPlace, catalog: BuiltCatalog): Promise<void>;
  close(): Promise<void>;
}

/** What a thread must know to do this work. */
export interface IndexThreadSettings {
  readonly dataDir: string;
  readonly snapshotDir: string;
}

export const buildIndexWork = (source: CatalogSource, snapshotDir: string | undefined): IndexWork => {
  const fileOf = (place: CatalogPlace) =>
    snapshotDir === undefined
      ? undefined
      : join(snapshotDir, `${createHash('sha256').update(keyOf(place)).digest('hex')}.index`);

  const save = async (place: CatalogPlace, catalog: BuiltCatalog): Promise<void> => {
    const file = fileOf(place);
    if (file !== undefined) writeSnapshot(file, keyOf(place), catalog);
  };

  return {
    open: async (place, fresh) => {
      const file = fileOf(place);
      const kept = file === undefined || fresh ? undefined : readSnapshot(file, keyOf(place));
      if (kept !== undefined) return kept;
      const built = await buildCatalog(source, place.scope, place.catalogId);
      if (built !== undefined) await save(place, built);
      return built;
    },
    buildProducts: async ({ scope, catalogId }, baseLocale, ids) => {
      const found = await Promise.all(ids.map((id) => source.findProduct(scope, catalogId, id)));
      return encodeTree(
        buildProductSegment(
          baseLocale,
          found.filter((product) => product !== undefined),
        ),
      );
    },
    merge: async (kind, stored) =>
      kind === 'content' ? mergeStored(contentKind, stored) : mergeStored(productKind, stored),
    save,
    close: async () => undefined,
  };
};

const keyOf = ({ scope, catalogId }: CatalogPlace): string => `${scopeKey(scope)} ${catalogId}`;
