// The stored fields of hits, kept beside the index as ready JSON bytes: a page of hits is joined from them, not read
// from the store.

export interface StoredJson {
  /** JSON in UTF-8, concatenated. */
  readonly bytes: Uint8Array;
  /** Offset of each item, and the end of the last one; an item without JSON takes no bytes. */
  readonly start: Uint32Array;
}

/** `itemMap` gives the final ordinal of each item; each item has at most one value. */
export const packJson = (
  items: number,
  values: readonly { readonly item: number; readonly shown: unknown }[],
  itemMap: Uint32Array,
): StoredJson => {
  const encoder = new TextEncoder();
  const encoded: (Uint8Array | undefined)[] = new Array(items);
  for (const { item, shown } of values)
    encoded[itemMap[item] as number] = encoder.encode(JSON.stringify(shown));
  return join(items, (item) => encoded[item]);
};

/** The JSON of an item, one character per byte: the response writes it as it is. */
export const jsonAt = ({ bytes, start }: StoredJson, item: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start[item] as number, start[item + 1] as number);

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
  return join(items, (item) => kept[item]);
};

const join = (items: number, bytesOf: (item: number) => Uint8Array | undefined): StoredJson => {
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
