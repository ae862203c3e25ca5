// One page of a list, ascending or descending. Entries with equal keys are sorted by id in both directions, so one
// direction is not simply the reverse of the other. Keys are read only for the pieces of the page, and only if they
// matter.

import { hasTexts, isCut } from '../../../domain/records/list-keys.ts';
import type { SlotSet } from '../../../domain/records/slot-set.ts';
import type { DecodedPiece, Part } from './list-contents.ts';
import type { ListLoader } from './list-loader.ts';
import { type Entry, entriesOfPiece, type ListPiece, type ListPlace } from './list-rows.ts';

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

/** Without `meant` all entries are. */
export const readListPage = async (
  lists: ListLoader,
  place: ListPlace,
  { skip, limit, isDescending }: ListPage,
  meant?: SlotSet,
): Promise<PageOfList> => {
  const contents = await lists.contents(place);
  const { pieces } = contents;
  const slots: number[] = [];
  let passed = 0;
  let isTied = false;
  const parts = isDescending ? contents.backward() : wholeParts(pieces);
  let looked = 0;
  for (const part of parts) {
    if (slots.length === limit) break;
    if (looked % PARTS_AT_ONCE === 0) await lists.useEntries(PARTS_AT_ONCE);
    looked += 1;
    const count = countIn(part, pieces, meant);
    if (count > 0 && passed + count > skip) {
      const piece = pieces[part.index] as DecodedPiece;
      const all = piece.slots.subarray(part.from, part.to);
      const own = meant === undefined ? all : all.filter((slot) => meant.has(slot));
      const hasOneOrder = !isDescending || part.key !== undefined || own.length === 1;
      const entries =
        hasOneOrder && !hasTexts(place.list) ? undefined : entriesOfPiece(await lists.piece(place, piece));
      const ordered = entries && inOrder(entries, part, isDescending, meant);
      const from = Math.max(0, skip - passed);
      const to = from + limit - slots.length;
      isTied ||=
        ordered
          ?.slice(from, to)
          .some(({ key }) => isCut(key) && isShared(key, entries ?? [], pieces, part.index)) ?? false;
      slots.push(...(ordered?.map(({ slot }) => slot) ?? own).slice(from, to));
    }
    passed += count;
  }
  return { slots, passed, isTied };
};

function* wholeParts(pieces: readonly ListPiece[]): Generator<Part> {
  for (let index = 0; index < pieces.length; index += 1) {
    yield { index, from: 0, to: (pieces[index] as ListPiece).entries, key: undefined };
  }
}

const countIn = ({ index, from, to }: Part, pieces: readonly DecodedPiece[], meant?: SlotSet): number =>
  meant === undefined ? to - from : meant.countOf((pieces[index] as DecodedPiece).slots, from, to);

const inOrder = (
  entries: readonly Entry[],
  { from, to, key }: Part,
  isDescending: boolean,
  meant: SlotSet | undefined,
): Entry[] => {
  const all = entries.slice(from, to);
  const own = meant === undefined ? all : all.filter(({ slot }) => meant.has(slot));
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
