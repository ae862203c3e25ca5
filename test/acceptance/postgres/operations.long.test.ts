// Operations over PostgreSQL, in the long form only: the same tests, another store. Each operation once, as the role that row-level
// security binds, is in bound.test.ts.

import './use-postgres.ts';
import '../operations/operations-responses.test.ts';
import '../operations/publish.test.ts';
import '../operations/visibility.test.ts';
import '../operations/paging.test.ts';
import '../operations/version-rules.test.ts';
