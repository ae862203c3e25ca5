// What is read of blocks, as long as their stamps hold: the texts that are searched and the keys of their objects. What did
// not change since it was last used is not read again. No workspace can take the room of all others.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { readingUnits } from '../../../domain/limits/request-budget.ts';
import { RevisionCache } from '../../../domain/revision-cache.ts';
import { GRAM_BYTES, GramBits, isOwnLetter } from '../../../domain/text/gram-bits.ts';
import type { Db } from '../sql/engine.ts';
import { type RowSet, readDocuments } from '../sql/key-range.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { addSlot, BLOCK_SLOTS, type BlockSlots, hasSlot, noSlots } from './block-slots.ts';
import { type ListId, type ListKey, TEXT_SEPARATOR } from './list-entries.ts';
import { type BlockRow, entriesOf } from './list-index-rows.ts';

/** All texts in one, one after the other; `starts` and `slots` say whose each part is. */
interface BlockTexts {
  readonly stamp: string;
  readonly text: string;
  /** At the end, where another one would start. */
  readonly starts: Uint32Array;
  readonly slots: Uint8Array;
  searches: number;
  /** Made when it has become worth it. */
  grams: GramBits | undefined;
}

interface BlockKeys {
  readonly stamp: string;
  /** In order. */
  readonly keys: readonly (ListKey & { readonly slot: number })[];
}

/** The texts of some 300,000 products. */
const CHARS_MAX = 32 * 1024 * 1024;
/** The keys of about as many. */
const KEYS_MAX = 256 * 1024;
const BLOCKS_MAX = 100_000;
/** An index of the texts costs about as much as so many searches. */
const SEARCHES_BEFORE_INDEX = 4;
/** Up to this length a block is read by one statement. */
const BYTES_AT_ONCE = 200_000;

export interface BlockReader {
  /** The keys of the objects in these slots, in order. */
  keys(db: Db, list: ListId, block: BlockRow, slots: BlockSlots, budget: RequestBudget): Promise<ListKey[]>;
  /** The slots of the block whose texts contain the needle, which is folded and not empty. */
  search(db: Db, list: ListId, block: BlockRow, needle: string, budget: RequestBudget): Promise<BlockSlots>;
}

/** Stamps say what is outdated, so a cache by revision is used with one revision for all. */
const forever = { revision: () => 0 };

export const buildBlockReader = (reads: Db, charsMax = CHARS_MAX): BlockReader => {
  const keptTexts = new RevisionCache<BlockTexts>(forever, { entriesMax: BLOCKS_MAX, sizeMax: charsMax });
  const keptKeys = new RevisionCache<BlockKeys>(forever, { entriesMax: BLOCKS_MAX, sizeMax: KEYS_MAX });
  const textsOfBlock = prepareTexts(reads);
  const keysOfBlock = prepareKeys(reads);

  const read = async (db: Db, list: ListId, block: BlockRow, budget: RequestBudget) => {
    budget.spend(readingUnits(BLOCK_SLOTS, block.bytes));
    if (block.bytes <= BYTES_AT_ONCE) {
      return join(block.stamp, await textsOfBlock.all(db, { ...list, block: block.block }));
    }
    const rows: { slot: number; text: string }[] = [];
    const set: RowSet = {
      table: 'list_entry',
      prefix: workspacePrefix(list, {
        catalog_id: list.catalogId,
        kind: list.kind,
        block: block.block,
      }),
      key: ['id', 'locale'],
      document: 'text',
    };
    const all = { columns: ['slot'], after: undefined, skip: 0, limit: BLOCK_SLOTS };
    for await (const some of readDocuments(db, set, all, budget)) {
      for (const { slot, text = '' } of some) rows.push({ slot: Number(slot), text });
    }
    return join(block.stamp, rows);
  };

  // The name of a block is drawn at random: no other list has one of this name.
  return {
    async keys(db, list, { block, stamp }, slots, budget) {
      let kept = keptKeys.get(block);
      if (kept?.stamp !== stamp) {
        budget.spend(readingUnits(BLOCK_SLOTS, 0));
        kept = { stamp, keys: await keysOfBlock.all(db, { ...list, block }) };
        keptKeys.set(block, list, 0, kept, kept.keys.length);
      }
      return kept.keys.filter(({ slot }) => hasSlot(slots, slot));
    },
    async search(db, list, block, needle, budget) {
      let texts = keptTexts.get(block.block);
      if (texts?.stamp !== block.stamp) {
        texts = await read(db, list, block, budget);
        keptTexts.set(block.block, list, 0, texts, sizeOf(texts));
      }
      return find(texts, needle);
    },
  };
};

/** In characters; the index counts before it is made. */
const sizeOf = ({ text, slots }: BlockTexts): number => text.length + (slots.length * GRAM_BYTES) / 2;

const prepareKeys = (reads: Db) =>
  prepareInWorkspace(reads, { catalogId: '', kind: '', block: '' }, (workspace, value) =>
    entriesOf(workspace, value).select(['id', 'locale', 'slot']).orderBy('id').orderBy('locale'),
  );

const prepareTexts = (reads: Db) =>
  prepareInWorkspace(reads, { catalogId: '', kind: '', block: '' }, (workspace, value) =>
    entriesOf(workspace, value).select(['slot', 'text']),
  );

const join = (
  stamp: string,
  rows: readonly { readonly slot: number; readonly text: string }[],
): BlockTexts => {
  const starts = new Uint32Array(rows.length + 1);
  for (const [index, { text }] of rows.entries()) {
    starts[index + 1] = (starts[index] as number) + text.length + TEXT_SEPARATOR.length;
  }
  const text = rows.map((row) => row.text).join(TEXT_SEPARATOR);
  const slots = Uint8Array.from(rows, ({ slot }) => slot);
  return { stamp, text, starts, slots, searches: 0, grams: undefined };
};

const find = (texts: BlockTexts, needle: string): BlockSlots => {
  texts.searches += 1;
  if (texts.searches <= SEARCHES_BEFORE_INDEX) return findInText(texts, needle);
  texts.grams ??= GramBits.of(texts);
  const found = noSlots();
  const { text, starts, slots } = texts;
  const isExact = needle.length === 1 && isOwnLetter(needle.charCodeAt(0));
  for (const index of texts.grams.find(needle)) {
    // With the separator, which is in no needle.
    if (isExact || text.slice(starts[index], starts[index + 1]).includes(needle)) {
      addSlot(found, slots[index] as number);
    }
  }
  return found;
};

const findInText = ({ text, starts, slots }: BlockTexts, needle: string): BlockSlots => {
  const found = noSlots();
  for (let at = text.indexOf(needle), index = 0; at >= 0; at = text.indexOf(needle, starts[index])) {
    while ((starts[index + 1] as number) <= at) index += 1;
    addSlot(found, slots[index] as number);
    index += 1;
    if (index >= slots.length) break;
  }
  return found;
};
