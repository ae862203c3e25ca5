// What a hit shows, kept beside the index as ready bytes: a page of hits is joined, not read from the store and built again.

export interface StoredJson {
  /** JSON in UTF-8, one item after the other. */
  readonly bytes: Uint8Array;
  /** Where each item begins, and at last where all end; an item without any takes no bytes. */
  readonly start: Uint32Array;
}

/** `place` says where each item goes; every item has one value at most. */
export const packJson = (
  items: number,
  values: readonly { readonly item: number; readonly shown: unknown }[],
  place: Uint32Array,
): StoredJson => {
  const encoder = new TextEncoder();
  const encoded: (Uint8Array | undefined)[] = new Array(items);
  for (const { item, shown } of values)
    encoded[place[item] as number] = encoder.encode(JSON.stringify(shown));
  return join(items, (item) => encoded[item]);
};

/** The JSON of an item, one character for each of its bytes: it goes out as it is. */
export const jsonAt = ({ bytes, start }: StoredJson, item: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start[item] as number, start[item + 1] as number);

export interface StoredSource {
  readonly stored: StoredJson;
  /** Where each item goes. */
  readonly place: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeJson = (sources: readonly StoredSource[], items: number): StoredJson => {
  const kept: (Uint8Array | undefined)[] = new Array(items);
  for (const { stored, place, isKept } of sources) {
    for (let item = 0; item < place.length; item += 1) {
      if (!isKept(item)) continue;
      const from = stored.start[item] as number;
      kept[place[item] as number] = stored.bytes.subarray(from, stored.start[item + 1]);
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
