// Reads a list from its index (decision 0041): how many objects match, and the keys of one page in order. It reads the blocks
// of the list, the blocks of each filter value and, for a search, the texts that have changed since the last one.

import { type RequestBudget, UNITS_PER_CHAR, UNITS_PER_KEY } from '../../../domain/limits/request-budget.ts';
import { needleOf, type ResourceQuery } from '../../../domain/manage/resource-query.ts';
import type { Db } from '../sql/engine.ts';
import { type Row, type RowSet, readSome } from '../sql/key-range.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { type BlockSlots, countSlots, decodeSlots, hasSlot, keepSlots, listSlots } from './block-slots.ts';
import { type BlockTextReader, buildBlockTexts } from './block-texts.ts';
import { type ListId, type ListKey, termOf } from './list-entries.ts';
import { type BlockRow, entriesOf, SLOT_WORDS, type SlotWords } from './list-index-rows.ts';

const BLOCKS_AT_ONCE = 1_000;
/** Of a block that shows fewer, only their keys are read. */
const FEW_SLOTS = 8;

export interface ListPage {
  readonly keys: readonly ListKey[];
  readonly total: number;
}

type FoundTerm = SlotWords & { readonly block: string };

interface FoundBlock {
  readonly block: BlockRow;
  readonly slots: BlockSlots;
}

export type ReadListIndex = (
  db: Db,
  list: ListId,
  query: ResourceQuery | undefined,
  page: { readonly skip: number; readonly limit: number },
  budget: RequestBudget,
) => Promise<ListPage>;

export const buildReadListIndex = (reads: Db): ReadListIndex => {
  const texts = buildBlockTexts(reads);
  const keysOfBlock = buildKeysOfBlock(reads);
  return async (db, list, query, { skip, limit }, budget) => {
    const keys: ListKey[] = [];
    let total = 0;
    for (const found of await findBlocks(db, texts, list, query, budget)) {
      const count = countSlots(found.slots);
      if (keys.length < limit && total + count > skip) {
        const from = Math.max(0, skip - total);
        const wanted = limit - keys.length;
        const inBlock = await keysOfBlock(db, list, found, count);
        keys.push(...inBlock.slice(from, from + wanted));
        budget.spend(count * UNITS_PER_KEY);
        await budget.pause();
      }
      total += count;
    }
    return { keys, total };
  };
};

/** In key order, each with at least one matching slot. */
const findBlocks = async (
  db: Db,
  texts: BlockTextReader,
  list: ListId,
  query: ResourceQuery | undefined,
  budget: RequestBudget,
): Promise<FoundBlock[]> => {
  const all = await readAll<BlockRow>(db, blocksOf(list), ['block', 'slots', 'bytes', 'stamp'], budget);
  let found: FoundBlock[] = all.map((block) => ({ block, slots: decodeSlots(block.slots) }));
  for (const { field, value } of query?.filters ?? []) {
    const set = termBlocks(list, termOf(field, value));
    const rows = await readAll<FoundTerm>(db, set, SLOT_WORDS, budget);
    const slotsOf = new Map(rows.map((row) => [row.block, row]));
    found = found.filter(({ block, slots }) => {
      const row = slotsOf.get(block.block);
      if (row === undefined) return false;
      for (const [word, name] of SLOT_WORDS.entries()) slots[word] = (slots[word] ?? 0) & row[name];
      return countSlots(slots) > 0;
    });
  }
  const needle = needleOf(query?.search ?? '');
  // Every object has a text, and each contains a needle of which folding leaves nothing.
  if (needle === '') return found;
  for (const { block, slots } of found) {
    budget.spend(block.bytes * UNITS_PER_CHAR);
    keepSlots(slots, await texts.search(db, list, block, needle, budget));
    const pause = budget.pause();
    if (pause !== undefined) await pause;
  }
  return found.filter(({ slots }) => countSlots(slots) > 0);
};

const blocksOf = (list: ListId): RowSet => ({
  table: 'list_block',
  prefix: workspacePrefix(list, { catalog_id: list.catalogId, kind: list.kind }),
  key: ['from_id', 'from_locale'],
});

const termBlocks = (list: ListId, term: string): RowSet => ({
  table: 'list_term',
  prefix: workspacePrefix(list, { catalog_id: list.catalogId, kind: list.kind, term }),
  key: ['block'],
});

const readAll = async <R>(
  db: Db,
  set: RowSet,
  columns: readonly string[],
  budget: RequestBudget,
): Promise<R[]> => {
  const rows: R[] = [];
  for (let after: Row | undefined; ; ) {
    const some = await readSome(db, set, { columns, after, skip: 0, limit: BLOCKS_AT_ONCE });
    budget.spend(some.length * UNITS_PER_KEY);
    // The columns are those that were asked for, and numbers come as numbers.
    rows.push(...(some as unknown as R[]));
    if (some.length < BLOCKS_AT_ONCE) return rows;
    after = some.at(-1);
    await budget.pause();
  }
};

type KeysOfBlock = (db: Db, list: ListId, found: FoundBlock, count: number) => Promise<ListKey[]>;

const buildKeysOfBlock = (reads: Db): KeysOfBlock => {
  const inBlock = { catalogId: '', kind: '', block: '' };
  const names = Array.from({ length: FEW_SLOTS }, (_, index) => `slot${index}`);
  const whole = prepareInWorkspace(reads, inBlock, (workspace, value) =>
    entriesOf(workspace, value).select(['id', 'locale', 'slot']).orderBy('id').orderBy('locale'),
  );
  const noFew: Readonly<Record<string, number>> = Object.fromEntries(names.map((name) => [name, 0]));
  const fewOf = prepareInWorkspace(reads, { ...inBlock, ...noFew }, (workspace, value) =>
    entriesOf(workspace, value)
      .select(['id', 'locale', 'slot'])
      .where(
        'slot',
        'in',
        names.map((name) => (value as unknown as typeof noFew)[name] as number),
      )
      .orderBy('id')
      .orderBy('locale'),
  );
  return async (db, list, { block, slots }, count) => {
    const key = { ...list, block: block.block };
    if (count > FEW_SLOTS) return (await whole.all(db, key)).filter(({ slot }) => hasSlot(slots, slot));
    const few = listSlots(slots);
    const wanted = names.map((name, index) => [name, few[Math.min(index, few.length - 1)] as number]);
    return fewOf.all(db, { ...key, ...Object.fromEntries(wanted) });
  };
};
