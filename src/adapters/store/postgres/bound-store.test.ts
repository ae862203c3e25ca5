// The store suite as a role that owns nothing, so that row-level security binds it. A few parts of it, others each time.

import { toOpenStore, usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { describeSomeOfStore } from '../../../../test/suites/store/store-suite.ts';

const postgres = usePostgres(true);

describeSomeOfStore('postgres store, bound by row-level security', toOpenStore(postgres));
