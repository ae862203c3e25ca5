// Adds how many changes of a workspace's feed are of products. All others are the rest of its head, so what does not depend on
// products stays cached while they are written. A program that does not know the column counts its changes as others.
// Released migrations are never edited: later changes are new migrations.

import { sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

export const name = '0015-product-changes';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  await acrossWorkspaces(tx)
    .schema.alterTable('feed_head')
    .addColumn('product_changes', sql.raw<unknown>(ddl.integer), (column) => column.notNull().defaultTo(0))
    .execute();
};
