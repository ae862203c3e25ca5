// Finds the pieces that changes of lists fall into, for many changes of many lists at once.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import {
  type AskedPiece,
  compareEntries,
  type Entry,
  type ListPlace,
  type ListQueries,
  type PieceKey,
  type WholePiece,
} from './list-rows.ts';

/** So many at once: their pieces are held in memory. */
const CHANGES_AT_ONCE = 256;

export interface ListChange extends Entry {
  readonly isGone: boolean;
}

/** An entry is named once at most. */
export interface ListChanges {
  readonly place: ListPlace;
  readonly changes: readonly ListChange[];
}

/** A piece and the changes that fall into it, in order. */
export interface PieceChanges extends ListChanges {
  /** Undefined if the list is empty. */
  readonly piece: WholePiece | undefined;
}

type Finds = Pick<ListQueries, 'findPieces' | 'findNext'>;

/** Each group is of one workspace and has each list once, its changes in order. */
export function* groupsOf(lists: Iterable<ListChanges>): Generator<readonly ListChanges[]> {
  let group: ListChanges[] = [];
  let room = CHANGES_AT_ONCE;
  for (const { place, changes } of lists) {
    const sorted = changes.toSorted(compareEntries);
    const other = group[0]?.place ?? place;
    const isElsewhere = other.tenantId !== place.tenantId || other.workspaceId !== place.workspaceId;
    for (let from = 0; from < sorted.length; ) {
      if (room === 0 || from > 0 || isElsewhere) {
        yield group;
        group = [];
        room = CHANGES_AT_ONCE;
      }
      const some = sorted.slice(from, from + room);
      group.push({ place, changes: some });
      from += some.length;
      room -= some.length;
    }
  }
  if (group.length > 0) yield group;
}

export const pieceKeyOf = (place: ListPlace, { key, id }: Pick<Entry, 'key' | 'id'>): PieceKey => ({
  environment_id: place.environmentId,
  model: place.model,
  list: place.list,
  locale: place.locale,
  key,
  record_id: id,
});

/** The pieces that begin after the given ones, in the same order. */
export const findNext = async (
  tx: Db,
  queries: Finds,
  workspace: WorkspaceScope,
  keys: readonly PieceKey[],
): Promise<(WholePiece | undefined)[]> => {
  const found: (WholePiece | undefined)[] = keys.map(() => undefined);
  const asked = keys.map((key, at): AskedPiece => ({ ...key, at }));
  for (const piece of await queries.findNext(tx, workspace, asked)) found[piece.at] = piece as WholePiece;
  return found;
};

/** Those of one group. */
export const findPieces = async (
  tx: Db,
  queries: Finds,
  workspace: WorkspaceScope,
  group: readonly ListChanges[],
): Promise<PieceChanges[]> => {
  const runs = group.map(({ changes }) => new Run(changes.length));
  for (;;) {
    const wanted = runs.flatMap((run, number) => run.takeWanted().map((index) => ({ number, index })));
    if (wanted.length === 0) break;
    const asked = wanted.map(({ number, index }, at): AskedPiece => {
      const { place, changes } = group[number] as ListChanges;
      return { ...pieceKeyOf(place, changes[index] as ListChange), at };
    });
    const found = new Map((await queries.findPieces(tx, workspace, asked)).map((piece) => [piece.at, piece]));
    for (const [at, { number, index }] of wanted.entries()) {
      runs[number]?.note(index, found.get(at) as WholePiece | undefined);
    }
  }
  await findFirst(tx, queries, workspace, group, runs);
  return group.flatMap((list, number) => (runs[number] as Run).divide(list));
};

/** What comes before all pieces falls into the first one. */
const findFirst = async (
  tx: Db,
  queries: Finds,
  workspace: WorkspaceScope,
  group: readonly ListChanges[],
  runs: readonly Run[],
): Promise<void> => {
  const before = runs.flatMap((run, number) => (run.beginsBeforeAll() ? [number] : []));
  const keys = before.map((number) => pieceKeyOf((group[number] as ListChanges).place, { key: '', id: '' }));
  const first = await findNext(tx, queries, workspace, keys);
  for (const [at, number] of before.entries()) runs[number]?.fillFirst(first[at]);
};

/** The pieces of a list's changes. Between two changes of the same piece there is no other, so few have to be looked up. */
class Run {
  readonly #found: (WholePiece | undefined)[];
  #wanted: number[];
  #gaps: [from: number, to: number][];

  constructor(length: number) {
    this.#found = new Array<undefined>(length).fill(undefined);
    this.#wanted = length === 1 ? [0] : [0, length - 1];
    this.#gaps = length === 1 ? [] : [[0, length - 1]];
  }

  /** Which changes to look up. Their pieces are noted before the next call. */
  takeWanted(): number[] {
    if (this.#wanted.length === 0) this.#divideGaps();
    return this.#wanted.splice(0);
  }

  note(index: number, piece: WholePiece | undefined): void {
    this.#found[index] = piece;
  }

  beginsBeforeAll(): boolean {
    return this.#found[0] === undefined;
  }

  fillFirst(piece: WholePiece | undefined): void {
    for (let index = 0; index < this.#found.length && this.#found[index] === undefined; index += 1) {
      this.#found[index] = piece;
    }
  }

  divide({ place, changes }: ListChanges): PieceChanges[] {
    const divided: PieceChanges[] = [];
    for (let from = 0; from < changes.length; ) {
      const piece = this.#found[from];
      let to = from + 1;
      while (to < changes.length && isSame(this.#found[to], piece)) to += 1;
      divided.push({ place, piece, changes: changes.slice(from, to) });
      from = to;
    }
    return divided;
  }

  #divideGaps(): void {
    const gaps = this.#gaps.splice(0);
    for (const [from, to] of gaps) {
      if (isSame(this.#found[from], this.#found[to])) {
        this.#found.fill(this.#found[from], from, to);
      } else if (to - from > 1) {
        const middle = (from + to) >> 1;
        this.#wanted.push(middle);
        this.#gaps.push([from, middle], [middle, to]);
      }
    }
  }
}

const isSame = (one: WholePiece | undefined, other: WholePiece | undefined): boolean =>
  one?.key === other?.key && one?.record_id === other?.record_id;
