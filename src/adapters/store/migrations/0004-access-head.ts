// Adds the feed position of the last change that affects access. Cached callers then stay valid over all other changes.
// Released migrations are never edited: later changes are new migrations.

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
