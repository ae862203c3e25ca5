// A catalog as one environment sees it, ready to be searched: what a build makes, a snapshot keeps and a thread hands over.
// A build is made of parts that do not know of each other, so that several threads can make them and none holds it all.

import type { Scope } from '../../../domain/access/scope.ts';
import type {
  CatalogContents,
  ChangeSignal,
  Directory,
  KeyRange,
  SearchSource,
} from '../../../domain/ports.ts';
import type { AttributeSetting } from '../../../domain/products/attribute-settings.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { ContentSegmentBuilder } from '../../../search/engine/content/content-segment.ts';
import { ProductSegmentBuilder } from '../../../search/engine/products/product-segment.ts';
import { contentKind, productKind } from './segment-kinds.ts';
import { type StoredSegment, toTransferable } from './segment-stack.ts';

export interface BuiltCatalog {
  /** Position in the workspace's feed up to which everything is in. */
  readonly position: number;
  /** The locale in which the products' own texts are written. */
  readonly baseLocale: string;
  readonly contents: CatalogContents;
  readonly content: readonly StoredSegment[];
  readonly products: readonly StoredSegment[];
}

/** What the products of a catalog are read by: the locale of their own texts, and what is said of their attributes. */
export interface ProductReading {
  readonly baseLocale: string;
  readonly attributes: readonly AttributeSetting[];
}

export const readingOf = ({
  baseLocale,
  contents,
}: Pick<BuiltCatalog, 'baseLocale' | 'contents'>): ProductReading => ({
  baseLocale,
  attributes: contents.attributes,
});

/** What a build must know before its parts can be made. */
export interface CatalogPlan extends Omit<BuiltCatalog, 'content' | 'products'> {
  /** Each makes a segment of its own. */
  readonly stretches: readonly KeyRange[];
}

export type CatalogSource = SearchSource &
  Pick<ChangeSignal, 'revision'> &
  Pick<Directory, 'findEnvironment'>;

/** What a builder gathers takes several times the memory of the segment it makes; this bounds it. */
const PRODUCTS_PER_SEGMENT = 65_536;
const ITEMS_PER_SEGMENT = 32_768;

/** Undefined when the catalog is not visible in the environment. */
export const planCatalog = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
): Promise<CatalogPlan | undefined> => {
  // The position is taken before reading: what changes meanwhile is applied again, which does no harm.
  const position = await source.headPosition(scope);
  const environment = await source.findEnvironment(scope);
  const contents = await source.loadCatalog(scope, catalogId);
  if (environment === undefined || contents === undefined) return undefined;
  return {
    position,
    baseLocale: normalizeLocale(environment.defaultLocale),
    contents,
    stretches: await source.splitProducts(scope, catalogId, PRODUCTS_PER_SEGMENT),
  };
};

/** Reads and analyses all content. Long, as is the next: not for the thread that answers. */
export const buildContent = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
): Promise<StoredSegment[]> => {
  const segments: StoredSegment[] = [];
  const seen = new Set<string>();
  let builder = new ContentSegmentBuilder();
  let items = 0;
  const finish = (): void => {
    if (items > 0) segments.push(toTransferable(contentKind, builder.finish()));
    builder = new ContentSegmentBuilder();
    items = 0;
  };
  for await (const batch of source.readContentItems(scope, catalogId)) {
    for (const item of batch) {
      // What is written while batches are read may come twice; the feed brings its newest state anyway.
      if (seen.has(item.key)) continue;
      seen.add(item.key);
      builder.add(item);
      items += 1;
    }
    if (items >= ITEMS_PER_SEGMENT) finish();
  }
  finish();
  return segments;
};

/** Reads and analyses the products of one stretch. */
export const buildStretch = async (
  source: CatalogSource,
  scope: Scope,
  catalogId: string,
  reading: ProductReading,
  stretch: KeyRange,
): Promise<StoredSegment[]> => {
  const builder = newBuilder(reading);
  let products = 0;
  for await (const batch of source.readProducts(scope, catalogId, stretch)) {
    for (const product of batch) builder.add(product);
    products += batch.length;
  }
  return products === 0 ? [] : [toTransferable(productKind, builder.finish())];
};

const newBuilder = ({ baseLocale, attributes }: ProductReading): ProductSegmentBuilder =>
  new ProductSegmentBuilder(baseLocale, undefined, attributes);

/** The content segment of a few items, for the thread that answers. */
export const buildContentSegment = (items: readonly ContentItem[]) => {
  const builder = new ContentSegmentBuilder();
  for (const item of items) builder.add(item);
  return builder.finish();
};

/** The product segment of a few products. */
export const buildProductSegment = (reading: ProductReading, products: readonly Product[]) => {
  const builder = newBuilder(reading);
  for (const product of products) builder.add(product);
  return builder.finish();
};
