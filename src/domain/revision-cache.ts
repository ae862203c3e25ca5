// A bounded cache in which every entry belongs to one revision of a workspace. A commit in a workspace invalidates only the
// entries of that workspace, and at once. No workspace can evict the entries of all others: when the cache is full, a workspace
// with more than its share loses entries first.

import { type WorkspaceScope, workspaceKey } from './access/scope.ts';
import type { ChangeSignal } from './ports.ts';

export interface RevisionCacheLimits {
  readonly entriesMax: number;
  /** Total size of all entries, in the unit of their `size`. */
  readonly sizeMax?: number;
}

/** Tells the present revision of a workspace. */
export type RevisionSignal = Pick<ChangeSignal, 'revision'>;

interface Entry<T, K> {
  readonly value: T;
  readonly workspace: WorkspaceScope;
  readonly signal: RevisionSignal;
  readonly owner: Owner<K>;
  readonly revision: number;
  readonly size: number;
}

/** The entries of one workspace, oldest first. Entries of older revisions count until they are looked up or evicted. */
interface Owner<K> {
  readonly key: string;
  readonly keys: Set<K>;
  size: number;
}

export class RevisionCache<T, K extends string | number = string> {
  private readonly signal: RevisionSignal;
  private readonly entriesMax: number;
  private readonly sizeMax: number;
  private readonly entries = new Map<K, Entry<T, K>>();
  private readonly owners = new Map<string, Owner<K>>();
  private size = 0;

  constructor(
    signal: RevisionSignal,
    { entriesMax, sizeMax = Number.POSITIVE_INFINITY }: RevisionCacheLimits,
  ) {
    this.signal = signal;
    this.entriesMax = entriesMax;
    this.sizeMax = sizeMax;
  }

  /** Call it before reading anything that the cached value is made from. */
  revision(workspace: WorkspaceScope): number {
    return this.signal.revision(workspace);
  }

  get(key: K): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.revision === entry.signal.revision(entry.workspace)) return entry.value;
    this.remove(key, entry);
    return undefined;
  }

  /**
   * Does nothing if the workspace has changed since `revision`, or if the entry is larger than a share. `signal`: whose revision it is,
   * if not that of the whole cache.
   */
  set(
    key: K,
    workspace: WorkspaceScope,
    revision: number,
    value: T,
    size = 1,
    signal: RevisionSignal = this.signal,
  ): void {
    if (signal.revision(workspace) !== revision) return;
    const before = this.entries.get(key);
    if (before !== undefined) this.remove(key, before);
    if (size > this.sizeMax) return;
    const owner = this.ownerOf(workspace);
    while (this.entries.size >= this.entriesMax || this.size + size > this.sizeMax) this.makeRoom(owner);
    this.owners.set(owner.key, owner);
    this.entries.set(key, { value, workspace, signal, owner, revision, size });
    owner.keys.add(key);
    owner.size += size;
    this.size += size;
  }

  /** Whether an entry of this size fits without an eviction. */
  hasRoom(size: number): boolean {
    return this.entries.size < this.entriesMax && this.size + size <= this.sizeMax;
  }

  delete(key: K): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) this.remove(key, entry);
  }

  private ownerOf(workspace: WorkspaceScope): Owner<K> {
    const key = workspaceKey(workspace);
    return this.owners.get(key) ?? { key, keys: new Set(), size: 0 };
  }

  /** Evicts an entry of the workspace itself if it has used up its share, otherwise the oldest entry of all. */
  private makeRoom(owner: Owner<K>): void {
    const workspaces = this.owners.size + Number(!this.owners.has(owner.key));
    const hasShare =
      owner.keys.size * workspaces >= this.entriesMax || owner.size * workspaces >= this.sizeMax;
    const [oldest] = hasShare ? owner.keys : this.entries.keys();
    this.delete(oldest as K);
  }

  private remove(key: K, { owner, size }: Entry<T, K>): void {
    this.entries.delete(key);
    owner.keys.delete(key);
    owner.size -= size;
    this.size -= size;
    if (owner.keys.size === 0) this.owners.delete(owner.key);
  }
}
