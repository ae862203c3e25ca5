// The store suite over PostgreSQL: resources.

import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeStorePart } from '../../../../test/suites/store/store-suite.ts';

const postgres = usePostgres();

describeStorePart('resources', 'postgres store', (t) => postgres.open(t));
