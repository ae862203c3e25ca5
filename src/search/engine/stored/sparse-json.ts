// The JSON of some products of a segment. A product without it takes no memory.

import { findSorted } from '../columns/column.ts';
import { GrowableBytes, GrowableUint32 } from '../packing/growable.ts';
import { joinJson, jsonAt, type StoredJson } from '../packing/stored-json.ts';

export interface SparseJson {
  /** The items that have JSON, ascending, one row each; empty if row k is item k. */
  readonly items: Uint32Array;
  readonly rows: StoredJson;
}

interface Row {
  readonly item: number;
  readonly json: Uint8Array;
}

const encoder = new TextEncoder();

/** Collects the JSON of items, each item once at most, in any order. */
export class SparseJsonBuilder {
  private readonly items = new GrowableUint32(4);
  private readonly ends = new GrowableUint32(4);
  private readonly bytes = new GrowableBytes(64);

  add(item: number, json: string): void {
    this.bytes.pushAll(encoder.encode(json));
    this.items.push(item);
    this.ends.push(this.bytes.length);
  }

  /** `itemMap` gives the final ordinal of each item. */
  finish(items: number, itemMap: Uint32Array): SparseJson {
    const bytes = this.bytes.view();
    const ends = this.ends.view();
    const rows = Array.from(
      this.items.view(),
      (item, row): Row => ({
        item: itemMap[item] as number,
        json: bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row]),
      }),
    );
    return pack(rows, items);
  }
}

/** One character per byte; empty if the item has none. */
export const sparseAt = ({ items, rows }: SparseJson, item: number): string => {
  const row = items.length === 0 ? item : findSorted(items, item);
  return row === -1 || row >= countRows(rows) ? '' : jsonAt(rows, row);
};

interface SparseSource {
  readonly sparse: SparseJson;
  /** The new ordinal of each item. */
  readonly itemMap: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeSparse = (sources: readonly SparseSource[], items: number): SparseJson => {
  const kept: Row[] = [];
  for (const { sparse, itemMap, isKept } of sources) {
    const { bytes, start } = sparse.rows;
    for (let row = 0; row < countRows(sparse.rows); row += 1) {
      const item = sparse.items[row] ?? row;
      if (isKept(item))
        kept.push({ item: itemMap[item] as number, json: bytes.subarray(start[row], start[row + 1]) });
    }
  }
  return pack(kept, items);
};

const countRows = ({ start }: StoredJson): number => start.length - 1;

const pack = (rows: Row[], items: number): SparseJson => {
  rows.sort((a, b) => a.item - b.item);
  return {
    items: rows.length === items ? new Uint32Array(0) : Uint32Array.from(rows, ({ item }) => item),
    rows: joinJson(rows.length, (row) => rows[row]?.json),
  };
};
