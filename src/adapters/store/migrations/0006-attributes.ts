// Settings of product attributes, per catalog.
// Released migrations are never edited: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0006-attributes';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('attribute', ['catalog_id', 'name'], {
    catalog_id: 'text',
    name: 'text',
    doc: 'text',
    revision: 'integer',
  });
};
