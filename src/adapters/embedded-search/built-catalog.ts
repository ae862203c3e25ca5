// A catalog as one environment sees it, ready to be searched: what a build makes, a snapshot keeps and a thread hands over.

import type { ContentItem } from '../../domain/content.ts';
import { normalizeLocale } from '../../domain/locale.ts';
import type { CatalogContents, ChangeSignal, Directory, SearchSource } from '../../domain/ports.ts';
import type { Product } from '../../domain/product.ts';
import type { Scope } from '../../domain/scope.ts';
import { ContentSegmentBuilder } from '../../search/engine/content-segment.ts';
import { ProductSegmentBuilder } from '../../search/engine/product-segment.ts';
import { encodeTree } from '../../search/engine/tree-codec.ts';
import type { StoredSegment } from './segment-stack.ts';

export interface BuiltCatalog {
  /** Position in the workspace's feed up to which everything is in. */
  readonly position: number;
  /** The locale in which the products' own texts are written. */
  readonly baseLocale: string;
  readonly contents: CatalogContents;
  readonly content: readonly StoredSegment[];
  readonly products: readonly StoredSegment[];
}

export type CatalogSource = SearchSource & ChangeSignal & Pick<Directory, 'findEnvironment'>;

/** Reads and analyses everything. Undefined when the catalog is not visible in the environment. Long: not for the thread that answers. */
export const buildCatalog = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
): Promise<BuiltCatalog | undefined> => {
  // The position is taken before reading: what changes meanwhile is applied again, which does no harm.
  const position = await source.headPosition(scope);
  const environment = await source.findEnvironment(scope);
  const contents = await source.loadCatalog(scope, catalogId);
  if (environment === undefined || contents === undefined) return undefined;
  const baseLocale = normalizeLocale(environment.defaultLocale);
  return {
    position,
    baseLocale,
    contents,
    content: await buildContent(source, scope, catalogId),
    products: await buildProducts(source, scope, catalogId, baseLocale),
  };
};

const buildContent = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
): Promise<StoredSegment[]> => {
  const builder = new ContentSegmentBuilder();
  const seen = new Set<string>();
  for await (const batch of source.readContentItems(scope, catalogId)) {
    for (const item of batch) addOnce(seen, item.key, () => builder.add(item));
  }
  return seen.size === 0 ? [] : [{ bytes: encodeTree(builder.finish()), dead: [] }];
};

const buildProducts = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
  baseLocale: string,
): Promise<StoredSegment[]> => {
  const builder = new ProductSegmentBuilder(baseLocale);
  const seen = new Set<string>();
  for await (const batch of source.readProducts(scope, catalogId)) {
    for (const product of batch) addOnce(seen, product.id, () => builder.add(product));
  }
  return seen.size === 0 ? [] : [{ bytes: encodeTree(builder.finish()), dead: [] }];
};

/** A thing that is written while batches are read may come twice; the feed brings its newest state anyway. */
const addOnce = (seen: Set<string>, key: string, add: () => void): void => {
  if (seen.has(key)) return;
  seen.add(key);
  add();
};

/** The content segment of a few items, for the thread that answers. */
export const buildContentSegment = (items: readonly ContentItem[]) => {
  const builder = new ContentSegmentBuilder();
  for (const item of items) builder.add(item);
  return builder.finish();
};

/** The product segment of a few products. */
export const buildProductSegment = (baseLocale: string, products: readonly Product[]) => {
  const builder = new ProductSegmentBuilder(baseLocale);
  for (const product of products) builder.add(product);
  return builder.finish();
};
