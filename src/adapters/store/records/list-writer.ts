// Changes lists of records: adds and removes entries, and splits and joins pieces so that each stays short. The changes of
// many lists are read and written together.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import { isOneOf, prepareBatches } from '../sql/prepared-batches.ts';
import { scopeColumnsOf } from '../sql/scoped-query.ts';
import {
  findNext,
  findPieces,
  groupsOf,
  type ListChange,
  type ListChanges,
  type PieceChanges,
  pieceKeyOf,
} from './list-pieces.ts';
import {
  compareEntries,
  type Entry,
  entriesOfPiece,
  type ListPlace,
  type ListQueries,
  type ListRow,
  needsId,
  type PieceKey,
  rowOf,
  type WholePiece,
} from './list-rows.ts';

const ENTRIES_MAX = 128;
/** Of a piece that was just split. */
const ENTRIES_WANTED = 96;
/** A piece with fewer joins the one that follows. */
const ENTRIES_MIN = 24;

type Queries = ListQueries & ListWrites;

export const changeLists = async (
  tx: Db,
  queries: Queries,
  lists: Iterable<ListChanges>,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<void> => {
  for (const group of groupsOf(lists)) {
    const [{ place }] = group as [ListChanges];
    const { tenantId, workspaceId } = place;
    const workspace = { tenantId, workspaceId };
    const pieces = await findPieces(tx, queries, workspace, group);
    const open = await openPieces(tx, queries, pieces);
    await joinShort(tx, queries, workspace, open);
    await writePieces(tx, queries, workspace, open, yieldIfDue);
    await yieldIfDue();
  }
};

/** A piece with its changes applied. */
interface OpenPiece {
  readonly place: ListPlace;
  /** How many entries it had. */
  readonly length: number;
  /** The rows that it replaces. */
  readonly gone: WholePiece[];
  entries: Entry[];
}

const openPieces = async (
  tx: Db,
  queries: Queries,
  pieces: readonly PieceChanges[],
): Promise<OpenPiece[]> => {
  const opened = pieces.map(({ place, piece, changes }) => {
    const before = piece === undefined ? [] : entriesOfPiece(piece);
    const added = changes.filter(({ isGone }) => !isGone);
    const keys = new Set(added.map(({ key }) => key));
    const kept = without(before, changes);
    return { place, piece, before, added, kept, isNeeded: isFirstOrIn(kept, keys) };
  });
  const find = await findIdsOf(tx, queries, opened);
  return opened.map(({ place, piece, before, added, kept, isNeeded }) => ({
    place,
    length: before.length,
    gone: piece === undefined ? [] : [piece],
    entries: merge(fillIds(kept, find(place), isNeeded), added),
  }));
};

/** The first one names the row; the others are compared with new ones. */
const isFirstOrIn =
  (entries: readonly Entry[], keys: ReadonlySet<string>) =>
  (index: number): boolean =>
    index === 0 || keys.has((entries[index] as Entry).key);

interface WithMissing {
  readonly place: ListPlace;
  readonly kept: readonly Entry[];
  readonly isNeeded: (index: number) => boolean;
}

/** Looks up the ids that rows do not tell and that are needed now. */
const findIdsOf = async (
  tx: Db,
  { findIds }: ListQueries,
  pieces: readonly WithMissing[],
): Promise<(place: ListPlace) => ReadonlyMap<number, string>> => {
  const found = new Map<string, ReadonlyMap<number, string>>();
  for (const [model, own] of Map.groupBy(pieces, ({ place }) => place.model)) {
    const slots = own.flatMap(({ kept, isNeeded }) =>
      kept.filter(({ id }, index) => id === '' && isNeeded(index)).map(({ slot }) => slot),
    );
    const [{ place }] = own as [WithMissing];
    found.set(model, slots.length === 0 ? new Map() : await findIds(tx, place, slots));
  }
  return ({ model }) => found.get(model) ?? new Map();
};

const fillIds = (
  entries: readonly Entry[],
  ids: ReadonlyMap<number, string>,
  isNeeded: (index: number) => boolean,
): Entry[] =>
  entries.map((entry, index) =>
    entry.id === '' && isNeeded(index) ? { ...entry, id: ids.get(entry.slot) ?? '' } : entry,
  );

/** Pieces that became too short take in the piece that follows, unless that changes as well. */
const joinShort = async (
  tx: Db,
  queries: Queries,
  workspace: WorkspaceScope,
  pieces: readonly OpenPiece[],
): Promise<void> => {
  const short = pieces.filter(({ entries, length }) => entries.length < Math.min(ENTRIES_MIN, length));
  const changing = new Set(pieces.flatMap(({ place, gone }) => gone.map((piece) => nameOf(place, piece))));
  const keys = short.map(({ place, gone }) => keyOf(place, gone[0] as WholePiece));
  const following = await findNext(tx, queries, workspace, keys);
  for (const [index, piece] of short.entries()) {
    const next = following[index];
    if (next === undefined || changing.has(nameOf(piece.place, next))) continue;
    if (next.entries + piece.entries.length > ENTRIES_WANTED) continue;
    piece.entries = [...piece.entries, ...entriesOfPiece(next)];
    piece.gone.push(next);
  }
};

const writePieces = async (
  tx: Db,
  queries: Queries,
  workspace: WorkspaceScope,
  pieces: readonly OpenPiece[],
  yieldIfDue: () => Promise<void> | undefined,
): Promise<void> => {
  const rows: ListRow[] = [];
  const gone = new Map<string, PieceKey>();
  for (const piece of pieces) {
    for (const old of piece.gone) gone.set(nameOf(piece.place, old), keyOf(piece.place, old));
    rows.push(...(await dividedRows(tx, queries, piece)));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  for (const { environment_id, model, list, locale, key, record_id } of rows) {
    gone.delete(JSON.stringify([environment_id, model, list, locale, key, record_id]));
  }
  await queries.remove(tx, workspace, [...gone.values()] as KeyCells[]);
  await queries.put(tx, workspace, rows);
};

/** The rows of a piece: several if it became too long, none if nothing is left. */
const dividedRows = async (
  tx: Db,
  queries: ListQueries,
  { place, entries: all }: OpenPiece,
): Promise<ListRow[]> => {
  const pieces = all.length <= ENTRIES_MAX ? 1 : Math.ceil(all.length / ENTRIES_WANTED);
  const length = Math.ceil(all.length / pieces);
  const isNeeded = (index: number): boolean => index % length === 0 || needsId(all, index);
  const isMissing = all.some(({ id }, index) => id === '' && isNeeded(index));
  const find = isMissing ? await findIdsOf(tx, queries, [{ place, kept: all, isNeeded }]) : undefined;
  const entries = find === undefined ? all : fillIds(all, find(place), isNeeded);
  const rows: ListRow[] = [];
  for (let from = 0; from < entries.length; from += length) {
    rows.push(rowOf(place, entries.slice(from, from + length)));
  }
  return rows;
};

const keyOf = (place: ListPlace, { key, record_id: id }: WholePiece): PieceKey =>
  pieceKeyOf(place, { key, id });

const nameOf = (place: ListPlace, { key, record_id }: WholePiece): string =>
  JSON.stringify([place.environmentId, place.model, place.list, place.locale, key, record_id]);

/** Without those that are named: an entry that is there already is replaced. A slot may have passed to another record. */
const without = (entries: readonly Entry[], changes: readonly ListChange[]): Entry[] => {
  const bySlot = Map.groupBy(changes, ({ slot }) => slot);
  const isNamed = ({ key, slot, id }: Entry): boolean =>
    bySlot.get(slot)?.some((change) => change.key === key && (id === '' || change.id === id)) ?? false;
  return entries.filter((entry) => !isNamed(entry));
};

/** Both are sorted. */
const merge = (entries: readonly Entry[], added: readonly Entry[]): Entry[] => {
  const merged: Entry[] = [];
  let at = 0;
  for (const { key, id, slot } of added) {
    const entry = { key, id, slot };
    for (; at < entries.length && compareEntries(entries[at] as Entry, entry) < 0; at += 1) {
      merged.push(entries[at] as Entry);
    }
    merged.push(entry);
  }
  return [...merged, ...entries.slice(at)];
};

export type ListWrites = ReturnType<typeof prepareListWrites>;

const keyCells = { environment_id: '', model: '', list: '', locale: '', key: '', record_id: '' };

type KeyCells = Readonly<typeof keyCells>;

const numbers = { entries: 0, head_run: 0, tail_run: 0 };
const rowCells: ListRow = { ...keyCells, last_key: '', ...numbers, slots: '', keys: '', ids: '' };

export const prepareListWrites = (db: Db) => ({
  put: prepareBatches(db, {}, rowCells, (workspace, _, rows) =>
    workspace
      .insertInto('record_list')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns([
            ...scopeColumnsOf('record_list'),
            ...(['environment_id', 'model', 'list', 'locale', 'key', 'record_id'] as const),
          ])
          .doUpdateSet((eb) => ({
            last_key: eb.ref('excluded.last_key'),
            entries: eb.ref('excluded.entries'),
            head_run: eb.ref('excluded.head_run'),
            tail_run: eb.ref('excluded.tail_run'),
            slots: eb.ref('excluded.slots'),
            keys: eb.ref('excluded.keys'),
            ids: eb.ref('excluded.ids'),
          })),
      ),
  ),
  remove: prepareBatches(
    db,
    {},
    keyCells as KeyCells,
    (workspace, _, rows) => workspace.deleteFrom('record_list').where(isOneOf(Object.keys(keyCells), rows)),
    { mayRepeat: true },
  ),
});
