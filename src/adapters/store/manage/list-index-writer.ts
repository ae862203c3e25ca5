// Keeps the index of lists (decision 0041) in the transaction that writes or deletes an object: the one place that writes
// its rows. Objects of a list stand in blocks of neighbours; a block that is full is split in two.

import { randomBytes } from 'node:crypto';
import type { Db } from '../sql/engine.ts';
import type { Columns } from '../sql/key-range.ts';
import { parseStored } from '../sql/stored-json.ts';
import {
  entryOf,
  type ListColumns,
  type ListEntry,
  type ListedKind,
  type ListKey,
  listKeyOf,
  listOf,
} from './list-entries.ts';
import { type BlockRow, buildListIndexRows, type EntryRow, type ListIndexRows } from './list-index-rows.ts';
import {
  addSlot,
  countSlots,
  decodeSlots,
  dropSlots,
  encodeSlots,
  findFreeSlot,
  noSlots,
  removeSlot,
  type SlotSet,
  slotsOf,
} from './slot-set.ts';

export interface ListIndexWriter {
  /** `place`: the columns of the object's primary key; `isNew`: nothing stood there before. */
  put(tx: Db, kind: ListedKind, place: Columns, object: object, isNew: boolean): Promise<void>;
  delete(tx: Db, kind: ListedKind, place: Columns): Promise<void>;
}

const OWN_NAME = randomBytes(9).toString('base64url');
let namesMade = 0;

/** One that nobody has used: a name drawn for this thread, and a number. */
const makeName = (): string => {
  namesMade += 1;
  return `${OWN_NAME}${namesMade.toString(36)}`;
};

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Where a list is written: what every step of it needs. */
interface Writing {
  readonly tx: Db;
  readonly rows: ListIndexRows;
  readonly list: ListColumns;
}

export const buildListIndexWriter = (db: Db): ListIndexWriter => {
  const rows = buildListIndexRows(db);
  return {
    async put(tx, kind, place, object, isNew) {
      const list = listOf(kind, place);
      const key = listKeyOf(kind, place);
      const entry = entryOf(kind, object as Readonly<Record<string, unknown>>);
      const before = isNew ? undefined : await rows.findEntry.first(tx, { ...list, ...key });
      const writing = { tx, rows, list };
      if (before === undefined) await insertEntry(writing, key, entry);
      else await updateEntry(writing, before, entry);
    },
    async delete(tx, kind, place) {
      const list = listOf(kind, place);
      const before = await rows.findEntry.first(tx, { ...list, ...listKeyOf(kind, place) });
      if (before !== undefined) await deleteEntry({ tx, rows, list }, before);
    },
  };
};

const insertEntry = async (writing: Writing, key: ListKey, entry: ListEntry): Promise<void> => {
  const { tx, rows, list } = writing;
  const block = await findRoom(writing, key);
  const slots = decodeSlots(block.slots);
  const slot = findFreeSlot(slots) as number;
  addSlot(slots, slot);
  await rows.putEntry.all(tx, { ...list, ...key, block: block.block, slot, ...entry });
  await saveBlock(writing, block, slots, bytesOf(entry.text));
  await rows.addTerms(tx, list, block.block, eachWith(parseStored<string[]>(entry.terms), slot));
};

const updateEntry = async (writing: Writing, before: EntryRow, entry: ListEntry): Promise<void> => {
  const isSameText = before.text === entry.text;
  if (isSameText && before.terms === entry.terms) return;
  const { tx, rows, list } = writing;
  const { id, locale, block, slot } = before;
  await rows.putEntry.all(tx, { ...list, id, locale, block, slot, ...entry });
  if (!isSameText) {
    const stored = await blockOf(writing, before);
    const grown = bytesOf(entry.text) - bytesOf(before.text);
    await saveBlock(writing, stored, decodeSlots(stored.slots), grown);
  }
  if (before.terms === entry.terms) return;
  const gone = new Set(parseStored<string[]>(before.terms));
  const added = parseStored<string[]>(entry.terms).filter((term) => !gone.delete(term));
  await rows.removeTerms(tx, list, block, slotsOf([slot]), [...gone]);
  await rows.addTerms(tx, list, block, eachWith(added, slot));
};

const deleteEntry = async (writing: Writing, entry: EntryRow): Promise<void> => {
  const { tx, rows, list } = writing;
  const { id, locale, slot } = entry;
  const block = await blockOf(writing, entry);
  const slots = decodeSlots(block.slots);
  removeSlot(slots, slot);
  await rows.deleteEntry.all(tx, { ...list, id, locale });
  await rows.removeTerms(tx, list, block.block, slotsOf([slot]), parseStored<string[]>(entry.terms));
  if (countSlots(slots) > 0) await saveBlock(writing, block, slots, -bytesOf(entry.text));
  else await rows.deleteBlock.all(tx, { ...list, from_id: block.from_id, from_locale: block.from_locale });
};

const blockOf = async ({ tx, rows, list }: Writing, { id, locale }: ListKey): Promise<BlockRow> => {
  const block = await rows.findBlock.first(tx, { ...list, id, locale });
  if (block === undefined) throw new Error(`the list index has no block for ${JSON.stringify(id)}`);
  return block;
};

const saveBlock = async (
  { tx, rows, list }: Writing,
  { from_id, from_locale, block, bytes }: BlockRow,
  slots: SlotSet,
  grown: number,
): Promise<void> => {
  const changed = { slots: encodeSlots(slots), bytes: bytes + grown, stamp: makeName() };
  await rows.putBlock.all(tx, { ...list, from_id, from_locale, block, ...changed });
};

const emptyBlock = ({ id, locale }: ListKey): BlockRow => ({
  from_id: id,
  from_locale: locale,
  block: makeName(),
  slots: '',
  bytes: 0,
  stamp: '',
});

/** A block for the key that has a slot left. The first block of a list begins before every key. */
const findRoom = async (writing: Writing, key: ListKey): Promise<BlockRow> => {
  const { tx, rows, list } = writing;
  const block = await rows.findBlock.first(tx, { ...list, ...key });
  if (block === undefined) return emptyBlock({ id: '', locale: '' });
  if (findFreeSlot(decodeSlots(block.slots)) !== undefined) return block;
  const next = await rows.blockAfter.first(tx, { ...list, ...key });
  // After all of its block, as when objects come in order: nothing has to move.
  if (next?.block !== block.block) return emptyBlock(key);
  await splitBlock(writing, block);
  return blockOf(writing, key);
};

/** The greater half moves to a block of its own. Objects keep the numbers of their slots. */
const splitBlock = async (writing: Writing, block: BlockRow): Promise<void> => {
  const { tx, rows, list } = writing;
  const entries = await rows.entriesOfBlock.all(tx, { ...list, block: block.block });
  const moved = entries.slice(entries.length >>> 1);
  const [first] = moved;
  if (first === undefined) return;
  const { id, locale } = first;
  const upper = emptyBlock(first);
  const movedSlots = slotsOf(moved.map(({ slot }) => slot));
  const left = decodeSlots(block.slots);
  dropSlots(left, movedSlots);
  const bytes = moved.reduce((sum, entry) => sum + entry.bytes, 0);
  await rows.moveEntries.all(tx, { ...list, id, locale, block: block.block, to: upper.block });
  await saveBlock(writing, block, left, -bytes);
  await saveBlock(writing, upper, movedSlots, bytes);
  const slotsByTerm = new Map<string, SlotSet>();
  for (const { slot, terms } of moved) {
    for (const term of parseStored<string[]>(terms)) {
      const slots = slotsByTerm.get(term) ?? noSlots();
      addSlot(slots, slot);
      slotsByTerm.set(term, slots);
    }
  }
  await rows.removeTerms(tx, list, block.block, movedSlots, [...slotsByTerm.keys()]);
  await rows.addTerms(tx, list, upper.block, slotsByTerm);
};

const eachWith = (terms: readonly string[], slot: number): ReadonlyMap<string, SlotSet> => {
  const slots = slotsOf([slot]);
  return new Map(terms.map((term) => [term, slots]));
};
