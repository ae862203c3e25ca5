// Lists right after a write, over PostgreSQL: two nodes on one database.

import { isLong, runs } from '../../../../test/fixtures/long-runs.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import {
  describeListsAfterWrites,
  describeSplitPieces,
  type OpenNodes,
} from '../../../../test/suites/store/lists-after-writes.ts';

const postgres = usePostgres();

const openNodes: OpenNodes = async (t) => {
  const url = await postgres.createDatabase();
  return [await postgres.openIn(t, url), await postgres.openIn(t, url)];
};

// Every statement goes over a connection.
describeListsAfterWrites('PostgreSQL', openNodes, { records: runs(400, 1_000), rounds: 6 });
if (isLong) describeSplitPieces('PostgreSQL', openNodes);
