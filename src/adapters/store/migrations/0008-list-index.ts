// The index of the lists of managed things (decision 0041), and the objects that stand already put into it, a few documents
// at a time. Never edited once released: what comes later is a new migration.

import { isListed } from '../manage/list-entries.ts';
import { buildListIndexWriter } from '../manage/list-index-writer.ts';
import { type DocumentKind, documentTables } from '../sql/document-tables.ts';
import type { Db, Ddl } from '../sql/engine.ts';
import { readDocuments } from '../sql/key-range.ts';
import { parseStored } from '../sql/stored-json.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0008-list-index';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  const words = Object.fromEntries(Array.from({ length: 8 }, (_, word) => [`w${word}`, 'integer'] as const));
  const list = { catalog_id: 'text', kind: 'text' } as const;
  await workspaceTable('list_entry', ['catalog_id', 'kind', 'block', 'slot'], {
    ...list,
    id: 'text',
    locale: 'text',
    block: 'text',
    slot: 'integer',
    terms: 'text',
    text: 'text',
  });
  await workspaceTable('list_block', ['catalog_id', 'kind', 'from_id', 'from_locale'], {
    ...list,
    from_id: 'text',
    from_locale: 'text',
    block: 'text',
    slots: 'text',
    bytes: 'integer',
    stamp: 'text',
  });
  await workspaceTable('list_term', ['catalog_id', 'kind', 'term', 'block'], {
    ...list,
    term: 'text',
    block: 'text',
    ...words,
  });
  await tx.schema
    .createIndex('list_entry_key')
    .unique()
    .ifNotExists()
    .on('list_entry')
    .columns(['tenant_id', 'workspace_id', 'catalog_id', 'kind', 'id', 'locale'])
    .execute();
  await indexAll(tx);
};

const indexAll = async (tx: Db): Promise<void> => {
  const writer = buildListIndexWriter(tx);
  for (const kind of Object.keys(documentTables) as DocumentKind[]) {
    if (!isListed(kind)) continue;
    const { table, key } = documentTables[kind];
    const set = { table, prefix: {}, key: ['tenant_id', 'workspace_id', ...key] };
    const all = { columns: [], after: undefined, skip: 0, limit: Number.MAX_SAFE_INTEGER };
    for await (const rows of readDocuments(tx, set, all)) {
      for (const { doc = '', ...place } of rows) {
        await writer.put(tx, kind, place, parseStored<object>(doc), true);
      }
    }
  }
};
