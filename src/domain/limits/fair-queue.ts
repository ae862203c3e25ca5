// A queue in which owners take turns: however much one of them has waiting, the next of every other comes before its next but one.

export class FairQueue<T> {
  /** Of each owner in the order in which it came; owners in the order of their turns. */
  private readonly byOwner = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.byOwner.size === 0;
  }

  has(owner: string): boolean {
    return this.byOwner.has(owner);
  }

  add(owner: string, item: T): void {
    const own = this.byOwner.get(owner);
    if (own === undefined) this.byOwner.set(owner, [item]);
    else own.push(item);
  }

  /** The next of the first owner that may go; that owner then stands behind all others. */
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

  /** Everything that waits; nothing does any more. */
  clear(): T[] {
    const all = [...this.byOwner.values()].flat();
    this.byOwner.clear();
    return all;
  }
}
