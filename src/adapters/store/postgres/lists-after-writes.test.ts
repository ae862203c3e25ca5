// Lists right after a write, over PostgreSQL: two nodes on one database.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeListsAfterWrites } from '../../../../test/suites/store/lists-after-writes.ts';

const postgres = usePostgres();

describeListsAfterWrites('PostgreSQL', async (t) => {
  const url = await postgres.createDatabase();
  return [await postgres.openIn(t, url), await postgres.openIn(t, url)];
});
