// One catalog of the index through its life: opened on first use, kept current, merged and saved in the background.
// Callers of one catalog take turns only while it is brought up to date; a current one answers at once.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogPlace } from '../catalog-place.ts';
import type { IndexWork } from '../work/index-work.ts';
import type { CatalogSource } from './built-catalog.ts';
import { Collection } from './collection.ts';
import { followFeed, PRODUCTS_AT_ONCE_MAX } from './follow-feed.ts';
import { openCatalog } from './open-catalog.ts';

/** A thread builds this share of what is pending at once: a long way is gone in long steps, and the first step is soon done. */
const BUILD_SHARE = 1 / 8;
const PRODUCTS_PER_BUILD_MIN = 256;
const PRODUCTS_PER_BUILD_MAX = 4_096;

export interface EntryEvents {
  readonly onFailure: (error: unknown) => void;
  /** Something that was committed earlier is found from now on. */
  readonly onArrival: () => void;
  readonly onOpened: (origin: 'snapshot' | 'store') => void;
  /** There was a snapshot that could not be used. */
  readonly onDiscarded: () => void;
  readonly onMerged: () => void;
  /** So many changed products wait to be brought in. */
  readonly onPending: (products: number) => void;
}

const NEVER_SAVED = -1;
/** Between the end of a save and the next: so long, and so many times as long as the save took. A restart reads what came since. */
const SAVE_REST_MS = 5_000;
const SAVE_REST_SHARE = 20;

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
  /** Somebody was answered from an older state. */
  private isBehind = false;
  private isBuildingProducts = false;
  private savedPosition = NEVER_SAVED;
  private mayNextSaveAt = 0;
  private saveTimer: NodeJS.Timeout | undefined;

  constructor(source: CatalogSource, work: IndexWork, place: CatalogPlace, events: EntryEvents) {
    this.source = source;
    this.work = work;
    this.place = place;
    this.events = events;
  }

  /** Whether it can be searched. */
  get isOpen(): boolean {
    return this.collection !== undefined;
  }

  get bytes(): number {
    return this.collection?.bytes ?? 0;
  }

  /** How many positions of the feed have been read but not brought in completely. */
  get feedLag(): number {
    return this.collection === undefined ? 0 : this.collection.position - this.collection.settledPosition;
  }

  /** The collection where it is as of the workspace's newest commit already. */
  get ready(): Collection | undefined {
    return this.revision === this.source.revision(this.place.scope) ? this.collection : undefined;
  }

  /** The collection as of the workspace's newest commit; undefined when the catalog is not visible. */
  async current(): Promise<Collection | undefined> {
    const { ready } = this;
    if (ready !== undefined) return ready;
    const turn = this.turn.then(() => this.bringUp());
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Opens it, or keeps it near to a feed that goes on: so near that whoever asks next brings the rest in at once. */
  async keepUp(): Promise<Collection | undefined> {
    const { collection } = this;
    if (collection === undefined) return this.current();
    const head = await this.source.headPosition(this.place.scope);
    return head - collection.position > PRODUCTS_AT_ONCE_MAX ? this.current() : collection;
  }

  /** The collection as it is, for whoever cannot wait longer; undefined while there is none. */
  asItIs(): Collection | undefined {
    this.isBehind = true;
    return this.collection;
  }

  /** Waits for what runs in the background and saves what is not saved yet. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.saveTimer);
    // What is still being opened is not waited for: there is nothing to save.
    if (this.collection === undefined) return;
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
    if (this.isBehind) this.events.onArrival();
    this.isBehind = false;
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
      this.events.onPending(collection.pendingProducts.size);
      const ids = takeSome(collection.pendingProducts, buildSize(collection.pendingProducts.size));
      const stored = await this.work.buildProducts(this.place, collection.reading, ids);
      collection.putProductSegment(ids, stored);
      this.events.onArrival();
      await this.merge(collection);
      await nextTurn();
    }
    this.isBuildingProducts = false;
    this.events.onPending(collection.pendingProducts.size);
    await this.merge(collection);
    // Whoever follows just now has read of changes that are neither in nor pending.
    if (!this.isFollowing) collection.settle();
    if (collection === this.collection) await this.saveInTime();
  }

  /** Now, or once the last save is long enough ago: a catalog that is written all the time is not saved all the time. */
  private async saveInTime(): Promise<void> {
    const waitMs = this.mayNextSaveAt - performance.now();
    if (waitMs <= 0) return this.save();
    if (this.isClosing || this.saveTimer !== undefined) return;
    this.saveTimer = setTimeout(() => {
      this.saveTimer = undefined;
      this.background ??= this.saveAside();
    }, waitMs).unref();
  }

  private async saveAside(): Promise<void> {
    await this.save().catch(this.events.onFailure);
    this.background = undefined;
    if (this.collection !== undefined) this.startBackground(this.collection);
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
    const startedAt = performance.now();
    try {
      // A snapshot ahead of what the disk holds would pass for current once other changes had taken those positions.
      await this.source.flushed();
      await this.work.save(this.place, built);
    } catch (error) {
      // What cannot be saved is still searched; it is tried again when something has changed.
      this.events.onFailure(error);
    }
    const endedAt = performance.now();
    this.mayNextSaveAt = endedAt + Math.max(SAVE_REST_MS, SAVE_REST_SHARE * (endedAt - startedAt));
  }
}

const buildSize = (pending: number): number =>
  Math.max(PRODUCTS_PER_BUILD_MIN, Math.min(PRODUCTS_PER_BUILD_MAX, Math.ceil(pending * BUILD_SHARE)));

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
