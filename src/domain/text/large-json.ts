// Long JSON in memory of its own, which moves between threads and to the socket without being copied.

export interface LargeJson {
  /** UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Made from these bytes. */
  readonly entityTag: string;
}
