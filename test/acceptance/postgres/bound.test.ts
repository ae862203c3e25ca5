// Every operation once over PostgreSQL as a role that row-level security binds: the same tests, another role.

import './as-bound-role.ts';
import '../operations/operations-responses.test.ts';
