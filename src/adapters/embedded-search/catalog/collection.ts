// One catalog as one environment sees it, in memory: changed by the thing, searched by `query-runner.ts`.
// It knows how far it has read the feed and what of it is still to be brought in; it never reads the store itself.

import type { CatalogContents, Change } from '../../../domain/ports.ts';
import { describeUses, makeTheSameIndex } from '../../../domain/products/attribute-settings.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ProductFields } from '../../../domain/products/product-fields.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import type { ContentSegment } from '../../../search/engine/content/content-segment.ts';
import { describeSegments } from '../../../search/engine/products/product-columns.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';
import {
  type BuiltCatalog,
  buildContentSegment,
  buildProductSegment,
  type ProductReading,
  readingOf,
} from './built-catalog.ts';
import { contentKind, productKind } from './segment-kinds.ts';
import { SegmentStack, type StoredSegment } from './segment-stack.ts';

/** What a change asks for: nothing, one thing anew, the small tables anew, or everything anew. */
export type ChangeEffect = 'none' | 'thing' | 'tables' | 'everything';

export class Collection {
  readonly content: SegmentStack<ContentSegment>;
  readonly products: SegmentStack<ProductSegment>;
  readonly baseLocale: string;
  private tables: CatalogContents;
  /** How far the feed has been read. */
  position: number;
  /** Keys of items and ids of products that changed and are not yet brought in. */
  readonly pendingItems = new Set<string>();
  readonly pendingProducts = new Set<string>();
  /** How far the feed is in completely; a snapshot stands here. */
  settledPosition: number;
  /** The feed has told of what no change of it can bring in: it must be built anew. */
  isOutdated = false;
  private readonly catalogId: string;
  private fields: ProductFields | undefined;

  constructor(catalogId: string, built: BuiltCatalog) {
    this.catalogId = catalogId;
    this.baseLocale = built.baseLocale;
    this.tables = built.contents;
    this.position = built.position;
    this.settledPosition = built.position;
    this.content = new SegmentStack(contentKind, built.content);
    this.products = new SegmentStack(productKind, built.products);
  }

  get bytes(): number {
    return this.content.bytes + this.products.bytes;
  }

  get contents(): CatalogContents {
    return this.tables;
  }

  get reading(): ProductReading {
    return readingOf(this);
  }

  /** Whether these tables, in place of those that it has, ask for another index. */
  needsRebuild(tables: CatalogContents): boolean {
    return !makeTheSameIndex(this.tables.attributes, tables.attributes);
  }

  putTables(tables: CatalogContents): void {
    this.tables = tables;
    this.fields = undefined;
  }

  /** Whether fewer products are in than are still to come: what is counted then is no count of the catalog. */
  get lacksMostProducts(): boolean {
    return this.pendingProducts.size > 0 && this.pendingProducts.size > this.products.size;
  }

  describeFields(): ProductFields {
    this.fields ??= describeUses(describeSegments(this.products.segments), this.tables.attributes);
    return this.fields;
  }

  /** Takes note of a change; the caller does what it asks for. */
  note(change: Change): ChangeEffect {
    this.position = change.position;
    switch (change.kind) {
      case 'environment':
      case 'content_model':
        return 'everything';
      case 'catalog':
        return change.id === this.catalogId ? 'everything' : 'none';
      case 'category':
      case 'synonyms':
      case 'attribute':
      case 'merchandising_rule':
        return change.catalogId === this.catalogId ? 'tables' : 'none';
      case 'product':
        if (change.catalogId !== this.catalogId) return 'none';
        this.pendingProducts.add(change.id);
        return 'thing';
      case 'content_item':
        if (change.catalogId !== this.catalogId) return 'none';
        this.pendingItems.add(`item:${change.id}`);
        return 'thing';
      case 'record':
      case 'version':
      case 'publication':
        this.pendingItems.add(`record:${change.id}`);
        return 'thing';
      default:
        return 'none';
    }
  }

  /** Puts the items in place of those of the same keys; what is absent is gone. */
  putItems(keys: readonly string[], items: readonly ContentItem[]): void {
    for (const key of keys) this.content.remove(key);
    this.content.add(buildContentSegment(items));
  }

  /** The same with items that another thread has made into a segment. */
  putItemSegment(keys: readonly string[], stored: StoredSegment): void {
    for (const key of keys) this.content.remove(key);
    this.content.addStored(stored);
  }

  putProducts(ids: readonly string[], products: readonly Product[]): void {
    for (const id of ids) this.products.remove(id);
    this.products.add(buildProductSegment(this.reading, products));
    this.fields = undefined;
  }

  /** The same with products that another thread has made into a segment. */
  putProductSegment(ids: readonly string[], stored: StoredSegment): void {
    for (const id of ids) this.products.remove(id);
    this.products.addStored(stored);
    this.fields = undefined;
  }

  needsMerge(): boolean {
    return this.content.needsMerge() || this.products.needsMerge();
  }

  /** To be called when nothing is pending any more. */
  settle(): void {
    if (this.pendingItems.size === 0 && this.pendingProducts.size === 0) this.settledPosition = this.position;
  }

  /** The state as a snapshot keeps it; only whole when nothing is pending. */
  built(): BuiltCatalog {
    return {
      position: this.settledPosition,
      baseLocale: this.baseLocale,
      contents: this.contents,
      content: this.content.stored(),
      products: this.products.stored(),
    };
  }
}
