// The segments of one collection: pristine bytes that threads and snapshots share, and over them what was deleted since.
// A segment is copied where deleting changes it the first time something in it is deleted, so its bytes never change.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { countStrings, type PackedStrings, stringAt } from '../../../search/engine/packing/packed-strings.ts';
import { arrayBytes, decodeTree, encodeTree } from '../../../search/engine/packing/tree-codec.ts';

/** What a stack must know of its kind of segment. */
export interface SegmentKind<S extends { readonly keys: PackedStrings }> {
  /** The ordinal of a live thing of that key, or -1. */
  readonly find: (segment: S, key: string) => number;
  /** Takes a live thing out. */
  readonly remove: (segment: S, key: string) => void;
  /** The same segment with its own copy of everything that removing changes. */
  readonly clone: (segment: S) => S;
  /** Everything that removing changes, and the same segment with that in place of its own. */
  readonly liveOf: (segment: S) => unknown;
  readonly withLive: (segment: S, live: unknown) => S;
  readonly merge: (segments: readonly S[]) => S;
}

/** A segment as threads pass it on and snapshots keep it. */
export interface StoredSegment {
  readonly bytes: Uint8Array;
  /** Ordinals of what was deleted since the bytes were made. */
  readonly dead: Uint32Array;
  /** What deleting changes, as it is now: a thread makes it, so that whoever opens the segment need not. */
  readonly live?: Uint8Array | undefined;
}

/** A segment as a thread hands it over that has made or read it. */
export const toHandOver = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stored: StoredSegment,
): StoredSegment => ({ ...stored, live: encodeTree(kind.liveOf(openStored(kind, stored).segment)) });

/** The same of one that was made just now. */
export const toTransferable = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  segment: S,
): StoredSegment => ({
  bytes: encodeTree(segment),
  dead: NONE_DEAD,
  live: encodeTree(kind.liveOf(segment)),
});

export const NONE_DEAD = new Uint32Array(0);

/** A segment as a thread that searches it gets it: shared memory that nobody changes any more. */
export interface SharedSegment {
  /** Of the bytes, and of what deleting has made of them: who has seen it need not read it again. */
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly live: { readonly id: number; readonly bytes: Uint8Array } | undefined;
}

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

interface HeldSegment<S> {
  readonly id: number;
  /** As it was made. */
  readonly pristine: S;
  /** The same as bytes; a segment made in this thread gets them when another thread or a snapshot asks for them. */
  bytes: Uint8Array | undefined;
  /** As it is searched: without what is dead. */
  segment: S;
  readonly dead: number[];
  readonly size: number;
  /** What deleting has changed, as threads have it; made when one of them asks. */
  live: SharedSegment['live'];
  /** The same as the segment was opened with: nobody else has it yet, and nothing was deleted since. */
  handedOver: Uint8Array | undefined;
  /** Whether `segment` may be changed where deleting changes it: nobody else has that memory. */
  isOwn: boolean;
}

/** Segments under way to be merged, and how much of each was dead when they went. */
export interface PendingMerge {
  readonly stored: readonly StoredSegment[];
  /** Resolves when the result is in place, which for little to catch up with is at once. */
  readonly take: (merged: StoredSegment) => Promise<void>;
}

/** Each one more costs every search a little; each one fewer costs a thread more merging. */
const SEGMENTS_MAX = 8;
/** Two segments of at least so many things and of about the same size are merged however few there are. */
const LARGE_MIN = 4_096;
/** What was deleted during a merge is deleted from its result in stretches of this many. */
const CATCH_UP_AT_ONCE = 64;
/** A segment with so large a share of dead things is merged even when it is alone. */
const DEAD_SHARE_MAX = 0.25;
const DEAD_MIN = 1_000;

export class SegmentStack<S extends { readonly keys: PackedStrings }> {
  private readonly kind: SegmentKind<S>;
  private held: HeldSegment<S>[] = [];

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

  /** How many live things there are. */
  get size(): number {
    return this.held.reduce(
      (total, { segment, dead }) => total + countStrings(segment.keys) - dead.length,
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
      pristine: segment,
      bytes: undefined,
      segment,
      dead: [],
      size: arrayBytes(segment),
      live: undefined,
      handedOver: undefined,
      isOwn: false,
    });
  }

  addStored(stored: StoredSegment): void {
    const one = this.open(stored);
    if (countStrings(one.segment.keys) > 0) this.held.push(one);
  }

  /** All segments as they are now, for another thread. */
  share(): SharedSegment[] {
    return this.held.map((one) => {
      one.bytes ??= encodeTree(one.pristine);
      if (one.segment !== one.pristine) one.live ??= this.shareLive(one);
      return { id: one.id, bytes: one.bytes, live: one.live };
    });
  }

  /** From now on threads have it: where it is the memory that is searched here, deleting makes a copy first. */
  private shareLive(one: HeldSegment<S>): SharedSegment['live'] {
    if (one.handedOver === undefined)
      return { id: nextId(), bytes: encodeTree(this.kind.liveOf(one.segment)) };
    one.isOwn = false;
    return { id: nextId(), bytes: one.handedOver };
  }

  /** Whether there was a live thing of that key. */
  remove(key: string): boolean {
    for (const one of this.held) {
      const ordinal = this.kind.find(one.segment, key);
      if (ordinal === -1) continue;
      this.removeFrom(one, key, ordinal);
      return true;
    }
    return false;
  }

  /** Makes the bytes that a merge or a snapshot will ask for, one segment at a time. */
  async encode(): Promise<void> {
    // Those that are here now: more may come in every turn.
    for (const one of [...this.held]) {
      if (one.bytes !== undefined) continue;
      one.bytes = encodeTree(one.pristine);
      await nextTurn();
    }
  }

  needsMerge(): boolean {
    return this.pickForMerge().length > 0;
  }

  /** The segments that are best merged now, if any are. */
  startMerge(): PendingMerge | undefined {
    const picked = this.pickForMerge();
    if (picked.length === 0) return undefined;
    const caughtUp = picked.map(({ dead }) => dead.length);
    return {
      stored: picked.map(toStored),
      take: async (merged) => {
        const result = this.open(merged);
        // Until it is in place nobody sees it, so that others can have their turn while it catches up.
        while (this.catchUp(result, picked, caughtUp)) await nextTurn();
        this.held = [...this.held.filter((one) => !picked.includes(one)), result];
      },
    };
  }

  /** Deletes a stretch of what was deleted from the sources meanwhile. Whether there may be more. */
  private catchUp(result: HeldSegment<S>, sources: readonly HeldSegment<S>[], caughtUp: number[]): boolean {
    let left = CATCH_UP_AT_ONCE;
    sources.forEach(({ dead, segment }, index) => {
      const from = caughtUp[index] as number;
      for (const ordinal of dead.slice(from, from + left)) {
        const key = stringAt(segment.keys, ordinal);
        this.removeFrom(result, key, this.kind.find(result.segment, key));
        caughtUp[index] = (caughtUp[index] as number) + 1;
        left -= 1;
      }
    });
    return left === 0;
  }

  /**
   * Where there are too many, the small ones together, up to the first that is more than twice as large as all before it;
   * else large ones of about the same size. And whatever is mostly dead.
   */
  private pickForMerge(): HeldSegment<S>[] {
    const live = (one: HeldSegment<S>) => countStrings(one.segment.keys) - one.dead.length;
    const wasteful = this.held.filter(
      (one) =>
        one.dead.length > DEAD_MIN && one.dead.length > DEAD_SHARE_MAX * countStrings(one.segment.keys),
    );
    const isCrowded = this.held.length > SEGMENTS_MAX;
    const together: HeldSegment<S>[] = [];
    let size = 0;
    for (const one of this.held.toSorted((a, b) => live(a) - live(b))) {
      if (!isCrowded && live(one) < LARGE_MIN) continue;
      if (together.length >= (isCrowded ? 2 : 1) && live(one) > 2 * size) break;
      together.push(one);
      size += live(one);
    }
    return together.length < 2 ? wasteful : [...new Set([...wasteful, ...together])];
  }

  private removeFrom(one: HeldSegment<S>, key: string, ordinal: number): void {
    if (!one.isOwn) one.segment = this.kind.clone(one.segment);
    one.isOwn = true;
    one.live = undefined;
    one.handedOver = undefined;
    this.kind.remove(one.segment, key);
    one.dead.push(ordinal);
  }

  private open(stored: StoredSegment): HeldSegment<S> {
    const { bytes, dead, live } = stored;
    const size = bytes.byteLength + (live?.byteLength ?? 0);
    return {
      id: nextId(),
      bytes,
      ...openStored(this.kind, stored),
      dead: [...dead],
      size,
      live: undefined,
      handedOver: live,
      isOwn: live !== undefined,
    };
  }
}

const toStored = <S>(one: HeldSegment<S>): StoredSegment => {
  one.bytes ??= encodeTree(one.pristine);
  return { bytes: one.bytes, dead: Uint32Array.from(one.dead) };
};

/** The segment of these bytes without what is dead. */
export const openStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  { bytes, dead, live }: StoredSegment,
): { pristine: S; segment: S } => {
  const pristine = decodeTree(bytes) as S;
  if (live !== undefined) return { pristine, segment: kind.withLive(pristine, decodeTree(live)) };
  if (dead.length === 0) return { pristine, segment: pristine };
  const segment = kind.clone(pristine);
  for (const ordinal of dead) kind.remove(segment, stringAt(segment.keys, ordinal));
  return { pristine, segment };
};

/** Merges stored segments into one. Meant for a thread of its own. */
export const mergeStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stored: readonly StoredSegment[],
): StoredSegment => toTransferable(kind, kind.merge(stored.map((one) => openStored(kind, one).segment)));
