// Reads a list from its index (decision 0041): how many objects match, and the keys of one page in order. It reads the blocks
// of the list, the blocks of each filter value and, for a search, the texts that have changed since the last one.

import { type RequestBudget, UNITS_PER_CHAR, UNITS_PER_KEY } from '../../../domain/limits/request-budget.ts';
import { needleOf, type ResourceQuery } from '../../../domain/manage/resource-query.ts';
import { RevisionCache } from '../../../domain/revision-cache.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { type Row, type RowSet, readSome } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { type BlockReader, buildBlockReader } from './block-reader.ts';
import { type BlockSlots, countSlots, decodeSlots, keepSlots } from './block-slots.ts';
import { type ListId, type ListKey, termOf } from './list-entries.ts';
import { type BlockRow, SLOT_WORDS, type SlotWords } from './list-index-rows.ts';

const BLOCKS_AT_ONCE = 1_000;
/** To look at a block that is kept. */
const UNITS_PER_BLOCK = 100;
/** Blocks that are kept decoded, until their workspace changes. */
const BLOCKS_MAX = 20_000;

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
  state: ListState,
) => Promise<ListPage>;

/** What is read: `head` is the position of the feed, undefined if it is not known. `check` throws if it has moved. */
export interface ListState {
  readonly head: number | undefined;
  readonly check: () => Promise<void>;
}

export const buildReadListIndex = (engine: Pick<Engine, 'reads' | 'revision'>): ReadListIndex => {
  const reader = buildBlockReader(engine.reads);
  const kept = new RevisionCache<readonly FoundBlock[]>(engine, { entriesMax: 10_000, sizeMax: BLOCKS_MAX });
  const readBlocks = async (db: Db, list: ListId, budget: RequestBudget, { head, check }: ListState) => {
    const name = JSON.stringify([list.tenantId, list.workspaceId, list.catalogId, list.kind]);
    // The revision may be a moment old. The head is not.
    const known = head !== undefined && kept.revision(list) === head ? kept.get(name) : undefined;
    if (known !== undefined) budget.spend(known.length * UNITS_PER_BLOCK);
    const blocks = known ?? (await readAllBlocks(db, list, budget));
    if (known === undefined && head !== undefined) {
      await check();
      kept.set(name, list, head, blocks, blocks.length);
    }
    return blocks.map(({ block, slots }) => ({ block, slots: slots.slice() }));
  };
  return async (db, list, query, { skip, limit }, budget, state) => {
    const keys: ListKey[] = [];
    let total = 0;
    const blocks = await readBlocks(db, list, budget, state);
    for (const found of await findBlocks(db, reader, list, blocks, query, budget)) {
      const count = countSlots(found.slots);
      if (keys.length < limit && total + count > skip) {
        const from = Math.max(0, skip - total);
        const wanted = limit - keys.length;
        const inBlock = await reader.keys(db, list, found.block, found.slots, budget);
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
  reader: BlockReader,
  list: ListId,
  blocks: readonly FoundBlock[],
  query: ResourceQuery | undefined,
  budget: RequestBudget,
): Promise<readonly FoundBlock[]> => {
  let found = blocks;
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
    keepSlots(slots, await reader.search(db, list, block, needle, budget));
    const pause = budget.pause();
    if (pause !== undefined) await pause;
  }
  return found.filter(({ slots }) => countSlots(slots) > 0);
};

const readAllBlocks = async (db: Db, list: ListId, budget: RequestBudget): Promise<FoundBlock[]> => {
  const rows = await readAll<BlockRow>(db, blocksOf(list), ['block', 'slots', 'bytes', 'stamp'], budget);
  return rows.map((block) => ({ block, slots: decodeSlots(block.slots) }));
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
