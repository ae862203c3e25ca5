// Lists of records in the order of a value, stored in pieces: a row holds up to 128 entries, in the order of their
// keys and then of the records' ids. So a change writes one row per entry, and a hundred thousand entries are about a
// thousand rows. Slots are packed separately from keys and ids, because most readers need only them.

import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BETWEEN_KEYS } from '../../../domain/records/list-keys.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import type { WorkspaceQueries } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import type { Tables } from '../sql/tables.ts';
import { prepareFindIds } from './record-slots.ts';

/** The environment of lists of latest versions. */
export const LATEST = '';

export interface ListPlace extends WorkspaceScope {
  /** `LATEST`, or the environment that shows the records. */
  readonly environmentId: string;
  readonly model: string;
  readonly list: string;
  readonly locale: string;
}

export interface Entry {
  readonly key: string;
  /** Empty where a row does not tell it: entries have their order, and the slot tells whose an entry is. */
  readonly id: string;
  readonly slot: number;
}

/** The order of a list. */
export const compareEntries = (one: Omit<Entry, 'slot'>, other: Omit<Entry, 'slot'>): number => {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
};

/** A row without its keys and ids. */
export interface ListPiece {
  readonly key: string;
  readonly record_id: string;
  readonly last_key: string;
  readonly entries: number;
  /** How many entries from the first on, and up to the last, have the same key. */
  readonly head_run: number;
  readonly tail_run: number;
}

export type PieceWithSlots = ListPiece & { readonly slots: string };
export type WholePiece = PieceWithSlots & { readonly keys: string; readonly ids: string };

const SLOT_CHARS = 5;
const SLOT_BITS = 6;
const SLOT_MASK = 63;
const FIRST_CHAR = 48;

export const packSlots = (slots: readonly number[]): string => {
  let packed = '';
  for (const slot of slots) {
    for (let shift = (SLOT_CHARS - 1) * SLOT_BITS; shift >= 0; shift -= SLOT_BITS) {
      packed += String.fromCharCode(FIRST_CHAR + ((slot >>> shift) & SLOT_MASK));
    }
  }
  return packed;
};

/** How many slots are packed. */
export const packedLength = (packed: string): number => packed.length / SLOT_CHARS;

export const slotAt = (slots: string, index: number): number => {
  let slot = 0;
  for (let at = index * SLOT_CHARS, end = at + SLOT_CHARS; at < end; at += 1) {
    slot = (slot << SLOT_BITS) | (slots.charCodeAt(at) - FIRST_CHAR);
  }
  return slot;
};

export const keysOfPiece = (keys: string): string[] => keys.split(BETWEEN_KEYS);

/** Ids by the number of the entry. Earlier versions stored an array of all of them. */
type StoredIds = Readonly<Record<number, string>>;

export const entriesOfPiece = ({ slots, keys, ids, record_id }: WholePiece): Entry[] => {
  const known = parseStored<StoredIds>(ids);
  return keysOfPiece(keys).map((key, index) => ({
    key,
    id: (index === 0 ? record_id : known[index]) ?? '',
    slot: slotAt(slots, index),
  }));
};

/** Whether the row has to tell the id: the first one is in the row's key, others tell entries of one key apart. */
export const needsId = (entries: readonly Entry[], index: number): boolean => {
  const key = entries[index]?.key;
  return index === 0 || entries[index - 1]?.key === key || entries[index + 1]?.key === key;
};

const storedIds = (entries: readonly Entry[]): StoredIds => {
  const ids: Record<number, string> = {};
  for (let index = 1; index < entries.length; index += 1) {
    if (needsId(entries, index)) ids[index] = (entries[index] as Entry).id;
  }
  return ids;
};

export type ListRow = {
  readonly [Column in Exclude<
    keyof Tables['record_list'],
    'tenant_id' | 'workspace_id'
  >]: Tables['record_list'][Column];
};

export const rowOf = (place: ListPlace, entries: readonly Entry[]): ListRow => {
  const first = entries[0] as Entry;
  const last = entries.at(-1) as Entry;
  const headEnd = entries.findIndex(({ key }) => key !== first.key);
  const tailStart = entries.findLastIndex(({ key }) => key !== last.key);
  return {
    environment_id: place.environmentId,
    model: place.model,
    list: place.list,
    locale: place.locale,
    key: first.key,
    record_id: first.id,
    last_key: last.key,
    entries: entries.length,
    head_run: headEnd === -1 ? entries.length : headEnd,
    tail_run: entries.length - 1 - tailStart,
    slots: packSlots(entries.map(({ slot }) => slot)),
    keys: entries.map(({ key }) => key).join(BETWEEN_KEYS),
    ids: JSON.stringify(storedIds(entries)),
  };
};

const pieceColumns = ['key', 'record_id', 'last_key', 'entries', 'head_run', 'tail_run'] as const;
const wholeColumns = [...pieceColumns, 'slots', 'keys', 'ids'] as const;

const example = { environmentId: '', model: '', list: '', locale: '', key: '', id: '' };

type Value = typeof example;

export type ListQueries = ReturnType<typeof prepareListQueries>;

const listOf = (workspace: WorkspaceQueries, value: Pick<Value, 'environmentId' | 'model' | 'list'>) =>
  workspace
    .selectFrom('record_list')
    .where('environment_id', '=', value.environmentId)
    .where('model', '=', value.model)
    .where('list', '=', value.list);

/** In the order of keys and ids. */
const isBeyond = (comparison: RawBuilder<unknown>, { key, id }: Pick<Value, 'key' | 'id'>) =>
  sql<boolean>`(key, record_id) ${comparison} (${key}, ${id})`;

/** The values of many rows in one: a row costs more than its values. */
const joined = (column: (typeof wholeColumns)[number]) =>
  sql<string | null>`string_agg(cast(${sql.ref(column)} as text), ${BETWEEN_KEYS})`.as(column);

export const prepareListQueries = (db: Db) => {
  const joinedAfter = (columns: readonly (typeof wholeColumns)[number][], isBounded: boolean) =>
    prepareInWorkspace(db, { ...example, limit: 0, upTo: '' }, (workspace, value) => {
      const pieces = listOf(workspace, value)
        .where('locale', '=', value.locale)
        .select([...columns])
        .where(isBeyond(sql`>`, value))
        .orderBy('key')
        .orderBy('record_id')
        .limit(value.limit);
      const some = isBounded ? pieces.where('key', '<=', value.upTo) : pieces;
      return workspace
        .selectFrom(some.as('piece'))
        .select((eb) => [eb.fn.countAll<number>().as('pieces'), ...columns.map(joined)]);
    });
  const forward = (columns: readonly (typeof wholeColumns)[number][]) =>
    prepareInWorkspace(db, { ...example, limit: 0 }, (workspace, value) =>
      listOf(workspace, value)
        .where('locale', '=', value.locale)
        .select([...columns])
        .where(isBeyond(sql`>`, value))
        .orderBy('key')
        .orderBy('record_id')
        .limit(value.limit),
    );
  return {
    findIds: prepareFindIds(db),
    ...preparePieceLists(db),
    /** The piece in which an entry of this key and id is, or would be, unless it comes before all. */
    pieceOf: prepareInWorkspace(db, example, (workspace, value) =>
      listOf(workspace, value)
        .where('locale', '=', value.locale)
        .select([...wholeColumns])
        .where(isBeyond(sql`<=`, value))
        .orderBy('key', 'desc')
        .orderBy('record_id', 'desc')
        .limit(1),
    ),
    /** Those after the key and id of a piece. */
    piecesAfter: forward(pieceColumns),
    slotRowsAfter: forward([...pieceColumns, 'slots']),
    /** The same as one row. */
    slotsAfter: joinedAfter([...pieceColumns, 'slots'], false),
    slotsBetween: joinedAfter([...pieceColumns, 'slots'], true),
    keysAfter: joinedAfter(['key', 'record_id', 'keys', 'slots'], false),
    wholeAfter: forward(wholeColumns),
    whole: prepareInWorkspace(db, example, (workspace, value) =>
      listOf(workspace, value)
        .where('locale', '=', value.locale)
        .select([...wholeColumns])
        .where('key', '=', value.key)
        .where('record_id', '=', value.id),
    ),
    localeAfter: prepareInWorkspace(db, example, (workspace, value) =>
      listOf(workspace, value).select('locale').where('locale', '>', value.locale).orderBy('locale').limit(1),
    ),
  };
};

/** An entry of a list, or the first one of a piece. */
export interface PieceKey {
  readonly environment_id: string;
  readonly model: string;
  readonly list: string;
  readonly locale: string;
  readonly key: string;
  readonly record_id: string;
}

/** An entry whose piece is looked for; `at` comes back with the piece. */
export type AskedPiece = { readonly [Column in keyof PieceKey]: string } & { readonly at: number };

/** The pieces of several entries, of any lists, with one statement. */
const preparePieceLists = (db: Db) => {
  const asked = { environment_id: '', model: '', list: '', locale: '', key: '', record_id: '', at: 0 };
  const piecesOf = (comparison: RawBuilder<unknown>, direction: 'asc' | 'desc') =>
    prepareBatches(
      db,
      {},
      asked as AskedPiece,
      (workspace, _, rows) => {
        const [first, ...others] = rows.map((row) => {
          const piece = listOf(workspace, { ...row, environmentId: row.environment_id })
            .where('locale', '=', row.locale)
            .select([...wholeColumns])
            .where(isBeyond(comparison, { key: row.key, id: row.record_id }))
            .orderBy('key', direction)
            .orderBy('record_id', direction)
            .limit(sql.lit(1));
          return workspace
            .selectFrom(piece.as('piece'))
            .select([...wholeColumns])
            .select(sql<number>`cast(${row.at} as integer)`.as('at'));
        });
        return others.reduce((all, one) => all.unionAll(one), first as NonNullable<typeof first>);
      },
      { mayRepeat: true },
    );
  return {
    /** Those in which the entries are, or would be. There is none for an entry that comes before all pieces. */
    findPieces: piecesOf(sql`<=`, 'desc'),
    /** Those that begin after the entries. */
    findNext: piecesOf(sql`>`, 'asc'),
  };
};
