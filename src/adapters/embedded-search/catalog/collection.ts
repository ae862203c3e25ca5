// One catalog as one environment sees it, in memory: changed by `follow-feed.ts`, searched by `query-runner.ts`. It
// tracks how far the feed was read and what is still to be applied; it never reads the store itself.

import type { CatalogContents, CatalogIds, Change, ChangeKind } from '../../../domain/ports.ts';
import { describeUses, makeTheSameIndex } from '../../../domain/products/attribute-settings.ts';
import { ruleChanges } from '../../../domain/products/merchandising-rule.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ProductFields } from '../../../domain/products/product-fields.ts';
import { weighAlike } from '../../../domain/products/ranking-settings.ts';
import { nextTimedChange } from '../../../domain/products/timed-change.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import type { ContentSegment } from '../../../search/engine/content/content-segment.ts';
import { describeSegments } from '../../../search/engine/products/product-columns.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';
import { TimedFindableCache } from '../../../search/engine/suggest/findable-cache.ts';
import {
  type BuiltCatalog,
  buildContentSegment,
  buildProductSegment,
  type FeedPlace,
  type ProductSettings,
  productSettingsOf,
} from '../segments/built-catalog.ts';
import { contentKind, productKind } from '../segments/segment-kinds.ts';
import { SegmentStack, type StoredSegment } from '../segments/segment-stack.ts';

/** What a change requires: nothing, one document, the small tables, or a rebuild. */
type ChangeEffect = 'none' | 'document' | 'tables' | 'everything';

const tablesOfKind = {
  catalog: ['contentModels', 'ranking'],
  category: ['categories'],
  synonyms: ['synonyms'],
  attribute: ['attributes'],
  facet: ['facets'],
  merchandising_rule: ['merchandisingRules'],
  popular_term: ['popularTerms'],
} as const satisfies Partial<Record<ChangeKind, readonly (keyof CatalogContents)[]>>;

export class Collection {
  readonly content: SegmentStack<ContentSegment>;
  readonly products: SegmentStack<ProductSegment>;
  readonly baseLocale: string;
  private tables: CatalogContents;
  /** How far the feed has been read. */
  position: number;
  /** The fingerprint of the change at that position; undefined if it is not known. */
  fingerprint: string | undefined;
  /** Keys of items and ids of products that changed and are not applied yet. */
  readonly pendingItems = new Set<string>();
  readonly pendingProducts = new Set<string>();
  /** The changed products that a thread is building. They are not pending any more, and not indexed yet. */
  buildingProducts: readonly string[] = [];
  /** Those among the pending ones that are indexed already, under the former name of a category. */
  private readonly renamedProducts = new Set<string>();
  /** How many that a thread is building are not. */
  private buildingMissing = 0;
  /** Categories that changed, and whose products were not found yet: their names are indexed with them. */
  readonly changedCategories = new Set<string>();
  /** Tables that changed and were not read again yet. */
  readonly changedTables = new Set<keyof CatalogContents>();
  /** How far the feed has been fully applied; snapshots are taken at this position. */
  appliedPosition: number;
  /** The feed had a change that cannot be applied: the index must be rebuilt. */
  isOutdated = false;
  /** The fingerprints of changes that the feed must have, by position. */
  private readonly expected = new Map<number, string>();
  private readonly catalogId: string;
  private fields: ProductFields | undefined;
  /** When merchandising rules begin or end. */
  private ruleChanges: readonly number[] | undefined;
  /** What is known to find something. */
  readonly findable = new TimedFindableCache((at) => this.nextTimedChange(at));

  constructor(catalogId: string, built: BuiltCatalog) {
    this.catalogId = catalogId;
    this.baseLocale = built.baseLocale;
    this.tables = built.contents;
    this.position = built.position;
    this.appliedPosition = built.position;
    this.content = new SegmentStack(contentKind, built.content);
    this.products = new SegmentStack(productKind, built.products);
  }

  get bytes(): number {
    return this.content.bytes + this.products.bytes;
  }

  get contents(): CatalogContents {
    return this.tables;
  }

  get productSettings(): ProductSettings {
    return productSettingsOf(this);
  }

  /** Whether the new tables need a different index. */
  needsRebuild(tables: CatalogContents): boolean {
    const { attributes, ranking, contentModels = [] } = this.tables;
    const wanted = new Set(tables.contentModels);
    return !(
      makeTheSameIndex(attributes, tables.attributes) &&
      weighAlike(ranking, tables.ranking) &&
      wanted.size === new Set(contentModels).size &&
      contentModels.every((model) => wanted.has(model))
    );
  }

  /** A table that did not change stays the same object: what was computed from it is kept. */
  putTables(tables: CatalogContents): void {
    const changed = [...this.changedTables].map((name) => [name, tables[name]]);
    this.tables = { ...this.tables, ...Object.fromEntries(changed) };
    this.changedTables.clear();
    this.ruleChanges = undefined;
    this.forgetResults();
  }

  /** What was computed from the index so far no longer holds. */
  private forgetResults(): void {
    this.fields = undefined;
    this.findable.clear();
  }

  /** When the results change next by the clock after `at`: a merchandising rule begins or ends, or products become older. */
  nextTimedChange(at: number): number {
    this.ruleChanges ??= ruleChanges(this.tables.merchandisingRules);
    return nextTimedChange(this.tables, at, this.ruleChanges);
  }

  /** Whether more products are still to be indexed than are: a count would be far from the catalog's. */
  get lacksMostProducts(): boolean {
    const left = this.pendingProducts.size - this.renamedProducts.size + this.buildingMissing;
    return left > 0 && left > this.products.size;
  }

  /** A product that is indexed, or that a thread is building, and has to be indexed again. */
  addRenamed(id: string): void {
    if (!this.pendingProducts.has(id)) this.renamedProducts.add(id);
    this.pendingProducts.add(id);
  }

  /** Takes the next ones from the pending, for a thread to build. */
  startBuilding(most: number): readonly string[] {
    const taken = [...this.pendingProducts.values().take(most)];
    this.buildingMissing = 0;
    for (const id of taken) {
      this.pendingProducts.delete(id);
      if (!this.renamedProducts.delete(id)) this.buildingMissing += 1;
    }
    this.buildingProducts = taken;
    return taken;
  }

  endBuilding(): void {
    this.buildingProducts = [];
    this.buildingMissing = 0;
  }

  /** All pending products were indexed. */
  forgetRenamed(): void {
    this.renamedProducts.clear();
  }

  describeFields(): ProductFields {
    this.fields ??= describeUses(describeSegments(this.products.segments), this.tables.attributes);
    return this.fields;
  }

  /**
   * Parts of the index show everything up to this change, which the feed must therefore have. If a failover in the middle of the build
   * has lost it, nothing else tells what never happened.
   */
  expect({ position, fingerprint }: FeedPlace): void {
    const known = position === this.position ? this.fingerprint : this.expected.get(position);
    if (position < this.position || (known !== undefined && known !== fingerprint)) this.isOutdated = true;
    else if (position > this.position && fingerprint !== undefined) this.expected.set(position, fingerprint);
  }

  /** How far the feed must have come at least. */
  get farthest(): number {
    return Math.max(this.position, ...this.expected.keys());
  }

  /** Records a change; the caller does what it requires. */
  record(change: Change): ChangeEffect {
    const expected = this.expected.get(change.position);
    if (expected !== undefined && expected !== change.fingerprint) return 'everything';
    this.expected.delete(change.position);
    this.position = change.position;
    this.fingerprint = change.fingerprint;
    switch (change.kind) {
      case 'environment':
      case 'content_model':
        return 'everything';
      case 'catalog':
        if (change.id !== this.catalogId) return 'none';
        // Created again, it has nothing of what is indexed.
        return change.catalogId === this.catalogId ? 'everything' : this.recordTables(change.kind);
      case 'category':
        if (change.catalogId !== this.catalogId) return 'none';
        this.changedCategories.add(change.id);
        return this.recordTables(change.kind);
      case 'synonyms':
      case 'attribute':
      case 'facet':
      case 'merchandising_rule':
      case 'popular_term':
        return change.catalogId === this.catalogId ? this.recordTables(change.kind) : 'none';
      case 'product':
        if (change.catalogId !== this.catalogId) return 'none';
        this.pendingProducts.add(change.id);
        return 'document';
      case 'content_item':
        if (change.catalogId !== this.catalogId) return 'none';
        this.pendingItems.add(itemKey(change.id));
        return 'document';
      case 'record':
      case 'version':
      case 'publication':
        this.pendingItems.add(recordKey(change.id));
        return 'document';
      default:
        return 'none';
    }
  }

  private recordTables(kind: keyof typeof tablesOfKind): ChangeEffect {
    for (const table of tablesOfKind[kind]) this.changedTables.add(table);
    return 'tables';
  }

  addPending({ products, contentItems, records }: CatalogIds): void {
    for (const id of products) this.pendingProducts.add(id);
    for (const id of contentItems) this.pendingItems.add(itemKey(id));
    for (const id of records) this.pendingItems.add(recordKey(id));
  }

  /** Replaces the items with these keys; keys without an item are deleted. */
  putItems(keys: readonly string[], items: readonly ContentItem[]): void {
    for (const key of keys) this.content.remove(key);
    this.content.add(buildContentSegment(items));
    this.forgetResults();
  }

  /** The same with a segment built by another thread. */
  putItemSegment(keys: readonly string[], stored: StoredSegment): void {
    for (const key of keys) this.content.remove(key);
    this.content.addStored(stored);
    this.forgetResults();
  }

  putProducts(ids: readonly string[], products: readonly Product[]): void {
    for (const id of ids) this.products.remove(id);
    this.products.add(buildProductSegment(this.productSettings, products));
    this.forgetResults();
  }

  /** The same with a segment built by another thread. */
  putProductSegment(ids: readonly string[], stored: StoredSegment): void {
    for (const id of ids) this.products.remove(id);
    this.products.addStored(stored);
    this.forgetResults();
  }

  needsMerge(): boolean {
    return this.content.needsMerge() || this.products.needsMerge();
  }

  /** Call when nothing is pending. */
  markApplied(): void {
    const documents = this.pendingItems.size + this.pendingProducts.size;
    if (documents + this.changedTables.size + this.changedCategories.size === 0)
      this.appliedPosition = this.position;
  }

  /** The state for a snapshot; complete only if nothing is pending. */
  built(): BuiltCatalog {
    return {
      position: this.appliedPosition,
      baseLocale: this.baseLocale,
      contents: this.contents,
      content: this.content.stored(),
      products: this.products.stored(),
    };
  }
}

const itemKey = (providerId: string): string => `item:${providerId}`;
const recordKey = (recordId: string): string => `record:${recordId}`;
