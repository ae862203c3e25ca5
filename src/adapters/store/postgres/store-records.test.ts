// The store suite over PostgreSQL: records.

import { toOpenStore, usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeStorePart } from '../../../../test/suites/store/store-suite.ts';

const postgres = usePostgres();

describeStorePart('records', 'postgres store', toOpenStore(postgres));
