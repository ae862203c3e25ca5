// The statements that keep the index of a list, prepared once. Every one of them names the whole list: tenant, workspace,
// catalog and kind.

import { sql } from 'kysely';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { ListColumns, ListKey } from './list-entries.ts';
import { buildTermRows, compiled, IN_KEY_ORDER, isList } from './list-term-rows.ts';

export interface BlockRow {
  readonly from_id: string;
  readonly from_locale: string;
  readonly block: string;
  readonly slots: string;
  readonly bytes: number;
  readonly stamp: string;
}

export interface EntryRow extends ListKey {
  readonly block: string;
  readonly slot: number;
  readonly terms: string;
  readonly text: string;
}

interface SplitRow extends ListKey {
  readonly slot: number;
  readonly terms: string;
  readonly bytes: number;
}

const list = { tenant_id: '', workspace_id: '', catalog_id: '', kind: '' };
const key = { ...list, id: '', locale: '' };
const inBlock = { ...list, block: '' };

export type ListIndexRows = ReturnType<typeof buildListIndexRows>;

export const buildListIndexRows = (db: Db) => ({
  ...prepareEntries(db),
  ...prepareBlocks(db),
  ...buildTermRows(db),
});

const prepareEntries = (db: Db) => {
  const ofList = (value: ListColumns) =>
    db
      .selectFrom('list_entry')
      .where('tenant_id', '=', value.tenant_id)
      .where('workspace_id', '=', value.workspace_id)
      .where('catalog_id', '=', value.catalog_id)
      .where('kind', '=', value.kind);
  return {
    findEntry: prepareQuery(key, (value) =>
      ofList(value)
        .select(['id', 'locale', 'block', 'slot', 'terms', 'text'])
        .where('id', '=', value.id)
        .where('locale', '=', value.locale),
    ),
    putEntry: prepareQuery({ ...key, block: '', slot: 0, terms: '', text: '' }, (value) =>
      db
        .insertInto('list_entry')
        .values({ ...value })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'workspace_id', 'catalog_id', 'kind', 'id', 'locale'])
            .doUpdateSet({ block: value.block, slot: value.slot, terms: value.terms, text: value.text }),
        ),
    ),
    deleteEntry: prepareQuery(key, (value) =>
      compiled(
        db,
        sql`delete from list_entry
          where ${isList(value)} and id = ${value.id} and locale = ${value.locale}`,
      ),
    ),
    /** In the order of their keys. */
    entriesOfBlock: prepareQuery(inBlock, (value) =>
      compiled(
        db,
        sql<SplitRow>`select id, locale, slot, terms, octet_length(text) as bytes from list_entry
          where ${isList(value)} and block = ${value.block} order by ${IN_KEY_ORDER}`,
      ),
    ),
    /** The block of the entry that comes after the key. */
    blockAfter: prepareQuery(key, (value) =>
      compiled(
        db,
        sql<{ block: string }>`select block from list_entry
          where ${isList(value)} and (id, locale) > (${value.id}, ${value.locale})
          order by id, locale limit 1`,
      ),
    ),
    /** Those from the key on. */
    moveEntries: prepareQuery({ ...key, block: '', to: '' }, (value) =>
      compiled(
        db,
        sql`update list_entry set block = ${value.to}
          where ${isList(value)} and block = ${value.block} and (id, locale) >= (${value.id}, ${value.locale})`,
      ),
    ),
  };
};

const prepareBlocks = (db: Db) => ({
  /** The block that the key is in, or would be in. */
  findBlock: prepareQuery(key, (value) =>
    compiled(
      db,
      sql<BlockRow>`select from_id, from_locale, block, slots, bytes, stamp from list_block
        where ${isList(value)} and (from_id, from_locale) <= (${value.id}, ${value.locale})
        order by from_id desc, from_locale desc limit 1`,
    ),
  ),
  putBlock: prepareQuery(
    { ...list, from_id: '', from_locale: '', block: '', slots: '', bytes: 0, stamp: '' },
    (value) =>
      db
        .insertInto('list_block')
        .values({ ...value })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'workspace_id', 'catalog_id', 'kind', 'from_id', 'from_locale'])
            .doUpdateSet({ slots: value.slots, bytes: value.bytes, stamp: value.stamp }),
        ),
  ),
  deleteBlock: prepareQuery({ ...list, from_id: '', from_locale: '' }, (value) =>
    compiled(
      db,
      sql`delete from list_block
        where ${isList(value)} and from_id = ${value.from_id} and from_locale = ${value.from_locale}`,
    ),
  ),
});
