// Lists as they are read: many pieces at once, decoded. Each piece has its slots in its own array, so an
// updated list shares the unchanged pieces with its predecessor.

import { BETWEEN_KEYS } from '../../../domain/records/list-keys.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { type ListPiece, type PieceWithSlots, packedLength, slotAt } from './list-rows.ts';

/** The rows of several pieces as one, with the values of each column joined. */
export type JoinedPieces<Column extends string> = { readonly [Name in Column]: string | null } & {
  readonly pieces: number;
};

/** Entries of a piece that follow each other whichever way the list is read. */
export interface Part {
  /** Of the piece in the list. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** The key that all of them have; undefined: they have several. */
  readonly key: string | undefined;
}

/** A piece with its slots, without its keys and ids. */
export interface DecodedPiece extends ListPiece {
  readonly slots: Uint32Array;
}

/** Pieces in the order of the list. */
export class ListContents {
  readonly pieces: readonly DecodedPiece[];
  /** How many entries all pieces have. */
  readonly entries: number;
  #members: SlotSet | undefined;
  readonly #backward: Part[] = [];
  #furtherBackward: Iterator<Part> | undefined;

  /** `known`: what would have to be derived from all pieces. */
  constructor(
    pieces: readonly DecodedPiece[],
    known?: { readonly entries: number; readonly members: SlotSet },
  ) {
    this.pieces = pieces;
    this.entries = known?.entries ?? entriesIn(pieces, 0, pieces.length);
    if (known !== undefined) this.#keepMembers(known.members);
  }

  /** All slots. Never change the set: others have it too. */
  get members(): SlotSet {
    if (this.#members !== undefined) return this.#members;
    const members = new SlotSet();
    for (const { slots } of this.pieces) members.addAll(slots);
    this.#keepMembers(members);
    return members;
  }

  /** A few slots with great numbers take more room as a set than in the list. */
  #keepMembers(members: SlotSet): void {
    if (members.byteLength <= this.entries * SLOT_BYTES) this.#members = members;
  }

  /** From the greatest key to the least; parts of one key in the order of their ids. Made as far as they are asked for. */
  *backward(): Generator<Part> {
    this.#furtherBackward ??= partsBackward(this.pieces);
    for (let at = 0; ; at += 1) {
      if (at === this.#backward.length) {
        const { value, done } = this.#furtherBackward.next();
        if (done) return;
        this.#backward.push(value);
      }
      yield this.#backward[at] as Part;
    }
  }

  get bytes(): number {
    return this.pieces.length * PIECE_BYTES + 2 * this.entries * SLOT_BYTES;
  }
}

/** How many entries the pieces from one index up to another have. */
export const entriesIn = (pieces: readonly ListPiece[], from: number, to: number): number => {
  let entries = 0;
  for (let index = from; index < to; index += 1) entries += (pieces[index] as ListPiece).entries;
  return entries;
};

/** With its part, and what an array takes beside its slots. */
const PIECE_BYTES = 700;
const SLOT_BYTES = Uint32Array.BYTES_PER_ELEMENT;

const split = (values: string | null): string[] => (values === null ? [] : values.split(BETWEEN_KEYS));

export const toPieces = (joined: JoinedPieces<keyof ListPiece | 'slots'>): readonly DecodedPiece[] => {
  const keys = split(joined.key);
  const ids = split(joined.record_id);
  const lastKeys = split(joined.last_key);
  const entries = split(joined.entries);
  const headRuns = split(joined.head_run);
  const tailRuns = split(joined.tail_run);
  const slots = split(joined.slots);
  return keys.map(
    (key, index): DecodedPiece => ({
      key,
      record_id: ids[index] ?? '',
      last_key: lastKeys[index] ?? '',
      entries: Number(entries[index]),
      head_run: Number(headRuns[index]),
      tail_run: Number(tailRuns[index]),
      slots: unpackSlots(slots[index] ?? ''),
    }),
  );
};

export const toPiece = (row: PieceWithSlots): DecodedPiece => ({
  key: row.key,
  record_id: row.record_id,
  last_key: row.last_key,
  entries: row.entries,
  head_run: row.head_run,
  tail_run: row.tail_run,
  slots: unpackSlots(row.slots),
});

/** Of several pieces, with a separator between them. */
export const unpackAll = (joined: string | null): Uint32Array =>
  unpackSlots((joined ?? '').replaceAll(BETWEEN_KEYS, ''));

const unpackSlots = (packed: string): Uint32Array => {
  const slots = new Uint32Array(packedLength(packed));
  for (let index = 0; index < slots.length; index += 1) slots[index] = slotAt(packed, index);
  return slots;
};

function* partsBackward(pieces: readonly ListPiece[]): Generator<Part> {
  /** Of one key. */
  let group: Part[] = [];
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    for (const part of partsOf(pieces, pieces[index] as ListPiece, index).reverse()) {
      if (part.key === undefined || part.key !== group[0]?.key) {
        yield* group.reverse();
        group = [];
      }
      group.push(part);
    }
  }
  yield* group.reverse();
}

/** Split where a run of one key goes on in a neighbour. */
const partsOf = (pieces: readonly ListPiece[], piece: ListPiece, index: number): Part[] => {
  const { key, last_key: last, entries, head_run, tail_run } = piece;
  if (key === last) return [{ index, from: 0, to: entries, key }];
  const head = pieces[index - 1]?.last_key === key ? head_run : 0;
  const tail = pieces[index + 1]?.key === last ? entries - tail_run : entries;
  const parts: Part[] = [
    { index, from: 0, to: head, key },
    { index, from: head, to: tail, key: undefined },
    { index, from: tail, to: entries, key: last },
  ];
  return parts.filter(({ from, to }) => from < to);
};
