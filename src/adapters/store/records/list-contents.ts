// Lists as they are read: many pieces at once, decoded. Slots are numbers in one array, and keys are one text to search in.

import { BETWEEN_KEYS, CUT, escapeNeedle, isInsideEscape } from '../../../domain/records/list-keys.ts';
import { type ListPiece, packedLength, slotAt } from './list-rows.ts';

/** The rows of several pieces as one, with the values of each column joined. */
export type JoinedPieces<Column extends string> = { readonly [Name in Column]: string | null } & {
  readonly pieces: number;
};

/** Pieces in the order of the list, without their keys and ids. */
export interface ListContents {
  readonly pieces: readonly ListPiece[];
  /** Where the entries of each piece begin in `slots`; at the end, where the last ones end. */
  readonly starts: Uint32Array;
  readonly slots: Uint32Array;
}

/** The keys of several pieces. */
export interface ListKeys {
  readonly text: string;
  /** Where each key begins in `text`. */
  readonly starts: Uint32Array;
  /** Which entries have a key that was cut. */
  readonly cut: readonly number[];
  readonly slots: Uint32Array;
}

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
  return { pieces, starts: startsOf(pieces), slots: unpackSlots(joined.slots) };
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
  return { pieces, starts: startsOf(pieces), slots };
};

const startsOf = (pieces: readonly ListPiece[]): Uint32Array => {
  const starts = new Uint32Array(pieces.length + 1);
  for (const [index, { entries }] of pieces.entries()) starts[index + 1] = (starts[index] ?? 0) + entries;
  return starts;
};

/** Of several pieces, with a separator between them. */
const unpackSlots = (joined: string | null): Uint32Array => {
  const pieces = split(joined);
  const slots = new Uint32Array(pieces.reduce((sum, packed) => sum + packedLength(packed), 0));
  let at = 0;
  for (const packed of pieces) {
    for (let index = 0; index < packedLength(packed); index += 1, at += 1) slots[at] = slotAt(packed, index);
  }
  return slots;
};

export const toKeys = (joined: JoinedPieces<'keys' | 'slots'>): ListKeys => {
  const text = joined.keys ?? '';
  const slots = unpackSlots(joined.slots);
  const starts = new Uint32Array(slots.length);
  const cut: number[] = [];
  for (let at = 0, index = 0; index < slots.length; index += 1) {
    starts[index] = at;
    const end = text.indexOf(BETWEEN_KEYS, at);
    at = (end === -1 ? text.length : end) + 1;
    if (text.charAt(at - 2) === CUT) cut.push(index);
  }
  return { text, starts, cut, slots };
};

/** Which entries have keys of texts that contain the needle, in order. */
export const entriesWith = ({ text, starts }: ListKeys, needle: string): readonly number[] => {
  if (needle === '') return [...starts.keys()];
  const escaped = escapeNeedle(needle);
  const found: number[] = [];
  for (let at = text.indexOf(escaped), entry = 0; at !== -1; ) {
    if (isInsideEscape(text, at)) {
      at = text.indexOf(escaped, at + 1);
      continue;
    }
    entry = entryAt(starts, at, entry);
    found.push(entry);
    at = text.indexOf(escaped, starts[entry + 1] ?? text.length);
  }
  return found;
};

/** The last entry, not before `from`, that begins at the place or before it: usually a near one. */
const entryAt = (starts: Uint32Array, place: number, from: number): number => {
  let low = from;
  let step = 1;
  while (low + step < starts.length && (starts[low + step] as number) <= place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
};

const PIECE_BYTES = 400;

export const bytesOfContents = ({ pieces, slots }: ListContents): number =>
  pieces.length * PIECE_BYTES + slots.byteLength;

/** A text takes two bytes for a character at most. */
export const bytesOfKeys = (parts: readonly ListKeys[]): number =>
  parts.reduce(
    (sum, { text, starts, cut, slots }) =>
      sum + 2 * text.length + starts.byteLength + slots.byteLength + 8 * cut.length,
    0,
  );
