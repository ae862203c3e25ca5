// The segments of one collection: pristine bytes that threads and snapshots share, and over them what was deleted since.
// A segment is copied where deleting changes it the first time something in it is deleted, so its bytes never change.

import { countStrings, type PackedStrings, stringAt } from '../../search/engine/packed-strings.ts';
import { arrayBytes, decodeTree, encodeTree } from '../../search/engine/tree-codec.ts';

/** What a stack must know of its kind of segment. */
export interface SegmentKind<S extends { readonly keys: PackedStrings }> {
  /** The ordinal of a live thing of that key, or -1. */
  readonly find: (segment: S, key: string) => number;
  /** Takes a live thing out. */
  readonly remove: (segment: S, key: string) => void;
  /** The same segment with its own copy of everything that removing changes. */
  readonly clone: (segment: S) => S;
  readonly merge: (segments: readonly S[]) => S;
}

/** A segment as threads pass it on and snapshots keep it. */
export interface StoredSegment {
  readonly bytes: Uint8Array;
  /** Ordinals of what was deleted since the bytes were made. */
  readonly dead: readonly number[];
}

interface HeldSegment<S> {
  /** As it was made. */
  readonly pristine: S;
  /** The same as bytes; a segment made in this thread gets them when another thread or a snapshot asks for them. */
  bytes: Uint8Array | undefined;
  /** As it is searched: without what is dead. */
  segment: S;
  readonly dead: number[];
  readonly size: number;
}

/** Segments under way to be merged, and how much of each was dead when they went. */
export interface PendingMerge {
  readonly stored: readonly StoredSegment[];
  readonly take: (merged: Uint8Array) => void;
}

const SEGMENTS_MAX = 8;
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

  stored(): StoredSegment[] {
    return this.held.map(toStored);
  }

  add(segment: S): void {
    if (countStrings(segment.keys) === 0) return;
    this.held.push({ pristine: segment, bytes: undefined, segment, dead: [], size: arrayBytes(segment) });
  }

  addStored(bytes: Uint8Array): void {
    this.held.push(this.open({ bytes, dead: [] }));
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

  needsMerge(): boolean {
    return this.pickForMerge().length > 0;
  }

  /** The segments that are best merged now, if any are. */
  startMerge(): PendingMerge | undefined {
    const picked = this.pickForMerge();
    if (picked.length === 0) return undefined;
    const deadBefore = picked.map(({ dead }) => dead.length);
    return {
      stored: picked.map(toStored),
      take: (merged) => {
        const result = this.open({ bytes: merged, dead: [] });
        picked.forEach((one, index) => {
          for (const ordinal of one.dead.slice(deadBefore[index])) {
            const key = stringAt(one.segment.keys, ordinal);
            this.removeFrom(result, key, this.kind.find(result.segment, key));
          }
        });
        this.held = [...this.held.filter((one) => !picked.includes(one)), result];
      },
    };
  }

  /** The small ones together, up to the first that is more than twice as large as all before it. */
  private pickForMerge(): HeldSegment<S>[] {
    const live = (one: HeldSegment<S>) => countStrings(one.segment.keys) - one.dead.length;
    const wasteful = this.held.filter(
      (one) =>
        one.dead.length > DEAD_MIN && one.dead.length > DEAD_SHARE_MAX * countStrings(one.segment.keys),
    );
    if (this.held.length <= SEGMENTS_MAX) return wasteful;
    const bySize = this.held.toSorted((a, b) => live(a) - live(b));
    const picked = new Set(wasteful);
    let size = 0;
    for (const one of bySize) {
      if (picked.size >= 2 && live(one) > 2 * size) break;
      picked.add(one);
      size += live(one);
    }
    return [...picked];
  }

  private removeFrom(one: HeldSegment<S>, key: string, ordinal: number): void {
    if (one.segment === one.pristine) one.segment = this.kind.clone(one.pristine);
    this.kind.remove(one.segment, key);
    one.dead.push(ordinal);
  }

  private open(stored: StoredSegment): HeldSegment<S> {
    const { bytes, dead } = stored;
    return { bytes, ...openStored(this.kind, stored), dead: [...dead], size: bytes.byteLength };
  }
}

const toStored = <S>(one: HeldSegment<S>): StoredSegment => {
  one.bytes ??= encodeTree(one.pristine);
  return { bytes: one.bytes, dead: [...one.dead] };
};

/** The segment of these bytes without what is dead. */
export const openStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  { bytes, dead }: StoredSegment,
): { pristine: S; segment: S } => {
  const pristine = decodeTree(bytes) as S;
  if (dead.length === 0) return { pristine, segment: pristine };
  const segment = kind.clone(pristine);
  for (const ordinal of dead) kind.remove(segment, stringAt(segment.keys, ordinal));
  return { pristine, segment };
};

/** Merges stored segments into the bytes of one. Meant for a thread of its own. */
export const mergeStored = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stored: readonly StoredSegment[],
): Uint8Array => encodeTree(kind.merge(stored.map((one) => openStored(kind, one).segment)));
