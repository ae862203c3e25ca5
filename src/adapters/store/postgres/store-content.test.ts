// The store suite over PostgreSQL: content.

import { toOpenStore, usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeStorePart } from '../../../../test/suites/store/store-suite.ts';

const postgres = usePostgres();

describeStorePart('content', 'postgres store', toOpenStore(postgres));
