// One catalog of the index through its life: opened on first use, kept current, merged and saved in the background.
// Callers of one catalog take turns only while it is brought up to date; a current one answers at once.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentItem } from '../../domain/content.ts';
import type { ContentHit } from '../../domain/ports.ts';
import type { FoundContent } from '../../search/engine/search-segments.ts';
import type { CatalogSource } from './built-catalog.ts';
import { Collection } from './collection.ts';
import { findItem, followFeed } from './follow-feed.ts';
import type { CatalogPlace, IndexWork } from './index-work.ts';

const ITEMS_KEPT_MAX = 1_000;
const PRODUCTS_PER_BUILD = 256;

export interface EntryEvents {
  readonly onFailure: (error: unknown) => void;
  /** Something that was committed earlier is found from now on. */
  readonly onArrival: () => void;
}

export class CatalogEntry {
  private readonly source: CatalogSource;
  private readonly work: IndexWork;
  private readonly place: CatalogPlace;
  private readonly events: EntryEvents;
  private collection: Collection | undefined;
  /** The store's version for which the collection is current. */
  private version: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private background: Promise<void> | undefined;
  private savedPosition = -1;
  /** Items shown lately, so that a page is not read from the store again for every request. */
  private items = new Map<string, ContentItem>();

  constructor(source: CatalogSource, work: IndexWork, place: CatalogPlace, events: EntryEvents) {
    this.source = source;
    this.work = work;
    this.place = place;
    this.events = events;
  }

  get bytes(): number {
    return this.collection?.bytes ?? 0;
  }

  /** The collection as of the store's newest commit; undefined when the catalog is not visible. */
  async current(): Promise<Collection | undefined> {
    if (this.collection !== undefined && this.version === this.source.version()) return this.collection;
    const turn = this.turn.then(() => this.bringUp());
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** The found items as they are in the store. */
  async readHits(found: readonly FoundContent[]): Promise<ContentHit[]> {
    const hits: ContentHit[] = [];
    for (const { key, locale } of found) {
      const item = this.items.get(key) ?? (await this.readItem(key));
      if (item?.texts[locale] !== undefined) hits.push({ item, locale });
    }
    return hits;
  }

  /** Waits for what runs in the background and saves what is not saved yet. */
  async close(): Promise<void> {
    await this.turn;
    await this.background;
    await this.save();
  }

  private async readItem(key: string): Promise<ContentItem | undefined> {
    // Kept where it was asked for: once something has changed, another map is in use and this one is forgotten.
    const { items } = this;
    const item = await findItem(this.source, this.place, key);
    if (item === undefined) return undefined;
    const [oldest] = items.keys();
    if (items.size >= ITEMS_KEPT_MAX && oldest !== undefined) items.delete(oldest);
    items.set(key, item);
    return item;
  }

  private async bringUp(): Promise<Collection | undefined> {
    // Taken before reading: what is committed meanwhile makes the next caller look again.
    const version = this.source.version();
    if (this.collection !== undefined && this.version === version) return this.collection;
    if (this.collection === undefined) await this.open(false);
    if (this.collection !== undefined) {
      const followed = await this.follow(this.collection);
      if (followed === 'rebuild') {
        await this.open(true);
        if (this.collection !== undefined) await this.follow(this.collection);
      }
    }
    this.version = version;
    return this.collection;
  }

  private async open(fresh: boolean): Promise<void> {
    const built = await this.work.open(this.place, fresh);
    this.items = new Map();
    this.collection = built && new Collection(this.place.catalogId, built);
    this.savedPosition = built?.position ?? -1;
  }

  private async follow(collection: Collection): Promise<'current' | 'products-pending' | 'rebuild'> {
    const before = collection.position;
    // While a thread builds products, an older state of one must not overtake a newer: all of them wait for it.
    const followed = await followFeed(this.source, this.place, collection, this.background !== undefined);
    if (collection.position !== before) this.items = new Map();
    if (followed !== 'rebuild') this.startBackground(collection);
    return followed;
  }

  private startBackground(collection: Collection): void {
    if (this.background !== undefined) return;
    const isIdle = collection.pendingProducts.size === 0 && !collection.needsMerge();
    if (isIdle) return;
    this.background = this.workInBackground(collection)
      .catch((error: unknown) => {
        // What was under way is lost: the catalog is opened anew by whoever asks next.
        if (this.collection === collection) this.collection = undefined;
        this.events.onArrival();
        this.events.onFailure(error);
      })
      .finally(() => {
        this.background = undefined;
      });
  }

  private async workInBackground(collection: Collection): Promise<void> {
    while (collection === this.collection && collection.pendingProducts.size > 0) {
      const ids = [...collection.pendingProducts].slice(0, PRODUCTS_PER_BUILD);
      for (const id of ids) collection.pendingProducts.delete(id);
      const bytes = await this.work.buildProducts(this.place, collection.baseLocale, ids);
      collection.putProductSegment(ids, bytes);
      this.events.onArrival();
      await this.merge(collection);
      await nextTurn();
    }
    await this.merge(collection);
    collection.settle();
    if (collection === this.collection) await this.save();
  }

  private async merge(collection: Collection): Promise<void> {
    for (const kind of ['content', 'products'] as const) {
      const merge = collection[kind].startMerge();
      if (merge !== undefined) merge.take(await this.work.merge(kind, merge.stored));
    }
  }

  private async save(): Promise<void> {
    const { collection } = this;
    if (collection === undefined || collection.settledPosition !== collection.position) return;
    if (collection.settledPosition === this.savedPosition) return;
    this.savedPosition = collection.settledPosition;
    await this.work.save(this.place, collection.built());
  }
}
