// Publishing over PostgreSQL: the same tests, another store. Each operation once, as the role that row-level security binds, is in
// bound.test.ts; the others are in operations.long.test.ts.

import './use-postgres.ts';
import '../operations/publish.test.ts';
