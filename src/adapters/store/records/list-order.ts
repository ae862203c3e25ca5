// One page of a list, in either direction: entries with the same key are in the order of their ids both ways, so the way back
// is not the way there turned round. Only the pieces of the page are read with keys and ids.

import { isCut } from '../../../domain/records/list-keys.ts';
import type { ListReader } from './list-reader.ts';
import {
  type Entry,
  entriesOfPiece,
  type ListPiece,
  type ListPlace,
  type PieceWithSlots,
  slotAt,
} from './list-rows.ts';

/** Entries of a piece that follow each other whichever way the list is read. */
interface Part {
  /** Of the piece in the list. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** The key that all of them have; undefined: they have several. */
  readonly key: string | undefined;
}

export interface PageOfList {
  readonly ids: readonly string[];
  /** How many entries come before the page's end; all of the list when the page is not full. */
  readonly passed: number;
  /** Whether entries of the page are told apart only by their documents. */
  readonly isTied: boolean;
}

export interface ListPage {
  readonly skip: number;
  readonly limit: number;
  readonly isDescending: boolean;
}

/** Without `isMeant` all entries are. */
export const readListPage = async (
  reader: ListReader,
  place: ListPlace,
  { skip, limit, isDescending }: ListPage,
  isMeant?: (slot: number) => boolean,
): Promise<PageOfList> => {
  const pieces: (ListPiece & { readonly slots?: string })[] = [];
  const batches = isMeant === undefined ? reader.heads(place) : reader.slots(place);
  for await (const batch of batches) pieces.push(...batch);
  const ids: string[] = [];
  let passed = 0;
  let isTied = false;
  for (const part of isDescending ? partsBackward(pieces) : pieces.map(wholePart)) {
    if (ids.length === limit) break;
    const piece = pieces[part.index] as PieceWithSlots;
    const count = isMeant === undefined ? part.to - part.from : countIn(part, piece, isMeant);
    if (passed + count > skip) {
      const whole = await reader.piece(place, piece);
      const entries = whole === undefined ? [] : entriesOfPiece(whole);
      const meant = inOrder(entries, part, isDescending).filter(
        ({ slot }) => isMeant === undefined || isMeant(slot),
      );
      const wanted = meant.slice(Math.max(0, skip - passed)).slice(0, limit - ids.length);
      isTied ||= wanted.some(({ key }) => isCut(key) && isShared(key, entries, pieces, part.index));
      ids.push(...wanted.map(({ id }) => id));
    }
    passed += count;
  }
  return { ids, passed, isTied };
};

const wholePart = ({ entries }: ListPiece, index: number): Part => ({
  index,
  from: 0,
  to: entries,
  key: undefined,
});

const countIn = (
  { from, to }: Part,
  { slots }: PieceWithSlots,
  isMeant: (slot: number) => boolean,
): number => {
  let count = 0;
  for (let at = from; at < to; at += 1) if (isMeant(slotAt(slots, at))) count += 1;
  return count;
};

/** From the greatest key to the least; parts of one key in the order of their ids. */
const partsBackward = (pieces: readonly ListPiece[]): Part[] => {
  const groups: Part[][] = [];
  for (const part of pieces.flatMap((piece, index) => partsOf(pieces, piece, index))) {
    const group = groups.at(-1);
    if (part.key !== undefined && group?.[0]?.key === part.key) group.push(part);
    else groups.push([part]);
  }
  return groups.reverse().flat();
};

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

const inOrder = (entries: readonly Entry[], { from, to, key }: Part, isDescending: boolean): Entry[] => {
  const own = entries.slice(from, to);
  if (!isDescending || key !== undefined) return own;
  return [...Map.groupBy(own, (entry) => entry.key).values()].reverse().flat();
};

/** Whether another entry of the list has the key. */
const isShared = (
  key: string,
  entries: readonly Entry[],
  pieces: readonly ListPiece[],
  index: number,
): boolean =>
  entries.filter((entry) => entry.key === key).length > 1 ||
  pieces[index - 1]?.last_key === key ||
  pieces[index + 1]?.key === key;
