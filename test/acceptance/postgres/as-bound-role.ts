// Imported before other tests, it has them run over PostgreSQL, as a role that owns nothing.

import { runOver } from '../service/test-database.ts';

runOver('postgres-bound');
