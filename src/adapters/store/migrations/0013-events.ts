// Events of shoppers, and the popularity of products that is computed from them (decisions 0072 and 0073).
// Released migrations are never edited: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildPolicyMakers } from './make-policies.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0013-events';

const place = { catalog_id: 'text', environment_id: 'text' } as const;

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  const key = ['catalog_id', 'environment_id', 'day', 'product_id', 'visitor', 'type'];
  await workspaceTable('product_event', key, {
    ...place,
    day: 'text',
    product_id: 'text',
    visitor: 'text',
    type: 'text',
    term: 'text',
  });
  await workspaceTable('product_popularity', ['catalog_id', 'environment_id', 'product_id'], {
    ...place,
    product_id: 'text',
    score: 'integer',
  });
  // They are dropped by age, and erased by visitor.
  await index(tx, 'product_event_day', ['day']);
  await index(tx, 'product_event_visitor', [
    'tenant_id',
    'workspace_id',
    'visitor',
    ...key.filter((column) => column !== 'visitor'),
  ]);
  const make = buildPolicyMakers(tx, ddl);
  await make?.ownRows('product_event');
  await make?.ownRows('product_popularity');
  await make?.acrossWorkspaces('product_event', 'all');
};

const index = (tx: Db, indexName: string, columns: readonly string[]): Promise<void> =>
  acrossWorkspaces(tx)
    .schema.createIndex(indexName)
    .ifNotExists()
    .on('product_event')
    .columns([...columns])
    .execute();
