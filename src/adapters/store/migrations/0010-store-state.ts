// What the installation has to remember about the database itself, such as a copy that is not complete.
// Released migrations are never edited: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0010-store-state';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { table } = buildTableMakers(tx, ddl);
  await table('store_state', ['name'], { name: 'text', value: 'text' });
};
