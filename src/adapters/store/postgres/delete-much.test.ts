// Deleting much, over PostgreSQL.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { openMigratedPostgres } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteMuch('PostgreSQL', openMigratedPostgres(usePostgres()));
