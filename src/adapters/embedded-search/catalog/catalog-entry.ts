// The life cycle of one index: opened on first use, kept up to date, merged and saved in the background. Callers
// queue only while it is being refreshed; an up-to-date index is searched at once. Content searches do not wait for products:
// changed ones stay pending until the next product search, or until `keepUp` a moment later.

import { ownTurn } from '../../../runtime/own-turns.ts';
import type { IndexId } from '../index-id.ts';
import type { CatalogSource } from '../segments/built-catalog.ts';
import type { IndexWork } from '../work/index-work.ts';
import type { Collection } from './collection.ts';
import { applyProducts, type Followed, followFeed, INLINE_PRODUCTS_MAX } from './follow-feed.ts';
import { openCatalog } from './open-catalog.ts';

/**
 * A thread builds this share of the pending products at once: large steps for a large backlog, and the first step is
 * soon done.
 */
const BUILD_SHARE = 1 / 8;
const PRODUCTS_PER_BUILD_MIN = 256;
const PRODUCTS_PER_BUILD_MAX = 4_096;

export interface EntryEvents {
  readonly onFailure: (error: unknown) => void;
  /** Changes committed earlier are searchable from now on. */
  readonly onIndexed: () => void;
  readonly onOpened: (origin: 'snapshot' | 'store') => void;
  /** A snapshot existed but could not be used. */
  readonly onDiscarded: () => void;
  readonly onMerged: () => void;
  /** This many changed products are waiting to be indexed. */
  readonly onPending: (products: number) => void;
}

const NEVER_SAVED = -1;
/**
 * Pause between two saves: this long, and this many times as long as the save took. After a restart the feed has the
 * rest.
 */
const SAVE_PAUSE_MS = 5_000;
const SAVE_PAUSE_SHARE = 20;

export class CatalogEntry {
  private readonly source: CatalogSource;
  private readonly work: IndexWork;
  private readonly indexId: IndexId;
  private readonly events: EntryEvents;
  private collection: Collection | undefined;
  /** The workspace revision that the collection is up to date with. */
  private revision: number | undefined;
  /** The one that its content is up to date with. Changes of products leave it as it is. */
  private contentRevision: number | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private background: Promise<void> | undefined;
  private isClosing = false;
  private isFollowing = false;
  /** A request was served from an older state. */
  private servedStale = false;
  /** Pending products are for a thread to build. */
  private hasBacklog = false;
  /** Pending products are left to whoever searches products next, or to `keepUp`. */
  private leavesProducts = false;
  /** Whose products a thread is building. */
  private building: Collection | undefined;
  private savedPosition = NEVER_SAVED;
  private nextSaveAt = 0;
  private saveTimer: NodeJS.Timeout | undefined;

  constructor(source: CatalogSource, work: IndexWork, indexId: IndexId, events: EntryEvents) {
    this.source = source;
    this.work = work;
    this.indexId = indexId;
    this.events = events;
  }

  /** Whether it can be searched. */
  get isOpen(): boolean {
    return this.collection !== undefined;
  }

  get bytes(): number {
    return this.collection?.bytes ?? 0;
  }

  /** How many feed positions have been read but not fully applied, unless that is left to the next search. */
  get feedLag(): number {
    const { collection, leavesProducts } = this;
    return collection === undefined || leavesProducts ? 0 : collection.position - collection.appliedPosition;
  }

  /** The collection in its current state, up to date or not. */
  get latest(): Collection | undefined {
    return this.collection;
  }

  /** The collection, if it is already up to date with the workspace's newest commit. */
  get ready(): Collection | undefined {
    return this.revision === this.source.revision(this.indexId.scope) ? this.collection : undefined;
  }

  /** The collection, if its content is up to date. Its products need not be. */
  get readyForContent(): Collection | undefined {
    const revision = this.source.nonProductRevision(this.indexId.scope);
    return this.contentRevision === revision ? this.collection : undefined;
  }

  /** The collection as of the workspace's newest commit, or only its content; undefined if the catalog is not visible. */
  async current(isOfContent = false): Promise<Collection | undefined> {
    const ready = isOfContent ? this.readyForContent : this.ready;
    if (ready !== undefined) return ready;
    const turn = this.turn.then(() => this.refresh(isOfContent));
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Opens the index, or keeps it close to a feed that is still growing: so close that the next request applies the
   * rest at once.
   */
  async keepUp(): Promise<Collection | undefined> {
    const { collection } = this;
    if (collection === undefined || this.leavesProducts) return this.current();
    const head = await this.source.headPosition(this.indexId.scope);
    return head - collection.position > INLINE_PRODUCTS_MAX ? this.current() : collection;
  }

  /** The latest collection for callers that cannot wait longer: they are told once it is up to date. */
  possiblyStale(): Collection | undefined {
    this.servedStale = true;
    return this.collection;
  }

  /** Waits for background work and saves what is not saved yet. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.saveTimer);
    // An index that is still being opened has nothing to save.
    if (this.collection === undefined) return;
    this.turn = this.turn.then(() => this.applyLeft()).catch(this.events.onFailure);
    await this.turn;
    await this.background;
    await this.save();
  }

  /** Products that are merely left would keep the index from being saved. */
  private async applyLeft(): Promise<void> {
    const { collection, source, work, indexId } = this;
    if (collection === undefined || collection.isOutdated || !this.leavesProducts) return;
    await applyProducts(source, work, indexId, collection);
    collection.markApplied();
    this.leavesProducts = false;
  }

  private async refresh(isOfContent: boolean): Promise<Collection | undefined> {
    // Read first: a commit made meanwhile makes the next caller check again.
    const revision = this.source.revision(this.indexId.scope);
    const contentRevision = this.source.nonProductRevision(this.indexId.scope);
    const isReady = isOfContent ? this.contentRevision === contentRevision : this.revision === revision;
    if (this.collection !== undefined && isReady) return this.collection;
    if (this.collection === undefined) await this.open(false);
    let followed = this.collection && (await this.follow(this.collection, isOfContent));
    // Or the background has failed meanwhile.
    if (followed === 'rebuild' || (followed !== undefined && this.collection === undefined)) {
      await this.open(followed === 'rebuild');
      followed = this.collection && (await this.follow(this.collection, isOfContent));
    }
    this.hasBacklog ||= followed === 'products-in-thread';
    this.leavesProducts = followed === 'products-left';
    if (this.collection !== undefined) this.startBackground(this.collection);
    if (this.servedStale) this.events.onIndexed();
    this.servedStale = false;
    // A rebuild requested during the build was committed after this call began; the next call handles it.
    this.contentRevision = followed === 'rebuild' ? undefined : contentRevision;
    this.revision = this.leavesProducts || followed === 'rebuild' ? undefined : revision;
    return this.collection;
  }

  private async open(fresh: boolean): Promise<void> {
    const opened = await openCatalog(this.source, this.work, this.indexId, fresh, this.events);
    this.collection = opened?.collection;
    this.hasBacklog = false;
    if (opened !== undefined) this.events.onOpened(opened.origin);
    this.savedPosition = opened?.origin === 'snapshot' ? opened.collection.position : NEVER_SAVED;
  }

  private async follow(collection: Collection, isOfContent: boolean): Promise<Followed> {
    this.isFollowing = true;
    try {
      // While a thread builds products, an older state must not overtake a newer one: all products wait for it.
      return await followFeed(this.source, this.work, this.indexId, collection, {
        isOfContent,
        isBuilding: () => this.building === collection,
      });
    } finally {
      this.isFollowing = false;
    }
  }

  private startBackground(collection: Collection): void {
    if (this.background !== undefined || this.isClosing || collection.isOutdated) return;
    const isSaved = this.savedPosition !== NEVER_SAVED;
    if (isSaved && !this.hasProductsToBuild(collection) && !collection.needsMerge()) return;
    this.background = this.workInBackground(collection)
      .catch((error: unknown) => {
        // The work in progress is lost: the next caller reopens the catalog.
        if (this.collection === collection) this.collection = undefined;
        this.events.onIndexed();
        this.events.onFailure(error);
      })
      .finally(() => this.endBackground());
  }

  /** Continues with changes that came too late for this round. A caller that is following the feed does so itself. */
  private endBackground(): void {
    this.background = undefined;
    this.building = undefined;
    const left = this.isFollowing ? undefined : this.collection;
    if (left !== undefined && (this.hasProductsToBuild(left) || left.needsMerge()))
      this.startBackground(left);
  }

  /** For a thread. */
  private hasProductsToBuild({ pendingProducts }: Collection): boolean {
    return this.hasBacklog && pendingProducts.size > 0;
  }

  private async workInBackground(collection: Collection): Promise<void> {
    while (collection === this.collection && this.hasProductsToBuild(collection)) {
      this.building = collection;
      this.events.onPending(collection.pendingProducts.size);
      const ids = collection.startBuilding(buildSize(collection.pendingProducts.size));
      const stored = await this.work.buildProducts(this.indexId, collection.productSettings, ids);
      collection.putProductSegment(ids, stored);
      collection.endBuilding();
      this.events.onIndexed();
      await this.merge(collection);
      await ownTurn();
    }
    this.building = undefined;
    if (collection === this.collection) this.hasBacklog = false;
    this.events.onPending(collection.pendingProducts.size);
    await this.merge(collection);
    // A caller that is following the feed has read changes that are neither applied nor pending.
    if (!this.isFollowing) collection.markApplied();
    if (collection === this.collection) await this.saveWhenDue();
  }

  /** Saves now, or once the pause is over: a catalog under constant writes is not saved constantly. */
  private async saveWhenDue(): Promise<void> {
    const waitMs = this.nextSaveAt - performance.now();
    if (waitMs <= 0) return this.save();
    if (this.isClosing || this.saveTimer !== undefined) return;
    this.saveTimer = setTimeout(() => {
      this.saveTimer = undefined;
      this.background ??= this.save()
        .catch(this.events.onFailure)
        .finally(() => this.endBackground());
    }, waitMs).unref();
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
    if (collection === undefined || collection.isOutdated) return;
    if (collection.appliedPosition !== collection.position) return;
    if (collection.appliedPosition === this.savedPosition) return;
    await Promise.all([collection.content.encode(), collection.products.encode()]);
    if (collection.appliedPosition !== collection.position) return;
    this.savedPosition = collection.appliedPosition;
    const built = collection.built();
    const startedAt = performance.now();
    try {
      // A snapshot ahead of the disk would look up to date once other changes took those positions.
      await this.source.flushed();
      const fingerprint = await this.source.changeFingerprint(this.indexId.scope, built.position);
      // The store has gone back to an older state, and on from there.
      if (fingerprint !== collection.fingerprint) return;
      await this.work.save(this.indexId, built);
    } catch (error) {
      // An index that cannot be saved is still searchable; the next change retries.
      this.events.onFailure(error);
    }
    const endedAt = performance.now();
    this.nextSaveAt = endedAt + Math.max(SAVE_PAUSE_MS, SAVE_PAUSE_SHARE * (endedAt - startedAt));
  }
}

const buildSize = (pending: number): number =>
  Math.max(PRODUCTS_PER_BUILD_MIN, Math.min(PRODUCTS_PER_BUILD_MAX, Math.ceil(pending * BUILD_SHARE)));
