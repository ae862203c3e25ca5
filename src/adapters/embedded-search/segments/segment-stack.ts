// The segments of one collection: immutable bytes that threads and snapshots share, plus tombstones. The first
// deletion in a segment copies its live data (copy on write), so the bytes never change.

import { ownTurn } from '../../../runtime/own-turns.ts';
import { countStrings, type PackedStrings, stringAt } from '../../../search/engine/packing/packed-strings.ts';
import { arrayBytes, decodeTree, encodeTree } from '../../../search/engine/packing/tree-codec.ts';

/** The operations of one kind of segment. */
export interface SegmentKind<S extends { readonly keys: PackedStrings }> {
  /** The ordinal of the live entry with that key, or -1. */
  readonly find: (segment: S, key: string) => number;
  /** Deletes a live entry. */
  readonly remove: (segment: S, key: string) => void;
  /** The same segment with its own copy of everything that deleting changes. */
  readonly clone: (segment: S) => S;
  /** Everything that deleting changes; and the same segment with that replaced. */
  readonly liveOf: (segment: S) => unknown;
  readonly withLive: (segment: S, live: unknown) => S;
  readonly merge: (segments: readonly S[]) => S;
}

/** A segment as threads exchange it and snapshots store it. */
export interface StoredSegment {
  readonly bytes: Uint8Array;
  /** Ordinals deleted since the bytes were encoded. */
  readonly tombstones: Uint32Array;
  /** The encoded live data: a thread prepares it so that the opener need not. */
  readonly live?: Uint8Array | undefined;
}

/** Adds the live data to a segment that a thread has read. */
export const withLiveData = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stored: StoredSegment,
): StoredSegment => ({ ...stored, live: encodeTree(kind.liveOf(openStored(kind, stored).segment)) });

/** Encodes a segment that a thread has just built. */
export const toTransferable = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  segment: S,
): StoredSegment => ({
  bytes: encodeTree(segment),
  tombstones: NO_TOMBSTONES,
  live: encodeTree(kind.liveOf(segment)),
});

const NO_TOMBSTONES = new Uint32Array(0);

/** A segment for a search thread: shared memory that nobody changes any more. */
export interface SharedSegment {
  /** Identifies the bytes, and separately the live data: a thread decodes each id once. */
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly live: { readonly id: number; readonly bytes: Uint8Array } | undefined;
}

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

interface OpenSegment<S> {
  readonly id: number;
  /** As built, without deletions. */
  readonly base: S;
  /** `base` as bytes; for a segment built in this thread, encoded on demand. */
  bytes: Uint8Array | undefined;
  /** The searchable state, without deleted entries. */
  segment: S;
  readonly tombstones: number[];
  readonly size: number;
  /** The live data as shared with threads; encoded on demand. */
  live: SharedSegment['live'];
  /** The live data the segment was opened with, while it is not shared and nothing was deleted since. */
  initialLive: Uint8Array | undefined;
  /** Whether deleting may modify `segment` in place: nobody else has that memory. */
  isPrivate: boolean;
}

/** Segments being merged, with their tombstones at the start. */
interface PendingMerge {
  readonly stored: readonly StoredSegment[];
  /** Resolves when the result is in place: at once if there is little to catch up with. */
  readonly take: (merged: StoredSegment) => Promise<void>;
}

/** More segments slow down every search; fewer cost more merging. */
const SEGMENTS_MAX = 8;
/** Two segments of at least this many entries and similar size are always merged. */
const LARGE_MIN = 4_096;
/** Deletions made during a merge are applied to its result in steps of this many. */
const CATCH_UP_PER_STEP = 64;
/** A segment with a larger share of tombstones is merged even if it is alone. */
const TOMBSTONE_SHARE_MAX = 0.25;
const TOMBSTONES_MIN = 1_000;

export class SegmentStack<S extends { readonly keys: PackedStrings }> {
  private readonly kind: SegmentKind<S>;
  private held: OpenSegment<S>[] = [];

  constructor(kind: SegmentKind<S>, stored: readonly StoredSegment[]) {
    this.kind = kind;
    for (const one of stored) this.held.push(this.open(one));
  }

  get segments(): readonly S[] {
    return this.held.map(({ segment }) => segment);
  }

  get bytes(): number {
    return this.held.reduce((total, { size }) => total + size, 0);
  }

  /** The number of live entries. */
  get size(): number {
    return this.held.reduce(
      (total, { segment, tombstones }) => total + countStrings(segment.keys) - tombstones.length,
      0,
    );
  }

  stored(): StoredSegment[] {
    return this.held.map(toStored);
  }

  add(segment: S): void {
    if (countStrings(segment.keys) === 0) return;
    this.held.push({
      id: nextId(),
      base: segment,
      bytes: undefined,
      segment,
      tombstones: [],
      size: arrayBytes(segment),
      live: undefined,
      initialLive: undefined,
      isPrivate: false,
    });
  }

  addStored(stored: StoredSegment): void {
    const one = this.open(stored);
    if (countStrings(one.segment.keys) > 0) this.held.push(one);
  }

  /** The current state of all segments, for another thread. */
  share(): SharedSegment[] {
    return this.held.map((one) => {
      one.bytes ??= encodeTree(one.base);
      if (one.segment !== one.base) one.live ??= this.shareLive(one);
      return { id: one.id, bytes: one.bytes, live: one.live };
    });
  }

  /** From now on threads share the memory that is searched here, so the next deletion must copy it first. */
  private shareLive(one: OpenSegment<S>): SharedSegment['live'] {
    if (one.initialLive === undefined)
      return { id: nextId(), bytes: encodeTree(this.kind.liveOf(one.segment)) };
    one.isPrivate = false;
    return { id: nextId(), bytes: one.initialLive };
  }

  /** Whether there was a live entry with that key. */
  remove(key: string): boolean {
    for (const one of this.held) {
      const ordinal = this.kind.find(one.segment, key);
      if (ordinal === -1) continue;
      this.removeFrom(one, key, ordinal);
      return true;
    }
    return false;
  }

  /** Encodes the bytes that a merge or a snapshot will need, one segment at a time. */
  async encode(): Promise<void> {
    // A copy: more segments may arrive between the steps.
    for (const one of [...this.held]) {
      if (one.bytes !== undefined) continue;
      one.bytes = encodeTree(one.base);
      await ownTurn();
    }
  }

  needsMerge(): boolean {
    return this.pickForMerge().length > 0;
  }

  /** The segments to merge now, if any. */
  startMerge(): PendingMerge | undefined {
    const picked = this.pickForMerge();
    if (picked.length === 0) return undefined;
    const caughtUp = picked.map(({ tombstones }) => tombstones.length);
    return {
      stored: picked.map(toStored),
      take: async (merged) => {
        const result = this.open(merged);
        // Nobody sees the result yet, so it can yield while catching up.
        while (this.catchUp(result, picked, caughtUp)) await ownTurn();
        this.held = [...this.held.filter((one) => !picked.includes(one)), result];
      },
    };
  }

  /** Applies one step of the deletions made meanwhile. Whether there may be more. */
  private catchUp(result: OpenSegment<S>, sources: readonly OpenSegment<S>[], caughtUp: number[]): boolean {
    let left = CATCH_UP_PER_STEP;
    sources.forEach(({ tombstones, segment }, index) => {
      const from = caughtUp[index] as number;
      for (const ordinal of tombstones.slice(from, from + left)) {
        const key = stringAt(segment.keys, ordinal);
        this.removeFrom(result, key, this.kind.find(result.segment, key));
        caughtUp[index] = (caughtUp[index] as number) + 1;
        left -= 1;
      }
    });
    return left === 0;
  }

  /**
   * If there are too many segments: the small ones, up to the first that is more than twice as large as all before
   * it. Otherwise large ones of similar size. Plus all with many tombstones.
   */
  private pickForMerge(): OpenSegment<S>[] {
    const live = (one: OpenSegment<S>) => countStrings(one.segment.keys) - one.tombstones.length;
    const wasteful = this.held.filter(
      (one) =>
        one.tombstones.length > TOMBSTONES_MIN &&
        one.tombstones.length > TOMBSTONE_SHARE_MAX * countStrings(one.segment.keys),
    );
    const isCrowded = this.held.length > SEGMENTS_MAX;
    const together: OpenSegment<S>[] = [];
    let size = 0;
    for (const one of this.held.toSorted((a, b) => live(a) - live(b))) {
      if (!isCrowded && live(one) < LARGE_MIN) continue;
      if (together.length >= (isCrowded ? 2 : 1) && live(one) > 2 * size) break;
      together.push(one);
      size += live(one);
    }
    return together.length < 2 ? wasteful : [...new Set([...wasteful, ...together])];
  }

  private removeFrom(one: OpenSegment<S>, key: string, ordinal: number): void {
    if (!one.isPrivate) one.segment = this.kind.clone(one.segment);
    one.isPrivate = true;
    one.live = undefined;
    one.initialLive = undefined;
    this.kind.remove(one.segment, key);
    one.tombstones.push(ordinal);
  }

  private open(stored: StoredSegment): OpenSegment<S> {
    const { bytes, tombstones, live } = stored;
    const size = bytes.byteLength + (live?.byteLength ?? 0);
    return {
      id: nextId(),
      bytes,
      ...openStored(this.kind, stored),
      tombstones: [...tombstones],
      size,
      live: undefined,
      initialLive: live,
      isPrivate: live !== undefined,
    };
  }
}

const toStored = <S>(one: OpenSegment<S>): StoredSegment => {
  one.bytes ??= encodeTree(one.base);
  return { bytes: one.bytes, tombstones: Uint32Array.from(one.tombstones) };
};

/** Decodes a segment and applies its tombstones. */
const openStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  { bytes, tombstones, live }: StoredSegment,
): { base: S; segment: S } => {
  const base = decodeTree(bytes) as S;
  if (live !== undefined) return { base, segment: kind.withLive(base, decodeTree(live)) };
  if (tombstones.length === 0) return { base, segment: base };
  const segment = kind.clone(base);
  for (const ordinal of tombstones) kind.remove(segment, stringAt(segment.keys, ordinal));
  return { base, segment };
};

/** Merges stored segments into one. Runs in a worker thread. */
export const mergeStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stored: readonly StoredSegment[],
): StoredSegment => toTransferable(kind, kind.merge(stored.map((one) => openStored(kind, one).segment)));
