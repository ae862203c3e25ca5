// Imports over HTTP over PostgreSQL, in the long form only: the same tests, another store.

import './use-postgres.ts';
import '../operations/import-files.test.ts';
