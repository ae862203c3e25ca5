// A queue in which owners take turns, round robin, however many entries one owner has waiting.

export class FairQueue<T> {
  /** The entries of each owner in arrival order; owners in the order of their turns. */
  private readonly byOwner = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.byOwner.size === 0;
  }

  has(owner: string): boolean {
    return this.byOwner.has(owner);
  }

  countOf(owner: string): number {
    return this.byOwner.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const own = this.byOwner.get(owner);
    if (own === undefined) this.byOwner.set(owner, [item]);
    else own.push(item);
  }

  /** Before all other entries of the owner. */
  addFirst(owner: string, item: T): void {
    const own = this.byOwner.get(owner);
    if (own === undefined) this.byOwner.set(owner, [item]);
    else own.unshift(item);
  }

  /** Whether an entry of some owner that may go is waiting. */
  canTake(mayGo: (owner: string) => boolean): boolean {
    for (const owner of this.byOwner.keys()) if (mayGo(owner)) return true;
    return false;
  }

  /** Takes the next entry of the first owner that may go. That owner then moves behind all others. */
  take(
    mayGo: (owner: string) => boolean = () => true,
  ): { readonly owner: string; readonly item: T } | undefined {
    for (const [owner, own] of this.byOwner) {
      if (!mayGo(owner)) continue;
      const item = own.shift() as T;
      this.byOwner.delete(owner);
      if (own.length > 0) this.byOwner.set(owner, own);
      return { owner, item };
    }
    return undefined;
  }

  /** Does nothing when the item is not in the queue. */
  remove(owner: string, item: T): void {
    const left = this.byOwner.get(owner)?.filter((one) => one !== item);
    if (left?.length === 0) this.byOwner.delete(owner);
    else if (left !== undefined) this.byOwner.set(owner, left);
  }

  /** Empties the queue and returns what was in it. */
  clear(): T[] {
    const all = [...this.byOwner.values()].flat();
    this.byOwner.clear();
    return all;
  }
}
