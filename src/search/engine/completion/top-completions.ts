// The items of several completions, best first, each once. The best entry of a range comes first; the rest of the range is two ranges,
// each with a best entry of its own. So the work grows with the items taken, not with those that match.

import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM } from '../budget/work-costs.ts';
import { bestEntry, type Completions, type EntryRange, weightOf } from './completions.ts';

export interface CompletionSource {
  readonly completions: Completions;
  readonly ranges: readonly EntryRange[];
}

interface Head<S extends CompletionSource> extends EntryRange {
  readonly source: S;
  readonly best: number;
  readonly item: number;
}

export interface Completed<S extends CompletionSource> {
  readonly source: S;
  readonly item: number;
}

/** `compareIds` decides between items of different sources that are otherwise equal. */
export class TopCompletions<S extends CompletionSource> {
  private readonly heap: Head<S>[] = [];
  private readonly compareIds: (a: Completed<S>, b: Completed<S>) => number;
  /** The items taken so far, by source; only of sources that have any. */
  private readonly taken = new Map<S, Set<number>>();

  constructor(sources: readonly S[], compareIds: (a: Completed<S>, b: Completed<S>) => number) {
    this.compareIds = compareIds;
    for (const source of sources) for (const { from, to } of source.ranges) this.push(source, from, to);
  }

  get hasMore(): boolean {
    return this.heap.length > 0;
  }

  /** Undefined at the end. */
  next(): Completed<S> | undefined {
    for (;;) {
      const head = this.pop();
      if (head === undefined) return undefined;
      const { source, item, best, from, to } = head;
      this.push(source, from, best);
      this.push(source, best + 1, to);
      const taken = this.taken.get(source);
      if (taken === undefined) this.taken.set(source, new Set([item]));
      else if (taken.has(item)) continue;
      else taken.add(item);
      return { source, item };
    }
  }

  private push(source: S, from: number, to: number): void {
    if (from >= to) return;
    spend(HEAP_ITEM);
    const { completions } = source;
    const best = bestEntry(completions, { from, to });
    const head = { source, from, to, best, item: completions.entryItem[best] as number };
    const { heap } = this;
    let at = heap.push(head) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (this.compare(heap[above] as Head<S>, head) <= 0) break;
      heap[at] = heap[above] as Head<S>;
      at = above;
    }
    heap[at] = head;
  }

  private pop(): Head<S> | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const other = heap[below + 1];
      if (other !== undefined && this.compare(other, heap[below] as Head<S>) < 0) below += 1;
      if (this.compare(last, heap[below] as Head<S>) <= 0) break;
      heap[at] = heap[below] as Head<S>;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  private compare(a: Head<S>, b: Head<S>): number {
    const own = a.source.completions;
    const other = b.source.completions;
    if (own === other) return (own.order[a.item] as number) - (own.order[b.item] as number);
    const weightA = weightOf(own, a.item);
    const weightB = weightOf(other, b.item);
    if (weightA !== weightB) return weightA > weightB ? -1 : 1;
    const length = (own.lengths[a.item] as number) - (other.lengths[b.item] as number);
    return length === 0 ? this.compareIds(a, b) : length;
  }
}
