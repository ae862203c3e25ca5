// A searchable catalog as one environment sees it: the result of a build, stored in snapshots and passed between
// threads. A build consists of independent ranges, so that several threads can work on it and none holds all of it.

import type { Scope } from '../../../domain/access/scope.ts';
import type {
  BulkSource,
  CatalogContents,
  ChangeSignal,
  Directory,
  KeyRange,
  SearchSource,
} from '../../../domain/ports.ts';
import type { AttributeSetting } from '../../../domain/products/attribute-settings.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { FieldWeights } from '../../../domain/products/ranking-settings.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { ContentSegmentBuilder } from '../../../search/engine/content/content-segment.ts';
import { ProductSegmentBuilder } from '../../../search/engine/products/product-segment.ts';
import { contentKind, productKind } from './segment-kinds.ts';
import { type StoredSegment, toTransferable } from './segment-stack.ts';

export interface BuiltCatalog {
  /** Everything up to this position of the workspace's feed is included. */
  readonly position: number;
  /** The locale of the products' own texts. */
  readonly baseLocale: string;
  readonly contents: CatalogContents;
  readonly content: readonly StoredSegment[];
  readonly products: readonly StoredSegment[];
}

/** What decides how products are indexed: the locale of their own texts, the attribute settings, the weights of fields, the categories. */
export interface ProductSettings {
  readonly baseLocale: string;
  readonly attributes: readonly AttributeSetting[];
  readonly weights: FieldWeights;
  readonly categories: readonly Category[];
}

export const productSettingsOf = ({
  baseLocale,
  contents,
}: Pick<BuiltCatalog, 'baseLocale' | 'contents'>): ProductSettings => ({
  baseLocale,
  attributes: contents.attributes,
  weights: contents.ranking?.weights ?? {},
  categories: contents.categories,
});

/** What a build must know before its ranges can be built. */
export interface CatalogPlan extends Omit<BuiltCatalog, 'content' | 'products'>, FeedPlace {
  /** Each becomes a segment. */
  readonly ranges: readonly KeyRange[];
}

/** A place in the feed. A build begins at one, and the feed brings what came later. */
export interface FeedPlace {
  readonly position: number;
  /** Of the change at the position. */
  readonly fingerprint: string | undefined;
}

/** A part of a build. */
export interface BuiltPart {
  readonly segments: readonly StoredSegment[];
  /** Nothing in it is newer. The feed must have this change, or the part shows what never happened. */
  readonly upTo: FeedPlace;
}

export type CatalogSource = SearchSource &
  Pick<ChangeSignal, 'revision' | 'nonProductRevision'> &
  Pick<Directory, 'findEnvironment'>;

/** A builder takes several times the memory of its segment; this limits it. */
const PRODUCTS_PER_SEGMENT = 65_536;
const ITEMS_PER_SEGMENT = 32_768;

/** Read first: changes made meanwhile are applied again, which is harmless. */
export const beginBuild = async (
  source: Pick<BulkSource, 'headPosition' | 'changeFingerprint'>,
  scope: Scope,
): Promise<FeedPlace> => {
  const position = await source.headPosition(scope);
  return { position, fingerprint: await source.changeFingerprint(scope, position) };
};

/**
 * Asks now and then, during a long read, how far the feed has come. If the change that it had last is not there any more, a failover has
 * lost it, but not what was read of it. From then on it returns that change, which nobody finds in the feed.
 */
const watchFeed = async (source: BulkSource, scope: Scope): Promise<() => Promise<FeedPlace>> => {
  let last = await beginBuild(source, scope);
  let isLost = false;
  return async () => {
    if (isLost) return last;
    const next = await beginBuild(source, scope);
    const there = await source.changeFingerprint(scope, last.position);
    isLost = next.position < last.position || there !== last.fingerprint;
    if (!isLost) last = next;
    return last;
  };
};

/** Undefined if the catalog is not visible in the environment. */
export const planCatalog = async (
  source: BulkSource,
  scope: Scope,
  catalogId: string,
): Promise<CatalogPlan | undefined> => {
  const start = await beginBuild(source, scope);
  const environment = await source.findEnvironment(scope);
  const contents = await source.loadCatalog(scope, catalogId);
  if (environment === undefined || contents === undefined) return undefined;
  return {
    ...start,
    baseLocale: normalizeLocale(environment.defaultLocale),
    contents,
    ranges: await source.splitProducts(scope, catalogId, PRODUCTS_PER_SEGMENT),
  };
};

/** Reads and analyses all content. Slow, as is `buildRange`: not for the main thread. */
export const buildContent = async (
  source: BulkSource,
  scope: Scope,
  catalogId: string,
): Promise<BuiltPart> => {
  const readPlace = await watchFeed(source, scope);
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
      // An item written while batches are read may come twice; the feed brings its latest state anyway.
      if (seen.has(item.key)) continue;
      seen.add(item.key);
      builder.add(item);
      items += 1;
    }
    await readPlace();
    if (items >= ITEMS_PER_SEGMENT) finish();
  }
  finish();
  return { segments, upTo: await readPlace() };
};

/** Reads and analyses the products of one range. */
export const buildRange = async (
  source: BulkSource,
  scope: Scope,
  catalogId: string,
  productSettings: ProductSettings,
  range: KeyRange,
): Promise<BuiltPart> => {
  const readPlace = await watchFeed(source, scope);
  const builder = newBuilder(productSettings);
  let products = 0;
  for await (const batch of source.readProducts(scope, catalogId, range)) {
    for (const product of batch) builder.add(product);
    products += batch.length;
    await readPlace();
  }
  return {
    segments: products === 0 ? [] : [toTransferable(productKind, builder.finish())],
    upTo: await readPlace(),
  };
};

const newBuilder = ({ baseLocale, ...by }: ProductSettings): ProductSegmentBuilder =>
  new ProductSegmentBuilder(baseLocale, undefined, by);

/** The content segment of a few items, for the main thread. */
export const buildContentSegment = (items: readonly ContentItem[]) => {
  const builder = new ContentSegmentBuilder();
  for (const item of items) builder.add(item);
  return builder.finish();
};

export const buildProductSegment = (productSettings: ProductSettings, products: readonly Product[]) => {
  const builder = newBuilder(productSettings);
  for (const product of products) builder.add(product);
  return builder.finish();
};
