// Compares what segments hold with segments that were just built of the same documents.

import type { ContentSegment } from '../../search/engine/content/content-segment.ts';
import { isLive } from '../../search/engine/content/content-segment.ts';
import { indexedItem } from '../../search/engine/content/indexed-item.ts';
import { hasBit, setBit, wordsFor } from '../../search/engine/packing/bitset.ts';
import {
  countStrings,
  findString,
  type PackedStrings,
  stringAt,
} from '../../search/engine/packing/packed-strings.ts';
import { excessPostings, indexedProduct } from '../../search/engine/products/indexed-product.ts';
import type { ProductSegment } from '../../search/engine/products/product-segment.ts';
import { hasExactPostings } from '../../search/engine/text/indexed-words.ts';

/** How to look into one kind of segment. */
export interface Inspected<S> {
  readonly isLive: (segment: S, item: number) => boolean;
  /** What is indexed of an item, by part. */
  readonly partsOf: (segment: S, item: number) => ReadonlyMap<string, string>;
  /** The parts by which more items are found than have them. */
  readonly excessOf: (segment: S) => string[];
}

export const inspectedProducts: Inspected<ProductSegment> = {
  isLive: ({ alive }, item) => hasBit(alive, item),
  partsOf: indexedProduct,
  excessOf: excessPostings,
};

export const inspectedContent: Inspected<ContentSegment> = {
  isLive,
  partsOf: indexedItem,
  excessOf: ({ texts }) =>
    texts.flatMap(({ index }) => (hasExactPostings(index) ? [] : [`words in ${index.locale}`])),
};

export class SegmentsComparison<S extends { readonly keys: PackedStrings }> {
  private readonly kind: Inspected<S>;
  private readonly segments: readonly S[];
  /** The items of each segment that were compared. */
  private readonly seen: readonly Uint32Array[];

  constructor(kind: Inspected<S>, segments: readonly S[]) {
    this.kind = kind;
    this.segments = segments;
    this.seen = segments.map(({ keys }) => new Uint32Array(wordsFor(countStrings(keys))));
  }

  /** What is wrong with a document; undefined: nothing. `fresh`: a segment that may have it, built from the store. */
  compare(key: string, fresh: S | undefined): string | undefined {
    const found = this.find(key);
    const ordinal = fresh === undefined ? -1 : findString(fresh.keys, key);
    const [first, second] = found;
    if (fresh === undefined || ordinal === -1)
      return first === undefined ? undefined : 'indexed, but not in the store';
    if (first === undefined) return 'not indexed';
    if (second !== undefined) return `indexed ${found.length} times`;
    const wanted = this.kind.partsOf(fresh, ordinal);
    const indexed = this.kind.partsOf(first.segment, first.item);
    const wrong = [...new Set([...wanted.keys(), ...indexed.keys()])].filter(
      (part) => wanted.get(part) !== indexed.get(part),
    );
    return wrong.length === 0 ? undefined : `indexed differently: ${wrong.join(', ')}`;
  }

  /** The keys that were not compared yet. */
  *unseen(): Generator<string> {
    for (const [at, segment] of this.segments.entries()) {
      const seen = this.seen[at] as Uint32Array;
      for (let item = 0; item < countStrings(segment.keys); item += 1)
        if (!hasBit(seen, item) && this.kind.isLive(segment, item)) yield stringAt(segment.keys, item);
    }
  }

  excess(): string[] {
    return [...new Set(this.segments.flatMap(this.kind.excessOf))];
  }

  private find(key: string): { readonly segment: S; readonly item: number }[] {
    return this.segments.flatMap((segment, at) => {
      const { keys } = segment;
      let item = findString(keys, key);
      if (item === -1) return [];
      // A segment has each key once, unless it is wrong.
      while (item > 0 && stringAt(keys, item - 1) === key) item -= 1;
      const found: { segment: S; item: number }[] = [];
      for (; item < countStrings(keys) && stringAt(keys, item) === key; item += 1) {
        if (!this.kind.isLive(segment, item)) continue;
        setBit(this.seen[at] as Uint32Array, item);
        found.push({ segment, item });
      }
      return found;
    });
  }
}
