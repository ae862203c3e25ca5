// Deleting much, over PostgreSQL.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeDeleteMuch } from '../../../../test/suites/store/delete-much.ts';
import { describeDeleteRenamedModel } from '../../../../test/suites/store/delete-renamed-model.ts';
import { openMigratedPostgres } from '../../../../test/suites/store/filled-engines.ts';

const open = openMigratedPostgres(usePostgres());
describeDeleteMuch('PostgreSQL', open);
describeDeleteRenamedModel('PostgreSQL', open);
