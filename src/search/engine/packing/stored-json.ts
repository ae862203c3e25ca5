// The stored fields of hits, kept beside the index as ready JSON bytes: a page of hits is joined from them, not read
// from the store.

export interface StoredJson {
  /** JSON in UTF-8, concatenated. */
  readonly bytes: Uint8Array;
  /** Offset of each item, and the end of the last one; an item without JSON takes no bytes. */
  readonly start: Uint32Array;
}

const encoder = new TextEncoder();

/** Collects the JSON of items, each item once at most, without keeping the values themselves. */
export class StoredJsonBuilder {
  private readonly added: { readonly item: number; readonly json: Uint8Array }[] = [];

  add(item: number, shown: unknown): void {
    this.added.push({ item, json: encoder.encode(JSON.stringify(shown)) });
  }

  /** `itemMap` gives the final ordinal of each item. */
  finish(items: number, itemMap: Uint32Array): StoredJson {
    const encoded: (Uint8Array | undefined)[] = new Array(items);
    for (const { item, json } of this.added) encoded[itemMap[item] as number] = json;
    return joinJson(items, (item) => encoded[item]);
  }
}

/** The JSON of an item, one character per byte: the response writes it as it is. */
export const jsonAt = ({ bytes, start }: StoredJson, item: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start[item] as number, start[item + 1] as number);

/** The properties of an item's JSON object, without its braces; empty if the item has none. */
export const propertiesAt = ({ bytes, start }: StoredJson, item: number): string => {
  const from = start[item] as number;
  const to = start[item + 1] as number;
  return from === to ? '' : Buffer.prototype.latin1Slice.call(bytes, from + 1, to - 1);
};

interface StoredSource {
  readonly stored: StoredJson;
  /** The new ordinal of each item. */
  readonly itemMap: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeJson = (sources: readonly StoredSource[], items: number): StoredJson => {
  const kept: (Uint8Array | undefined)[] = new Array(items);
  for (const { stored, itemMap, isKept } of sources) {
    for (let item = 0; item < itemMap.length; item += 1) {
      if (!isKept(item)) continue;
      const from = stored.start[item] as number;
      kept[itemMap[item] as number] = stored.bytes.subarray(from, stored.start[item + 1]);
    }
  }
  return joinJson(items, (item) => kept[item]);
};

export const joinJson = (items: number, bytesOf: (item: number) => Uint8Array | undefined): StoredJson => {
  const start = new Uint32Array(items + 1);
  for (let item = 0; item < items; item += 1)
    start[item + 1] = (start[item] as number) + (bytesOf(item)?.length ?? 0);
  const bytes = new Uint8Array(start[items] as number);
  for (let item = 0; item < items; item += 1) {
    const own = bytesOf(item);
    if (own !== undefined) bytes.set(own, start[item]);
  }
  return { bytes, start };
};
