// Settings of facets, per catalog.
// Released migrations are never edited: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { buildPolicyMakers } from './make-policies.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0012-facets';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('facet', ['catalog_id', 'field'], {
    catalog_id: 'text',
    field: 'text',
    doc: 'text',
    revision: 'integer',
  });
  await buildPolicyMakers(tx, ddl)?.ownRows('facet');
};
