// The indexes in memory, or being loaded, in order of last use. Together they stay within a memory budget: the least
// recently used is evicted first, starting with those never used.

import type { CatalogEntry } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import { type IndexId, indexKey } from './index-id.ts';

/** Warm-up leaves room for indexes that requests need. */
const WARM_SHARE = 0.8;

interface OpenIndexesOptions {
  readonly memoryBudgetBytes: number;
  readonly open: (indexId: IndexId) => CatalogEntry;
  /** Called with an index that was evicted. */
  readonly onEvicted: (entry: CatalogEntry) => void;
}

export class OpenIndexes {
  private readonly options: OpenIndexesOptions;
  private readonly entries = new Map<string, CatalogEntry>();
  /** A use counter per index; an index never used is not in it. */
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

  /** Whether another one can be warmed up. */
  get hasRoom(): boolean {
    return this.bytes < this.options.memoryBudgetBytes * WARM_SHARE;
  }

  has(indexId: IndexId): boolean {
    return this.entries.has(indexKey(indexId));
  }

  /** The index for a request. */
  use(indexId: IndexId): CatalogEntry {
    this.uses += 1;
    this.used.set(indexKey(indexId), this.uses);
    return this.find(indexId);
  }

  /** The index, if it is open or being opened. */
  peek(indexId: IndexId): CatalogEntry | undefined {
    return this.entries.get(indexKey(indexId));
  }

  find(indexId: IndexId): CatalogEntry {
    const known = this.peek(indexId);
    if (known !== undefined) return known;
    const entry = this.options.open(indexId);
    this.entries.set(indexKey(indexId), entry);
    return entry;
  }

  /** The keys of used indexes, most recent first. */
  listUses(): string[] {
    return this.byUse()
      .flatMap(([key]) => (this.used.has(key) ? [key] : []))
      .reverse();
  }

  /** Refreshes an index by the caller's function; afterwards it may be larger, or no longer visible. */
  async refresh(
    indexId: IndexId,
    entry: CatalogEntry,
    bring: () => Promise<Collection | undefined>,
  ): Promise<Collection | undefined> {
    const before = entry.bytes;
    const collection = await bring();
    if (collection === undefined) this.forget(indexKey(indexId));
    else if (entry.bytes !== before) this.keepWithinBudget(entry);
    return collection;
  }

  clear(): void {
    this.entries.clear();
    this.used.clear();
  }

  /** The entry in use is never evicted, however large it is. */
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

  /** Least recently used first. */
  private byUse(): [string, CatalogEntry][] {
    const useOf = (key: string): number => this.used.get(key) ?? 0;
    return [...this.entries].sort(([a], [b]) => useOf(a) - useOf(b));
  }
}
