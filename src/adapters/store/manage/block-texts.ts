// Caches the searched texts of blocks. A text is read again only if the stamp of its block has changed; the least
// recently used are evicted.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { readingUnits } from '../../../domain/limits/request-budget.ts';
import type { Db } from '../sql/engine.ts';
import { type RowSet, readDocuments } from '../sql/key-range.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { addSlot, BLOCK_SLOTS, type BlockSlots, noSlots } from './block-slots.ts';
import { type ListId, TEXT_SEPARATOR } from './list-entries.ts';
import { type BlockRow, entriesOf } from './list-index-rows.ts';

/** All texts in one, one after the other; `ends` and `slots` say whose each part is. */
interface BlockTexts {
  readonly stamp: string;
  readonly text: string;
  readonly ends: Uint32Array;
  readonly slots: Uint8Array;
}

/** The texts of some 300,000 products. */
const CHARS_MAX = 32 * 1024 * 1024;
/** Up to this length a block is read by one statement. */
const BYTES_AT_ONCE = 200_000;

export interface BlockTextReader {
  /** The slots of the block whose texts contain the needle, which is folded and not empty. */
  search(db: Db, list: ListId, block: BlockRow, needle: string, budget: RequestBudget): Promise<BlockSlots>;
}

export const buildBlockTexts = (reads: Db, charsMax = CHARS_MAX): BlockTextReader => {
  const kept = new Map<string, BlockTexts>();
  let chars = 0;
  const textsOfBlock = prepareTexts(reads);

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

  const forget = (name: string): void => {
    chars -= kept.get(name)?.text.length ?? 0;
    kept.delete(name);
  };

  /** Last in the order, as the one that was used last. */
  const keep = (name: string, texts: BlockTexts): void => {
    forget(name);
    if (texts.text.length > charsMax) return;
    kept.set(name, texts);
    chars += texts.text.length;
    for (const oldest of kept.keys()) {
      if (chars <= charsMax) return;
      forget(oldest);
    }
  };

  return {
    async search(db, list, block, needle, budget) {
      // The name of a block is drawn at random: no other list has one of this name.
      const name = block.block;
      let texts = kept.get(name);
      if (texts?.stamp !== block.stamp) texts = await read(db, list, block, budget);
      keep(name, texts);
      return find(texts, needle);
    },
  };
};

const prepareTexts = (reads: Db) =>
  prepareInWorkspace(reads, { catalogId: '', kind: '', block: '' }, (workspace, value) =>
    entriesOf(workspace, value).select(['slot', 'text']),
  );

const join = (
  stamp: string,
  rows: readonly { readonly slot: number; readonly text: string }[],
): BlockTexts => {
  const ends = new Uint32Array(rows.length);
  let end = 0;
  for (const [index, { text }] of rows.entries()) {
    end += text.length + TEXT_SEPARATOR.length;
    ends[index] = end;
  }
  const text = rows.map((row) => row.text).join(TEXT_SEPARATOR);
  return { stamp, text, ends, slots: Uint8Array.from(rows, ({ slot }) => slot) };
};

const find = ({ text, ends, slots }: BlockTexts, needle: string): BlockSlots => {
  const found = noSlots();
  let index = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, ends[index - 1])) {
    while ((ends[index] ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    const slot = slots[index];
    if (slot === undefined) break;
    addSlot(found, slot);
    index += 1;
    if (index >= slots.length) break;
  }
  return found;
};
