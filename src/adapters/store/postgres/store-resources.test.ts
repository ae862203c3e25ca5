// The store suite over PostgreSQL: resources.

import { toOpenStore, usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeStorePart } from '../../../../test/suites/store/store-suite.ts';

const postgres = usePostgres();

describeStorePart('resources', 'postgres store', toOpenStore(postgres));
