// The one cache of the service: bounded, and every entry belongs to a workspace and to one revision of it. A commit of a workspace
// makes that workspace's entries unusable at once, and nobody else's. No workspace can push out the entries of the others:
// once the cache is full, whoever holds more than its share makes room first.

import { type WorkspaceScope, workspaceKey } from './access/scope.ts';
import type { ChangeSignal } from './ports.ts';

export interface RevisionCacheLimits {
  readonly entriesMax: number;
  /** Of all entries together, in whatever unit their `size` is given. */
  readonly sizeMax?: number;
}

interface Entry<T> {
  readonly value: T;
  readonly workspace: WorkspaceScope;
  readonly owner: Owner;
  readonly revision: number;
  readonly size: number;
}

/** What one workspace holds, the oldest first; entries of older revisions are still counted until they are met or make room. */
interface Owner {
  readonly key: string;
  readonly keys: Set<string>;
  size: number;
}

export class RevisionCache<T> {
  private readonly signal: Pick<ChangeSignal, 'revision'>;
  private readonly entriesMax: number;
  private readonly sizeMax: number;
  private readonly entries = new Map<string, Entry<T>>();
  private readonly owners = new Map<string, Owner>();
  private size = 0;

  constructor(
    signal: Pick<ChangeSignal, 'revision'>,
    { entriesMax, sizeMax = Number.POSITIVE_INFINITY }: RevisionCacheLimits,
  ) {
    this.signal = signal;
    this.entriesMax = entriesMax;
    this.sizeMax = sizeMax;
  }

  /** To be asked before anything is read of which a value is made. */
  revision(workspace: WorkspaceScope): number {
    return this.signal.revision(workspace);
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.revision === this.signal.revision(entry.workspace)) return entry.value;
    this.remove(key, entry);
    return undefined;
  }

  /** Left out when the workspace has changed since `revision`, and when it alone is larger than its share may be. */
  set(key: string, workspace: WorkspaceScope, revision: number, value: T, size = 1): void {
    if (this.signal.revision(workspace) !== revision) return;
    const before = this.entries.get(key);
    if (before !== undefined) this.remove(key, before);
    if (size > this.sizeMax) return;
    const owner = this.ownerOf(workspace);
    while (this.entries.size >= this.entriesMax || this.size + size > this.sizeMax) this.makeRoom(owner);
    this.owners.set(owner.key, owner);
    this.entries.set(key, { value, workspace, owner, revision, size });
    owner.keys.add(key);
    owner.size += size;
    this.size += size;
  }

  /** Whether an entry of that size fits without another one making room for it. */
  hasRoom(size: number): boolean {
    return this.entries.size < this.entriesMax && this.size + size <= this.sizeMax;
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) this.remove(key, entry);
  }

  private ownerOf(workspace: WorkspaceScope): Owner {
    const key = workspaceKey(workspace);
    return this.owners.get(key) ?? { key, keys: new Set(), size: 0 };
  }

  /** Of the workspace itself when it has its share of entries or size already, else of whoever has the oldest entry. */
  private makeRoom(owner: Owner): void {
    const workspaces = this.owners.size + Number(!this.owners.has(owner.key));
    const hasShare =
      owner.keys.size * workspaces >= this.entriesMax || owner.size * workspaces >= this.sizeMax;
    const [oldest] = hasShare ? owner.keys : this.entries.keys();
    this.delete(oldest as string);
  }

  private remove(key: string, { owner, size }: Entry<T>): void {
    this.entries.delete(key);
    owner.keys.delete(key);
    owner.size -= size;
    this.size -= size;
    if (owner.keys.size === 0) this.owners.delete(owner.key);
  }
}
