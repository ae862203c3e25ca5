// Brings a decoded list up to date: reads again the pieces that changed records were in or are in now, and keeps the rest. The
// pieces on both sides of what was read must be there unchanged, because a write also splits and joins pieces.

import type { SlotSet } from '../../../domain/records/slot-set.ts';
import { type DecodedPiece, entriesIn, ListContents } from './list-contents.ts';
import { compareEntries, type Entry, type ListPiece } from './list-rows.ts';

/** The pieces after this entry, so many at most. */
export type ReadPieces = (
  after: Pick<Entry, 'key' | 'id'>,
  limit: number,
) => Promise<readonly DecodedPiece[]>;

/** To look for so few slots costs less one by one. */
const FEW_SLOTS = 4;
/** With one statement: the one before a piece that changed, two if it was split, and the one after it. */
const PIECES_AT_ONCE = 4;
/** As often it is read on where neighbours changed as well, or were joined. */
const STEPS_MAX = 8;
/** Where more of the pieces changed, the whole list is read. */
const CHANGED_SHARE = 1 / 8;
const BEFORE_ALL = { key: '', id: '' };

/**
 * Which pieces hold entries of changed records or will, in order. `slots`: those that such records had or have; `entries`: what
 * they have now.
 */
export const touchedPieces = (
  contents: ListContents,
  slots: SlotSet,
  entries: readonly Pick<Entry, 'key' | 'id'>[],
): number[] => {
  const { pieces, members } = contents;
  const found = new Set(entries.map((entry) => pieceOf(pieces, entry)));
  const own = slots.intersect(members);
  const few = own.size <= FEW_SLOTS ? [...own] : undefined;
  for (let index = 0; index < pieces.length && few?.length !== 0; index += 1) {
    const held = (pieces[index] as DecodedPiece).slots;
    const has = few?.some((slot) => held.includes(slot)) ?? own.countOf(held, 0, held.length) > 0;
    if (has) found.add(index);
  }
  return [...found].sort((one, other) => one - other);
};

/** The last one that begins with the entry or before it; the first one if none does. */
const pieceOf = (pieces: readonly ListPiece[], entry: Pick<Entry, 'key' | 'id'>): number => {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (compareEntries(headOf(pieces[middle]), entry) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
};

const headOf = (piece: ListPiece | undefined): Pick<Entry, 'key' | 'id'> =>
  piece === undefined ? BEFORE_ALL : { key: piece.key, id: piece.record_id };

/**
 * `touched`: the pieces that changed. `slots`: those that changed records had, which are in no other piece. Undefined: to read
 * the whole list costs less, or is the only way.
 */
export const patchContents = async (
  contents: ListContents,
  touched: readonly number[],
  slots: SlotSet,
  read: ReadPieces,
): Promise<ListContents | undefined> => {
  const { pieces } = contents;
  if (touched.length > pieces.length * CHANGED_SHARE) return undefined;
  const isTouched = new Set(touched);
  const parts: (readonly DecodedPiece[])[] = [];
  const members = contents.members.without(slots);
  let { entries } = contents;
  let at = 0;
  for (const index of touched) {
    if (index < at) continue;
    const fresh = await readFrom(pieces, index, isTouched, read);
    if (fresh === undefined) return undefined;
    parts.push(pieces.slice(at, index), fresh.pieces);
    for (const piece of fresh.pieces) members.addAll(piece.slots);
    entries += entriesIn(fresh.pieces, 0, fresh.pieces.length) - entriesIn(pieces, index, fresh.end);
    at = fresh.end;
  }
  return new ListContents(parts.flat().concat(pieces.slice(at)), { entries, members });
};

interface Fresh {
  readonly pieces: readonly DecodedPiece[];
  /** The first piece that follows and did not change. */
  readonly end: number;
}

/** What takes the place of this piece and of those that follow, up to one that did not change. */
const readFrom = async (
  pieces: readonly ListPiece[],
  index: number,
  isTouched: ReadonlySet<number>,
  read: ReadPieces,
): Promise<Fresh | undefined> => {
  const fresh: DecodedPiece[] = [];
  let skip = index === 0 ? 0 : 1;
  let after = headOf(pieces[index - 2]);
  let end = index;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const rows = await read(after, PIECES_AT_ONCE);
    if (skip === 1 && !isSame(rows[0], pieces[index - 1])) return undefined;
    for (const piece of rows.slice(skip)) {
      while (end < pieces.length && compareEntries(headOf(pieces[end]), headOf(piece)) < 0) end += 1;
      if (!isTouched.has(end) && isSame(piece, pieces[end])) return { pieces: fresh, end };
      fresh.push(piece);
    }
    if (rows.length < PIECES_AT_ONCE) return { pieces: fresh, end: pieces.length };
    after = headOf(rows.at(-1));
    skip = 0;
  }
  return undefined;
};

const isSame = (one: ListPiece | undefined, other: ListPiece | undefined): boolean =>
  one !== undefined &&
  one.key === other?.key &&
  one.record_id === other.record_id &&
  one.last_key === other.last_key &&
  one.entries === other.entries;
