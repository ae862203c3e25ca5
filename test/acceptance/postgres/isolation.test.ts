// The isolation matrix over PostgreSQL: the same tests, another store.

import './use-postgres.ts';
import '../isolation/isolation-matrix.test.ts';
import '../isolation/isolation-scopes.test.ts';
