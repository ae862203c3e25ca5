// How far the feed had come when something last changed that decides who may ask, beside how far it has come: what is known
// of callers then outlives every other change.
// Never edited once released: what comes later is a new migration.

import { sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

export const name = '0004-access-head';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  await acrossWorkspaces(tx)
    .schema.alterTable('feed_head')
    .addColumn('access_head', sql.raw<unknown>(ddl.integer), (column) => column.notNull().defaultTo(0))
    .execute();
};
