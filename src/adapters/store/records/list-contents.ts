// Lists as they are read: many pieces at once, decoded, with slots as numbers in one array.

import { BETWEEN_KEYS } from '../../../domain/records/list-keys.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { type ListPiece, packedLength, slotAt } from './list-rows.ts';

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

/** Pieces in the order of the list, without their keys and ids. */
export class ListContents {
  readonly pieces: readonly ListPiece[];
  readonly slots: Uint32Array;
  #starts: Uint32Array | undefined;
  #members: SlotSet | undefined;
  readonly #backward: Part[] = [];
  #furtherBackward: Iterator<Part> | undefined;

  /** `members`: all slots, where they are known. */
  constructor(pieces: readonly ListPiece[], slots: Uint32Array, members?: SlotSet) {
    this.pieces = pieces;
    this.slots = slots;
    if (members !== undefined) this.#keepMembers(members);
  }

  /** Where the entries of each piece begin in `slots`; at the end, where the last ones end. */
  get starts(): Uint32Array {
    this.#starts ??= startsOf(this.pieces);
    return this.#starts;
  }

  /** All slots. Never change the set: others have it too. */
  get members(): SlotSet {
    if (this.#members !== undefined) return this.#members;
    const members = new SlotSet();
    members.addAll(this.slots);
    this.#keepMembers(members);
    return members;
  }

  /** Pieces from one index up to another. */
  slice(from: number, to: number): ListContents {
    const slots = this.slots.subarray(this.starts[from], this.starts[to]);
    return new ListContents(this.pieces.slice(from, to), slots);
  }

  /** A few slots with great numbers take more room as a set than in the list. */
  #keepMembers(members: SlotSet): void {
    if (members.byteLength <= this.slots.byteLength) this.#members = members;
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
    return this.pieces.length * PIECE_BYTES + 2 * this.slots.byteLength;
  }
}

/** With its part. */
const PIECE_BYTES = 500;

const split = (values: string | null): string[] => (values === null ? [] : values.split(BETWEEN_KEYS));

export const toContents = (joined: JoinedPieces<keyof ListPiece | 'slots'>): ListContents => {
  const keys = split(joined.key);
  const ids = split(joined.record_id);
  const lastKeys = split(joined.last_key);
  const entries = split(joined.entries);
  const headRuns = split(joined.head_run);
  const tailRuns = split(joined.tail_run);
  const pieces = keys.map(
    (key, index): ListPiece => ({
      key,
      record_id: ids[index] ?? '',
      last_key: lastKeys[index] ?? '',
      entries: Number(entries[index]),
      head_run: Number(headRuns[index]),
      tail_run: Number(tailRuns[index]),
    }),
  );
  return new ListContents(pieces, unpackSlots(joined.slots));
};

export const joinContents = (parts: readonly ListContents[]): ListContents => {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const pieces = parts.flatMap((part) => part.pieces);
  const slots = new Uint32Array(parts.reduce((sum, part) => sum + part.slots.length, 0));
  let at = 0;
  for (const part of parts) {
    slots.set(part.slots, at);
    at += part.slots.length;
  }
  return new ListContents(pieces, slots);
};

const startsOf = (pieces: readonly ListPiece[]): Uint32Array => {
  const starts = new Uint32Array(pieces.length + 1);
  let start = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    start += (pieces[index] as ListPiece).entries;
    starts[index + 1] = start;
  }
  return starts;
};

/** Of several pieces, with a separator between them. */
export const unpackSlots = (joined: string | null): Uint32Array => {
  const pieces = split(joined);
  const slots = new Uint32Array(pieces.reduce((sum, packed) => sum + packedLength(packed), 0));
  let at = 0;
  for (const packed of pieces) {
    for (let index = 0; index < packedLength(packed); index += 1, at += 1) slots[at] = slotAt(packed, index);
  }
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
