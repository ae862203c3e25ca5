// The statements that write the index of a list, prepared once.

import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../sql/engine.ts';
import { prepareBatches } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { scopeColumnsOf, type WorkspaceQueries } from '../sql/scoped-query.ts';
import type { ListKey } from './list-entries.ts';

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

/** An entry without its text. */
export interface ShortEntryRow extends ListKey {
  readonly slot: number;
  readonly terms: string;
  readonly bytes: number;
}

export const SLOT_WORDS = ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7'] as const;

export type SlotWords = Readonly<Record<(typeof SLOT_WORDS)[number], number>>;

export interface TermRow extends SlotWords {
  readonly term: string;
  readonly block: string;
}

/** How many blocks `blocksAfter` returns at most. */
export const BLOCKS_AHEAD = 32;

const list = { catalogId: '', kind: '' };
const inBlock = { ...list, block: '' };
const key = { ...list, id: '', locale: '' };

type List = typeof list;
type Cells<T> = { readonly [K in keyof T]: T[K] };

export type ListIndexRows = ReturnType<typeof buildListIndexRows>;

export const buildListIndexRows = (db: Db) => ({
  ...prepareEntries(db),
  ...prepareBlocks(db),
  ...prepareTerms(db),
});

export const entriesOf = (workspace: WorkspaceQueries, { catalogId, kind, block }: typeof inBlock) =>
  workspace
    .selectFrom('list_entry')
    .where('catalog_id', '=', catalogId)
    .where('kind', '=', kind)
    .where('block', '=', block);

const deleteFromBlock = (workspace: WorkspaceQueries, { catalogId, kind, block }: typeof inBlock) =>
  workspace
    .deleteFrom('list_entry')
    .where('catalog_id', '=', catalogId)
    .where('kind', '=', kind)
    .where('block', '=', block);

const listColumns = ({ catalogId, kind }: List) => ({ catalog_id: catalogId, kind });

const prepareEntries = (db: Db) => ({
  findEntries: prepareBatches(
    db,
    inBlock,
    { id: '' },
    (workspace, shared, rows) =>
      entriesOf(workspace, shared)
        .select(['id', 'locale', 'slot', 'terms', 'text'])
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        ),
    { mayRepeat: true },
  ),
  putEntries: prepareBatches(
    db,
    list,
    { block: '', id: '', locale: '', slot: 0, terms: '', text: '' } as Cells<EntryRow>,
    (workspace, shared, rows) =>
      workspace
        .insertInto('list_entry')
        .values(rows.map((row) => ({ ...listColumns(shared), ...row })))
        .onConflict((conflict) =>
          conflict
            .columns([...scopeColumnsOf('list_entry'), 'catalog_id', 'kind', 'block', 'id', 'locale'])
            .doUpdateSet((eb) => ({
              slot: eb.ref('excluded.slot'),
              terms: eb.ref('excluded.terms'),
              text: eb.ref('excluded.text'),
            })),
        ),
  ),
  deleteEntries: prepareBatches(
    db,
    { ...inBlock, locale: '' },
    { id: '' },
    (workspace, shared, rows) =>
      deleteFromBlock(workspace, shared)
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('locale', '=', shared.locale),
    { mayRepeat: true },
  ),
  deleteAllEntries: prepareInWorkspace(db, inBlock, deleteFromBlock),
  /** In key order. */
  entriesOfBlock: prepareInWorkspace(db, inBlock, (workspace, value) =>
    entriesOf(workspace, value)
      .select((eb) => ['id', 'locale', 'slot', 'terms', eb.fn<number>('octet_length', ['text']).as('bytes')])
      .orderBy('id')
      .orderBy('locale'),
  ),
  /** Moves the entries from the key on to another block. */
  moveEntries: prepareInWorkspace(db, { ...key, block: '', to: '' }, (workspace, value) =>
    workspace
      .updateTable('list_entry')
      .set({ block: value.to })
      .where('catalog_id', '=', value.catalogId)
      .where('kind', '=', value.kind)
      .where('block', '=', value.block)
      .where((eb) => eb(eb.refTuple('id', 'locale'), '>=', eb.tuple(value.id, value.locale))),
  ),
});

const prepareBlocks = (db: Db) => {
  const blocksOf = (workspace: WorkspaceQueries, { catalogId, kind }: List) =>
    workspace
      .selectFrom('list_block')
      .select(['from_id', 'from_locale', 'block', 'slots', 'bytes', 'stamp'])
      .where('catalog_id', '=', catalogId)
      .where('kind', '=', kind);
  return {
    /** The block that the key is in, or would be in. */
    findBlock: prepareInWorkspace(db, key, (workspace, value) =>
      blocksOf(workspace, value)
        .where((eb) => eb(eb.refTuple('from_id', 'from_locale'), '<=', eb.tuple(value.id, value.locale)))
        .orderBy('from_id', 'desc')
        .orderBy('from_locale', 'desc')
        .limit(1),
    ),
    /** The next blocks in key order. */
    blocksAfter: prepareInWorkspace(db, key, (workspace, value) =>
      blocksOf(workspace, value)
        .where((eb) => eb(eb.refTuple('from_id', 'from_locale'), '>', eb.tuple(value.id, value.locale)))
        .orderBy('from_id')
        .orderBy('from_locale')
        .limit(BLOCKS_AHEAD),
    ),
    putBlocks: prepareBatches(
      db,
      list,
      { from_id: '', from_locale: '', block: '', slots: '', bytes: 0, stamp: '' } as Cells<BlockRow>,
      (workspace, shared, rows) =>
        workspace
          .insertInto('list_block')
          .values(rows.map((row) => ({ ...listColumns(shared), ...row })))
          .onConflict((conflict) =>
            conflict
              .columns([...scopeColumnsOf('list_block'), 'catalog_id', 'kind', 'from_id', 'from_locale'])
              .doUpdateSet((eb) => ({
                slots: eb.ref('excluded.slots'),
                bytes: eb.ref('excluded.bytes'),
                stamp: eb.ref('excluded.stamp'),
              })),
          ),
    ),
    deleteBlock: prepareInWorkspace(db, key, (workspace, value) =>
      workspace
        .deleteFrom('list_block')
        .where('catalog_id', '=', value.catalogId)
        .where('kind', '=', value.kind)
        .where('from_id', '=', value.id)
        .where('from_locale', '=', value.locale),
    ),
  };
};

const noWords = Object.fromEntries(SLOT_WORDS.map((name) => [name, 0])) as SlotWords;

const prepareTerms = (db: Db) => ({
  /**
   * Adds to the slots of terms, or subtracts from them, so that none has to be read first. Bits are added only if they are
   * not set and subtracted only if they are, so that sums of words are sets of slots.
   */
  addToTerms: prepareBatches(
    db,
    list,
    { term: '', block: '', ...noWords } as Cells<TermRow>,
    (workspace, shared, rows) =>
      workspace
        .insertInto('list_term')
        .values(rows.map((row) => ({ ...listColumns(shared), ...row })))
        .onConflict((conflict) =>
          conflict
            .columns([...scopeColumnsOf('list_term'), 'catalog_id', 'kind', 'term', 'block'])
            .doUpdateSet((eb) => sumsOf(eb as never)),
        ),
  ),
  /** Terms of which all slots move to another block. */
  moveTerms: prepareBatches(db, { ...inBlock, to: '' }, { term: '' }, (workspace, shared, rows) =>
    workspace
      .updateTable('list_term')
      .set({ block: shared.to })
      .where('catalog_id', '=', shared.catalogId)
      .where('kind', '=', shared.kind)
      .where(
        'term',
        'in',
        rows.map(({ term }) => term),
      )
      .where('block', '=', shared.block),
  ),
  deleteEmptyTerms: prepareBatches(
    db,
    inBlock,
    { term: '' },
    (workspace, shared, rows) =>
      SLOT_WORDS.reduce((query, name) => query.where(name, '=', 0), deleteTermsOf(workspace, shared, rows)),
    { mayRepeat: true },
  ),
  /** Whatever slots they have. */
  deleteTerms: prepareBatches(db, inBlock, { term: '' }, deleteTermsOf, { mayRepeat: true }),
});

const deleteTermsOf = (
  workspace: WorkspaceQueries,
  { catalogId, kind, block }: typeof inBlock,
  rows: readonly { readonly term: string }[],
) =>
  workspace
    .deleteFrom('list_term')
    .where('catalog_id', '=', catalogId)
    .where('kind', '=', kind)
    .where(
      'term',
      'in',
      rows.map(({ term }) => term),
    )
    .where('block', '=', block);

type Merged = ExpressionBuilder<{ list_term: SlotWords; excluded: SlotWords }, 'list_term' | 'excluded'>;

const sumsOf = (eb: Merged) =>
  Object.fromEntries(
    SLOT_WORDS.map((name) => [name, eb(`list_term.${name}`, '+', eb.ref(`excluded.${name}`))]),
  );
