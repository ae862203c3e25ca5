// Deleting an environment with many events, over PostgreSQL.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeDeleteEnvironment } from '../../../../test/suites/store/delete-environment.ts';
import { openMigratedPostgres } from '../../../../test/suites/store/filled-engines.ts';

describeDeleteEnvironment('PostgreSQL', openMigratedPostgres(usePostgres()));
