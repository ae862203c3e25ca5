// Lists right after a write, over PostgreSQL: two nodes on one database.

import { runs } from '../../../../test/fixtures/long-runs.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeListsAfterWrites } from '../../../../test/suites/store/lists-after-writes.ts';

const postgres = usePostgres();

describeListsAfterWrites(
  'PostgreSQL',
  async (t) => {
    const url = await postgres.createDatabase();
    return [await postgres.openIn(t, url), await postgres.openIn(t, url)];
  },
  // Every statement goes over a connection.
  { records: runs(900, 1_700), rounds: runs(12, 60) },
);
