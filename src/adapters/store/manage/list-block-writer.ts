// Writes changes to the blocks of one list, in key order. Rows are collected over several blocks and written together. A
// block with too many objects is divided; objects that follow in key order start new blocks.

import type { Db } from '../sql/engine.ts';
import { parseStored } from '../sql/stored-json.ts';
import { addSlot, BLOCK_SLOTS, countSlots, encodeSlots, findFreeSlot, removeSlot } from './block-slots.ts';
import { compareListKeys, type ListEntry, type ListId, type ListKey, listKeyName } from './list-entries.ts';
import type { BlockRow, EntryRow, ListIndexRows, ShortEntryRow, TermRow } from './list-index-rows.ts';
import {
  addTerm,
  bytesOf,
  countTerms,
  dropTerm,
  makeName,
  newBlock,
  type OpenBlock,
  openBlock,
  removeEntry,
  termRow,
} from './open-block.ts';

export interface EntryChange extends ListKey {
  /** The index has no entry of this key. */
  readonly isNew: boolean;
  /** Undefined if the object was deleted. */
  readonly entry: ListEntry | undefined;
}

export interface BlockWriter {
  /** All changes of a block at once. `stored` is undefined before the first block: a block is created there. */
  change(stored: BlockRow | undefined, changes: readonly EntryChange[]): Promise<void>;
  finish(): Promise<void>;
}

/** Rows that are collected before they are written. */
const ROWS_MAX = 2_000;
/** Objects in each part of a block that is divided, at most: room for others between them. */
const DIVIDED_SLOTS = (BLOCK_SLOTS * 3) / 4;

type AddedEntry = ListKey & { readonly entry: ListEntry };

export const buildBlockWriter = (tx: Db, rows: ListIndexRows, list: ListId): BlockWriter =>
  new CollectedBlocks(tx, rows, list);

class CollectedBlocks implements BlockWriter {
  readonly #tx: Db;
  readonly #rows: ListIndexRows;
  readonly #list: ListId;
  #entries: EntryRow[] = [];
  #terms: TermRow[] = [];
  #blocks: BlockRow[] = [];
  #lost: { block: string; terms: string[] }[] = [];

  constructor(tx: Db, rows: ListIndexRows, list: ListId) {
    this.#tx = tx;
    this.#rows = rows;
    this.#list = list;
  }

  async change(stored: BlockRow | undefined, changes: readonly EntryChange[]): Promise<void> {
    const open = stored === undefined ? newBlock({ id: '', locale: '' }) : openBlock(stored);
    const before = await this.#findBefore(open, changes);
    const added: AddedEntry[] = [];
    const removed: ListKey[] = [];
    let isChanged = false;
    for (const { id, locale, entry } of changes) {
      const known = before.get(listKeyName({ id, locale }));
      if (known === undefined) {
        if (entry !== undefined) added.push({ id, locale, entry });
      } else if (entry === undefined) {
        isChanged = true;
        removed.push(known);
        removeEntry(open, known);
      } else if (this.#replace(open, known, entry)) {
        isChanged = true;
      }
    }
    if (!isChanged && added.length === 0) return;
    if (stored !== undefined && countSlots(open.slots) + added.length === 0) return this.#deleteBlock(open);
    await this.#deleteEntries(open, removed);
    if (countSlots(open.slots) + added.length <= BLOCK_SLOTS) {
      for (const each of added) this.#add(open, each);
      this.#save(open);
    } else {
      await this.#divide(open, added);
    }
    if (this.#entries.length + this.#terms.length >= ROWS_MAX) await this.finish();
  }

  async finish(): Promise<void> {
    const [tx, rows, list] = [this.#tx, this.#rows, this.#list];
    await rows.putEntries(tx, list, this.#entries);
    await rows.addToTerms(tx, list, this.#terms);
    for (const { block, terms } of this.#lost) {
      await rows.deleteEmptyTerms(
        tx,
        { ...list, block },
        terms.map((term) => ({ term })),
      );
    }
    await rows.putBlocks(tx, list, this.#blocks);
    this.#entries = [];
    this.#terms = [];
    this.#lost = [];
    this.#blocks = [];
  }

  /** By the names of their keys. */
  async #findBefore(
    { block }: OpenBlock,
    changes: readonly EntryChange[],
  ): Promise<ReadonlyMap<string, Omit<EntryRow, 'block'>>> {
    const ids = new Set(changes.filter(({ isNew }) => !isNew).map(({ id }) => id));
    const found = await this.#rows.findEntries(
      this.#tx,
      { ...this.#list, block },
      Array.from(ids, (id) => ({ id })),
    );
    return new Map(found.map((row) => [listKeyName(row), row]));
  }

  /** All of its objects were removed, so these are all of its terms. */
  async #deleteBlock({ block, from, terms }: OpenBlock): Promise<void> {
    const place = { ...this.#list, block };
    await this.#rows.deleteAllEntries.all(this.#tx, place);
    await this.#rows.deleteTerms(
      this.#tx,
      place,
      Array.from(terms.keys(), (term) => ({ term })),
    );
    await this.#rows.deleteBlock.all(this.#tx, { ...this.#list, ...from });
  }

  /** At once, not collected: a divided block is read again. */
  async #deleteEntries({ block }: OpenBlock, removed: readonly ListKey[]): Promise<void> {
    for (const locale of new Set(removed.map((key) => key.locale))) {
      const ids = removed.filter((key) => key.locale === locale).map(({ id }) => ({ id }));
      await this.#rows.deleteEntries(this.#tx, { ...this.#list, block, locale }, ids);
    }
  }

  /** False if the index has the same already. */
  #replace(open: OpenBlock, before: Omit<EntryRow, 'block'>, entry: ListEntry): boolean {
    const terms = JSON.stringify(entry.terms);
    if (before.text === entry.text && before.terms === terms) return false;
    const { id, locale, slot } = before;
    if (before.text !== entry.text) open.isRestamped = true;
    open.bytes += bytesOf(entry.text) - bytesOf(before.text);
    const gone = new Set(parseStored<string[]>(before.terms));
    for (const term of entry.terms) if (!gone.delete(term)) addTerm(open, term, slot);
    for (const term of gone) dropTerm(open, term, slot);
    this.#entries.push({ block: open.block, id, locale, slot, terms, text: entry.text });
    return true;
  }

  #add(open: OpenBlock, { id, locale, entry }: AddedEntry): void {
    const slot = findFreeSlot(open.slots) as number;
    addSlot(open.slots, slot);
    open.isRestamped = true;
    open.bytes += bytesOf(entry.text);
    for (const term of entry.terms) addTerm(open, term, slot);
    const terms = JSON.stringify(entry.terms);
    this.#entries.push({ block: open.block, id, locale, slot, terms, text: entry.text });
  }

  #save(open: OpenBlock): void {
    const { block, from, slots, bytes } = open;
    this.#saveTerms(open);
    if (!open.isRestamped) return;
    const [from_id, from_locale] = [from.id, from.locale];
    this.#blocks.push({ from_id, from_locale, block, slots: encodeSlots(slots), bytes, stamp: makeName() });
  }

  #saveTerms({ block, terms, lost }: OpenBlock): void {
    for (const [term, words] of terms) {
      if (words.some((word) => word !== 0)) this.#terms.push(termRow(term, block, words));
    }
    if (lost.size > 0) this.#lost.push({ block, terms: [...lost] });
    terms.clear();
    lost.clear();
  }

  /** Objects that stay and objects that move keep the numbers of their slots. */
  async #divide(open: OpenBlock, added: readonly AddedEntry[]): Promise<void> {
    this.#saveTerms(open);
    await this.finish();
    const query = { ...this.#list, block: open.block };
    const stored = countSlots(open.slots) === 0 ? [] : await this.#rows.entriesOfBlock.all(this.#tx, query);
    const parts = partsOf(stored, added);
    // From the end, so that each statement moves one part.
    const left = countTerms(stored);
    for (const part of parts.slice(1).reverse()) await this.#fillPart(open, left, part);
    for (const each of parts[0] ?? []) if ('entry' in each) this.#add(open, each);
    this.#save(open);
  }

  /** `left`: how many objects of the old block have each term. */
  async #fillPart(
    old: OpenBlock,
    left: Map<string, number>,
    part: readonly (ShortEntryRow | AddedEntry)[],
  ): Promise<void> {
    const { id, locale } = part[0] as ListKey;
    const open = newBlock({ id, locale });
    const moved = part.filter((each): each is ShortEntryRow => !('entry' in each));
    const whole = new Set<string>();
    for (const [term, count] of countTerms(moved)) {
      const others = (left.get(term) ?? 0) - count;
      left.set(term, others);
      if (others === 0 && !old.terms.has(term)) whole.add(term);
    }
    for (const { slot, bytes, terms } of moved) {
      old.isRestamped = true;
      open.isRestamped = true;
      removeSlot(old.slots, slot);
      addSlot(open.slots, slot);
      old.bytes -= bytes;
      open.bytes += bytes;
      for (const term of parseStored<string[]>(terms)) {
        if (whole.has(term)) continue;
        dropTerm(old, term, slot);
        addTerm(open, term, slot);
      }
    }
    if (moved.length > 0) {
      const values = { ...this.#list, block: old.block, to: open.block };
      await this.#rows.moveEntries.all(this.#tx, { ...values, id, locale });
      await this.#rows.moveTerms(
        this.#tx,
        values,
        Array.from(whole, (term) => ({ term })),
      );
    }
    for (const each of part) if ('entry' in each) this.#add(open, each);
    this.#save(open);
  }
}

/** Full parts if everything is added at the end, as in an import in key order; equal parts otherwise. */
const partsOf = (
  stored: readonly ShortEntryRow[],
  added: readonly AddedEntry[],
): (ShortEntryRow | AddedEntry)[][] => {
  const all = [...stored, ...added];
  const [last, first] = [stored.at(-1), added[0]];
  const isAppended = last === undefined || first === undefined || compareListKeys(last, first) < 0;
  if (!isAppended) all.sort(compareListKeys);
  const count = isAppended ? 0 : Math.ceil(all.length / DIVIDED_SLOTS);
  const size = isAppended ? BLOCK_SLOTS : Math.ceil(all.length / count);
  const parts: (ShortEntryRow | AddedEntry)[][] = [];
  for (let from = 0; from < all.length; from += size) parts.push(all.slice(from, from + size));
  return parts;
};
