// The index of the lists of managed objects (decision 0041), filled from the stored objects, a few documents at a
// time. Released migrations are never edited: later changes are new migrations.

import type { BundleObject } from '../../../contract/bundle.ts';
import { isListed } from '../manage/list-entries.ts';
import { buildListIndex } from '../manage/list-index-writer.ts';
import { type DocumentKind, documentTables } from '../sql/document-tables.ts';
import type { Db, Ddl } from '../sql/engine.ts';
import { EVERYTHING, readDocuments } from '../sql/key-range.ts';
import { prefixAcrossWorkspaces } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0008-list-index';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  const words = Object.fromEntries(Array.from({ length: 8 }, (_, word) => [`w${word}`, 'integer'] as const));
  const list = { catalog_id: 'text', kind: 'text' } as const;
  await workspaceTable('list_entry', ['catalog_id', 'kind', 'block', 'id', 'locale'], {
    ...list,
    block: 'text',
    id: 'text',
    locale: 'text',
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
  await indexAll(tx);
};

/** Their tables come with later migrations. */
const laterKinds: ReadonlySet<DocumentKind> = new Set(['facet']);

const indexAll = async (tx: Db): Promise<void> => {
  const lists = buildListIndex(tx).begin(tx);
  for (const kind of Object.keys(documentTables) as DocumentKind[]) {
    if (!isListed(kind) || laterKinds.has(kind)) continue;
    const { table, key } = documentTables[kind];
    const set = { table, prefix: prefixAcrossWorkspaces({}), key: ['tenant_id', 'workspace_id', ...key] };
    for await (const rows of readDocuments(tx, set, EVERYTHING)) {
      for (const { doc = '', tenant_id: tenantId = '', workspace_id: workspaceId = '' } of rows) {
        const object = { ...parseStored<object>(doc), kind } as BundleObject;
        await lists.put({ tenantId, workspaceId }, object, undefined);
      }
    }
  }
  await lists.flush();
};
