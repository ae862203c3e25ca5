// One page of a list, ascending or descending. Entries with equal keys are sorted by id in both directions, so one
// direction is not simply the reverse of the other. Keys are read only for the pieces of the page, and only if they
// matter.

import { hasTexts, isCut } from '../../../domain/records/list-keys.ts';
import type { ListContents } from './list-contents.ts';
import type { ListLoader } from './list-loader.ts';
import { type Entry, entriesOfPiece, type ListPiece, type ListPlace } from './list-rows.ts';

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
  readonly slots: readonly number[];
  /** How many entries come before the end of the page; all of the list if the page is not full. */
  readonly passed: number;
  /** Whether entries of the page are told apart only by their documents. */
  readonly isTied: boolean;
}

export interface ListPage {
  readonly skip: number;
  readonly limit: number;
  readonly isDescending: boolean;
}

/** After this many parts the next ones are paid for. */
const PARTS_AT_ONCE = 256;

/** Without `isMeant` all entries are. */
export const readListPage = async (
  lists: ListLoader,
  place: ListPlace,
  { skip, limit, isDescending }: ListPage,
  isMeant?: (slot: number) => boolean,
): Promise<PageOfList> => {
  const contents = await lists.contents(place);
  const { pieces } = contents;
  const slots: number[] = [];
  let passed = 0;
  let isTied = false;
  const parts = isDescending ? partsBackward(pieces) : pieces.map(wholePart);
  for (const [index, part] of parts.entries()) {
    if (slots.length === limit) break;
    if (index % PARTS_AT_ONCE === 0) await lists.useEntries(PARTS_AT_ONCE);
    const count = isMeant === undefined ? part.to - part.from : countIn(part, contents, isMeant);
    if (count > 0 && passed + count > skip) {
      const all = slotsIn(part, contents);
      const meant = isMeant === undefined ? all : all.filter(isMeant);
      const hasOneOrder = !isDescending || part.key !== undefined || meant.length === 1;
      const piece = pieces[part.index] as ListPiece;
      const entries =
        hasOneOrder && !hasTexts(place.list) ? undefined : await readEntries(lists, place, piece);
      const own = entries && inOrder(entries, part, isDescending, isMeant);
      const from = Math.max(0, skip - passed);
      const to = from + limit - slots.length;
      isTied ||=
        own
          ?.slice(from, to)
          .some(({ key }) => isCut(key) && isShared(key, entries ?? [], pieces, part.index)) ?? false;
      slots.push(...(own?.map(({ slot }) => slot) ?? meant).slice(from, to));
    }
    passed += count;
  }
  return { slots, passed, isTied };
};

const readEntries = async (lists: ListLoader, place: ListPlace, piece: ListPiece): Promise<Entry[]> => {
  const whole = await lists.piece(place, piece);
  return whole === undefined ? [] : entriesOfPiece(whole);
};

const slotsIn = ({ index, from, to }: Part, { starts, slots }: ListContents): Uint32Array => {
  const start = starts[index] as number;
  return slots.subarray(start + from, start + to);
};

const wholePart = ({ entries }: ListPiece, index: number): Part => ({
  index,
  from: 0,
  to: entries,
  key: undefined,
});

const countIn = (part: Part, contents: ListContents, isMeant: (slot: number) => boolean): number => {
  let count = 0;
  for (const slot of slotsIn(part, contents)) if (isMeant(slot)) count += 1;
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

const inOrder = (
  entries: readonly Entry[],
  { from, to, key }: Part,
  isDescending: boolean,
  isMeant: (slot: number) => boolean = () => true,
): Entry[] => {
  const own = entries.slice(from, to).filter(({ slot }) => isMeant(slot));
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
