// More operations over PostgreSQL, in the long form only: the same tests, another store.

import './use-postgres.ts';
import '../operations/operations-answers.test.ts';
import '../operations/visibility.test.ts';
import '../operations/paging.test.ts';
import '../operations/version-rules.test.ts';
