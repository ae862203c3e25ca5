// Deleting much, over PostgreSQL.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeDeleteMeanwhile } from '../../../../test/suites/store/delete-meanwhile.ts';
import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { describeDeleteVersions } from '../../../../test/suites/store/delete-versions.ts';
import { openMigratedPostgres } from '../../../../test/suites/store/filled-engines.ts';

const open = openMigratedPostgres(usePostgres());
describeDeleteMuch('PostgreSQL', open);
describeDeleteMeanwhile('PostgreSQL', open);
describeDeleteVersions('PostgreSQL', open);
