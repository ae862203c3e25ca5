// A column of strings for sorting, as Lucene's SortedDocValues: each item has the rank of its value, or none.

import { comparePacked, countStrings, type PackedStrings, packStrings, stringAt } from './packed-strings.ts';

export interface RankedStrings {
  /** Sorted, no duplicates. */
  readonly values: PackedStrings;
  readonly rank: Uint32Array;
}

export const NO_RANK = 0xffff_ffff;

export const rankStrings = (column: readonly (string | null | undefined)[]): RankedStrings => {
  const distinct = [...new Set(column.filter((value) => typeof value === 'string'))].sort();
  const ranks = new Map(distinct.map((value, index) => [value, index]));
  const rank = Uint32Array.from(column, (value) =>
    typeof value === 'string' ? (ranks.get(value) as number) : NO_RANK,
  );
  return { values: packStrings(distinct), rank };
};

export const rankedValue = (column: RankedStrings, item: number): string | null => {
  const rank = column.rank[item] as number;
  return rank === NO_RANK ? null : stringAt(column.values, rank);
};

interface MergedDictionary {
  readonly strings: PackedStrings;
  /** By source, the new index of each of its strings; NO_RANK if it was dropped. */
  readonly moved: readonly Uint32Array[];
}

/** Merges sorted dictionaries, dropping the strings that no source keeps. */
export const mergeDictionaries = (
  sources: readonly { readonly strings: PackedStrings; readonly keeps: (index: number) => boolean }[],
): MergedDictionary => {
  const at = sources.map(() => 0);
  const moved = sources.map(({ strings }) => new Uint32Array(countStrings(strings)).fill(NO_RANK));
  const merged: string[] = [];
  for (;;) {
    const smallest = smallestHead(sources, at);
    if (smallest === -1) break;
    const { strings } = sources[smallest] as (typeof sources)[number];
    const head = at[smallest] as number;
    let isKept = false;
    sources.forEach((source, index) => {
      const own = at[index] as number;
      if (own < countStrings(source.strings) && comparePacked(source.strings, own, strings, head) === 0) {
        if (source.keeps(own)) {
          isKept = true;
          (moved[index] as Uint32Array)[own] = merged.length;
        }
        if (index !== smallest) at[index] = own + 1;
      }
    });
    if (isKept) merged.push(stringAt(strings, head));
    at[smallest] = head + 1;
  }
  return { strings: packStrings(merged), moved };
};

const smallestHead = (
  sources: readonly { readonly strings: PackedStrings }[],
  at: readonly number[],
): number => {
  let smallest = -1;
  sources.forEach(({ strings }, index) => {
    if ((at[index] as number) >= countStrings(strings)) return;
    const best = sources[smallest];
    if (
      best === undefined ||
      comparePacked(strings, at[index] as number, best.strings, at[smallest] as number) < 0
    ) {
      smallest = index;
    }
  });
  return smallest;
};
