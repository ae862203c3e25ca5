// Changes lists of records: adds and removes entries, and splits and joins pieces so that each stays short.

import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import {
  type Entry,
  entriesOfPiece,
  type ListPlace,
  type ListQueries,
  needsId,
  rowOf,
  type WholePiece,
} from './list-rows.ts';

const ENTRIES_MAX = 128;
/** Of a piece that was just split. */
const ENTRIES_WANTED = 96;
/** A piece with fewer joins the one that follows. */
const ENTRIES_MIN = 24;

export interface ListChange extends Entry {
  readonly isGone: boolean;
}

type Head = Pick<Entry, 'key' | 'id'>;

export const compareEntries = (one: Head, other: Head): number => {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
};

/** An entry is named once at most. */
export const changeList = async (
  tx: Db,
  queries: ListQueries & ListWrites,
  place: ListPlace,
  changes: readonly ListChange[],
  yieldIfDue: () => Promise<void> | undefined,
): Promise<void> => {
  const sorted = changes.toSorted(compareEntries);
  for (let at = 0; at < sorted.length; ) {
    const change = sorted[at] as ListChange;
    const { key, id } = change;
    const piece =
      (await queries.pieceOf.first(tx, { ...place, key, id })) ??
      (await queries.wholeAfter.first(tx, { ...place, key: '', id: '', limit: 1 }));
    const next = piece && at + 1 < sorted.length ? await headAfter(tx, queries, place, piece) : undefined;
    const from = at;
    at += 1;
    const isInside = (head: Head) =>
      piece === undefined || next === undefined || compareEntries(head, next) < 0;
    while (at < sorted.length && isInside(sorted[at] as ListChange)) at += 1;
    await changePiece(tx, queries, place, piece, sorted.slice(from, at));
    await yieldIfDue();
  }
};

const headAfter = async (
  tx: Db,
  queries: ListQueries & ListWrites,
  place: ListPlace,
  piece: WholePiece,
): Promise<Head | undefined> => {
  const at = { ...place, key: piece.key, id: piece.record_id, limit: 1 };
  const next = await queries.piecesAfter.first(tx, at);
  return next && { key: next.key, id: next.record_id };
};

const changePiece = async (
  tx: Db,
  queries: ListQueries & ListWrites,
  place: ListPlace,
  piece: WholePiece | undefined,
  changes: readonly ListChange[],
): Promise<void> => {
  const before = piece === undefined ? [] : entriesOfPiece(piece);
  const kept = without(before, changes);
  const added = changes.filter(({ isGone }) => !isGone);
  const keys = new Set(added.map(({ key }) => key));
  const findMissing = (all: readonly Entry[], isMissing: (index: number) => boolean) =>
    withIds(tx, queries, place, all, isMissing);
  let entries = merge(await findMissing(kept, (index) => keys.has((kept[index] as Entry).key)), added);
  const gone = piece === undefined ? [] : [piece];
  if (piece !== undefined && entries.length < Math.min(ENTRIES_MIN, before.length)) {
    const at = { ...place, key: piece.key, id: piece.record_id, limit: 1 };
    const next = await queries.wholeAfter.first(tx, at);
    if (next !== undefined && next.entries + entries.length <= ENTRIES_WANTED) {
      entries = [...entries, ...entriesOfPiece(next)];
      gone.push(next);
    }
  }
  const pieces = entries.length <= ENTRIES_MAX ? 1 : Math.ceil(entries.length / ENTRIES_WANTED);
  const length = Math.ceil(entries.length / pieces);
  entries = await findMissing(entries, (index) => index % length === 0 || needsId(entries, index));
  const [first] = entries;
  if (
    gone.length === 1 &&
    entries.length <= ENTRIES_MAX &&
    first?.key === piece?.key &&
    first?.id === piece?.record_id
  ) {
    await queries.update.all(tx, rowOf(place, entries));
    return;
  }
  const { environmentId, ...list } = place;
  for (const { key, record_id } of gone) {
    await queries.remove.all(tx, { ...list, environment_id: environmentId, key, record_id });
  }
  for (let from = 0; from < entries.length; from += length) {
    await queries.insert.all(tx, rowOf(place, entries.slice(from, from + length)));
  }
};

/** Without those that are named: an entry that is there already is replaced. A slot may have passed to another record. */
const without = (entries: readonly Entry[], changes: readonly ListChange[]): Entry[] => {
  const bySlot = Map.groupBy(changes, ({ slot }) => slot);
  const isNamed = ({ key, slot, id }: Entry): boolean =>
    bySlot.get(slot)?.some((change) => change.key === key && (id === '' || change.id === id)) ?? false;
  return entries.filter((entry) => !isNamed(entry));
};

/** Looks up the ids that the row does not tell and that are needed now. */
const withIds = async (
  tx: Db,
  { findIds }: ListQueries,
  place: ListPlace,
  entries: readonly Entry[],
  isNeeded: (index: number) => boolean,
): Promise<Entry[]> => {
  const missing = entries.filter(({ id }, index) => id === '' && isNeeded(index));
  if (missing.length === 0) return [...entries];
  const ids = await findIds(
    tx,
    place,
    missing.map(({ slot }) => slot),
  );
  return entries.map((entry, index) =>
    entry.id === '' && isNeeded(index) ? { ...entry, id: ids.get(entry.slot) ?? '' } : entry,
  );
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

const rowKey = { environment_id: '', model: '', list: '', locale: '', key: '', record_id: '' };

export const prepareListWrites = (db: Db) => {
  const row = { ...rowKey, last_key: '', entries: 0, head_run: 0, tail_run: 0, slots: '', keys: '', ids: '' };
  return {
    insert: prepareInWorkspace(db, row, (workspace, value) =>
      workspace.insertInto('record_list').values({ ...value }),
    ),
    update: prepareInWorkspace(db, row, (workspace, value) =>
      workspace
        .updateTable('record_list')
        .set({
          last_key: value.last_key,
          entries: value.entries,
          head_run: value.head_run,
          tail_run: value.tail_run,
          slots: value.slots,
          keys: value.keys,
          ids: value.ids,
        })
        .where('environment_id', '=', value.environment_id)
        .where('model', '=', value.model)
        .where('list', '=', value.list)
        .where('locale', '=', value.locale)
        .where('key', '=', value.key)
        .where('record_id', '=', value.record_id),
    ),
    remove: prepareInWorkspace(db, rowKey, (workspace, value) =>
      workspace
        .deleteFrom('record_list')
        .where('environment_id', '=', value.environment_id)
        .where('model', '=', value.model)
        .where('list', '=', value.list)
        .where('locale', '=', value.locale)
        .where('key', '=', value.key)
        .where('record_id', '=', value.record_id),
    ),
  };
};
