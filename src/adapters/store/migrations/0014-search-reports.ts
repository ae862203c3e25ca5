// The counts that search reports are made of (decision 0099).
// Released migrations are never edited: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { buildPolicyMakers } from './make-policies.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0014-search-reports';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('search_report', ['catalog_id'], {
    catalog_id: 'text',
    generation: 'text',
    terms: 'integer',
    digest: 'text',
    counted_at: 'text',
  });
  await workspaceTable('search_report_part', ['catalog_id', 'generation', 'section', 'part'], {
    catalog_id: 'text',
    generation: 'text',
    section: 'text',
    part: 'integer',
    doc: 'text',
  });
  const make = buildPolicyMakers(tx, ddl);
  await make?.ownRows('search_report');
  await make?.ownRows('search_report_part');
};
