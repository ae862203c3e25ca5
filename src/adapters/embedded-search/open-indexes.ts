// The indexes that are in memory, or on their way there, with when each was last asked for. Together they stay within a budget: what was
// asked for least recently makes room, and what nobody has asked for yet goes first.

import type { CatalogEntry } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import { type CatalogPlace, placeKey } from './catalog-place.ts';

/** What is opened ahead leaves room for what is asked for. */
const AHEAD_SHARE = 0.8;

export interface OpenIndexesOptions {
  readonly memoryBudgetBytes: number;
  readonly open: (place: CatalogPlace) => CatalogEntry;
  /** Told of an index that has to go. */
  readonly onEvicted: (entry: CatalogEntry) => void;
}

export class OpenIndexes {
  private readonly options: OpenIndexesOptions;
  private readonly entries = new Map<string, CatalogEntry>();
  /** By a counter; what nobody has asked for is not in it. */
  private readonly used = new Map<string, number>();
  private uses = 0;

  constructor(options: OpenIndexesOptions) {
    this.options = options;
  }

  get all(): CatalogEntry[] {
    return [...this.entries.values()];
  }

  get bytes(): number {
    return this.all.reduce((total, { bytes }) => total + bytes, 0);
  }

  /** Whether another one can be opened ahead. */
  get hasRoom(): boolean {
    return this.bytes < this.options.memoryBudgetBytes * AHEAD_SHARE;
  }

  has(place: CatalogPlace): boolean {
    return this.entries.has(placeKey(place));
  }

  /** The index for somebody who asks. */
  use(place: CatalogPlace): CatalogEntry {
    this.uses += 1;
    this.used.set(placeKey(place), this.uses);
    return this.find(place);
  }

  find(place: CatalogPlace): CatalogEntry {
    const key = placeKey(place);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const entry = this.options.open(place);
    this.entries.set(key, entry);
    return entry;
  }

  /** The keys of what was asked for, the last first. */
  listUses(): string[] {
    return this.byUse()
      .flatMap(([key]) => (this.used.has(key) ? [key] : []))
      .reverse();
  }

  /** Brings an index up in the way of the caller; it may have grown, or may not be visible any more. */
  async bringUp(
    place: CatalogPlace,
    entry: CatalogEntry,
    bring: () => Promise<Collection | undefined>,
  ): Promise<Collection | undefined> {
    const before = entry.bytes;
    const collection = await bring();
    if (collection === undefined) this.forget(placeKey(place));
    else if (entry.bytes !== before) this.keepWithinBudget(entry);
    return collection;
  }

  clear(): void {
    this.entries.clear();
    this.used.clear();
  }

  /** The entry in use stays, however large it is. */
  private keepWithinBudget(inUse: CatalogEntry): void {
    let { bytes } = this;
    if (bytes <= this.options.memoryBudgetBytes) return;
    for (const [key, entry] of this.byUse()) {
      if (bytes <= this.options.memoryBudgetBytes) return;
      if (entry === inUse || entry.bytes === 0) continue;
      bytes -= entry.bytes;
      this.forget(key);
      this.options.onEvicted(entry);
    }
  }

  private forget(key: string): void {
    this.entries.delete(key);
    this.used.delete(key);
  }

  /** The least recently used comes first. */
  private byUse(): [string, CatalogEntry][] {
    const useOf = (key: string): number => this.used.get(key) ?? 0;
    return [...this.entries].sort(([a], [b]) => useOf(a) - useOf(b));
  }
}
