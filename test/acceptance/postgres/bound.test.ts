// The isolation of scopes over PostgreSQL, as a role that row-level security binds: the same tests, another role.

import './use-bound-role.ts';
import '../isolation/isolation-scopes.test.ts';
import '../operations/visibility.test.ts';
