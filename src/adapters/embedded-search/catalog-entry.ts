// One catalog of the index through its life: opened on first use, kept current, merged and saved in the background.
// Callers of one catalog take turns only while it is brought up to date; a current one answers at once.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogSource } from './built-catalog.ts';
import { Collection } from './collection.ts';
import { followFeed } from './follow-feed.ts';
import type { CatalogPlace, IndexWork } from './index-work.ts';
import { openCatalog } from './open-catalog.ts';

const PRODUCTS_PER_BUILD = 256;

export interface EntryEvents {
  readonly onFailure: (error: unknown) => void;
  /** Something that was committed earlier is found from now on. */
  readonly onArrival: () => void;
  readonly onOpened: (origin: 'snapshot' | 'store') => void;
  /** There was a snapshot that could not be used. */
  readonly onDiscarded: () => void;
  readonly onMerged: () => void;
}

const NEVER_SAVED = -1;

export class CatalogEntry {
  private readonly source: CatalogSource;
  private readonly work: IndexWork;
  private readonly place: CatalogPlace;
  private readonly events: EntryEvents;
  private collection: Collection | undefined;
  /** The revision of the workspace for which the collection is current. */
  private revision: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private background: Promise<void> | undefined;
  private isClosing = false;
  private isFollowing = false;
  private isBuildingProducts = false;
  private savedPosition = NEVER_SAVED;

  constructor(source: CatalogSource, work: IndexWork, place: CatalogPlace, events: EntryEvents) {
    this.source = source;
    this.work = work;
    this.place = place;
    this.events = events;
  }

  get bytes(): number {
    return this.collection?.bytes ?? 0;
  }

  /** How many positions of the feed have been read but not brought in completely. */
  get feedLag(): number {
    return this.collection === undefined ? 0 : this.collection.position - this.collection.settledPosition;
  }

  /** The collection as of the workspace's newest commit; undefined when the catalog is not visible. */
  async current(): Promise<Collection | undefined> {
    if (this.collection !== undefined && this.revision === this.source.revision(this.place.scope))
      return this.collection;
    const turn = this.turn.then(() => this.bringUp());
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for what runs in the background and saves what is not saved yet. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.turn;
    await this.background;
    await this.save();
  }

  private async bringUp(): Promise<Collection | undefined> {
    // Taken before reading: what is committed meanwhile makes the next caller look again.
    const revision = this.source.revision(this.place.scope);
    if (this.collection !== undefined && this.revision === revision) return this.collection;
    if (this.collection === undefined) await this.open(false);
    let followed = this.collection && (await this.follow(this.collection));
    if (followed === 'rebuild') {
      await this.open(true);
      followed = this.collection && (await this.follow(this.collection));
    }
    if (this.collection !== undefined) this.startBackground(this.collection);
    // What came during the build and asks for another one was committed after this call began; the next call sees to it.
    this.revision = followed === 'rebuild' ? undefined : revision;
    return this.collection;
  }

  private async open(fresh: boolean): Promise<void> {
    const opened = await openCatalog(this.work, this.place, fresh, this.events);
    this.collection = opened && new Collection(this.place.catalogId, opened.built);
    if (opened !== undefined) this.events.onOpened(opened.origin);
    this.savedPosition = opened?.origin === 'snapshot' ? opened.built.position : NEVER_SAVED;
  }

  private async follow(collection: Collection): Promise<'current' | 'products-pending' | 'rebuild'> {
    this.isFollowing = true;
    try {
      // While a thread builds products, an older state of one must not overtake a newer: all of them wait for it.
      return await followFeed(this.source, this.work, this.place, collection, () => this.isBuildingProducts);
    } finally {
      this.isFollowing = false;
    }
  }

  private startBackground(collection: Collection): void {
    if (this.background !== undefined || this.isClosing) return;
    const isSaved = this.savedPosition !== NEVER_SAVED;
    if (isSaved && collection.pendingProducts.size === 0 && !collection.needsMerge()) return;
    this.background = this.workInBackground(collection)
      .catch((error: unknown) => {
        // What was under way is lost: the catalog is opened anew by whoever asks next.
        if (this.collection === collection) this.collection = undefined;
        this.events.onArrival();
        this.events.onFailure(error);
      })
      .finally(() => {
        this.background = undefined;
        this.isBuildingProducts = false;
        // What came too late for this round; whoever follows just now looks himself when he is done.
        const left = this.isFollowing ? undefined : this.collection;
        if (left !== undefined && (left.pendingProducts.size > 0 || left.needsMerge()))
          this.startBackground(left);
      });
  }

  private async workInBackground(collection: Collection): Promise<void> {
    while (collection === this.collection && collection.pendingProducts.size > 0) {
      this.isBuildingProducts = true;
      const ids = takeSome(collection.pendingProducts, PRODUCTS_PER_BUILD);
      const stored = await this.work.buildProducts(this.place, collection.reading, ids);
      collection.putProductSegment(ids, stored);
      this.events.onArrival();
      await this.merge(collection);
      await nextTurn();
    }
    this.isBuildingProducts = false;
    await this.merge(collection);
    // Whoever follows just now has read of changes that are neither in nor pending.
    if (!this.isFollowing) collection.settle();
    if (collection === this.collection) await this.save();
  }

  private async merge(collection: Collection): Promise<void> {
    for (const kind of ['content', 'products'] as const) {
      const stack = collection[kind];
      if (stack.needsMerge()) await stack.encode();
      for (let merge = stack.startMerge(); merge !== undefined; merge = stack.startMerge()) {
        await merge.take(await this.work.merge(kind, merge.stored));
        this.events.onMerged();
      }
    }
  }

  private async save(): Promise<void> {
    const { collection } = this;
    if (collection === undefined || collection.settledPosition !== collection.position) return;
    if (collection.settledPosition === this.savedPosition) return;
    await Promise.all([collection.content.encode(), collection.products.encode()]);
    if (collection.settledPosition !== collection.position) return;
    this.savedPosition = collection.settledPosition;
    const built = collection.built();
    try {
      // A snapshot ahead of what the disk holds would pass for current once other changes had taken those positions.
      await this.source.flushed();
      await this.work.save(this.place, built);
    } catch (error) {
      // What cannot be saved is still searched; it is tried again when something has changed.
      this.events.onFailure(error);
    }
  }
}

/** Takes so many at most out of the set. */
const takeSome = (from: Set<string>, most: number): string[] => {
  const taken: string[] = [];
  for (const key of from) {
    if (taken.length >= most) break;
    taken.push(key);
    from.delete(key);
  }
  return taken;
};
