// Bulk requests over PostgreSQL, in the long form only: the same tests, another store.

import './use-postgres.ts';
import '../operations/bulk.test.ts';
