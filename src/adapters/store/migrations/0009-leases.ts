// Adds the leases of work that must happen once (decision 0050). Never edited once released: later changes are new migrations.

import type { Db, Ddl } from '../sql/engine.ts';
import { buildTableMakers } from './make-table.ts';

export const name = '0009-leases';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { table } = buildTableMakers(tx, ddl);
  await table('lease', ['name'], {
    name: 'text',
    holder: 'text',
    token: 'integer',
    ends_at_ms: 'integer',
    finished_at_ms: 'integer',
  });
};
