// The catalogs in memory, the least recently used first, within a budget: what was used least recently is let go of.

import { type Scope, scopeKey } from '../../domain/scope.ts';
import type { CatalogEntry } from './catalog-entry.ts';

export class CatalogEntries {
  private readonly entries = new Map<string, CatalogEntry>();
  private readonly make: (scope: Scope, catalogId: string) => CatalogEntry;
  private latest: CatalogEntry | undefined;

  /** `make` is asked for a catalog that is not in memory. */
  constructor(make: (scope: Scope, catalogId: string) => CatalogEntry) {
    this.make = make;
  }

  get size(): number {
    return this.entries.size;
  }

  get bytes(): number {
    return this.all().reduce((total, { bytes }) => total + bytes, 0);
  }

  all(): CatalogEntry[] {
    return [...this.entries.values()];
  }

  /** From now on the most recently used one. */
  use(scope: Scope, catalogId: string): CatalogEntry {
    const key = keyOf(scope, catalogId);
    const known = this.entries.get(key);
    if (known !== undefined && known === this.latest) return known;
    const entry = known ?? this.make(scope, catalogId);
    this.entries.delete(key);
    this.entries.set(key, entry);
    this.latest = entry;
    return entry;
  }

  remove(scope: Scope, catalogId: string): void {
    this.entries.delete(keyOf(scope, catalogId));
  }

  clear(): void {
    this.entries.clear();
  }

  /** Takes out what does not fit. The entry in use stays, however large it is. */
  takeSurplus(budgetBytes: number, inUse: CatalogEntry): CatalogEntry[] {
    const surplus: CatalogEntry[] = [];
    let { bytes } = this;
    for (const [key, entry] of this.entries) {
      if (bytes <= budgetBytes) break;
      if (entry === inUse || entry.bytes === 0) continue;
      bytes -= entry.bytes;
      this.entries.delete(key);
      surplus.push(entry);
    }
    return surplus;
  }
}

const keyOf = (scope: Scope, catalogId: string): string => `${scopeKey(scope)} ${catalogId}`;
