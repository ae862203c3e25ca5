// Operations over PostgreSQL, in the long form only: the same tests, another store. Each operation once, and what the next request
// shows, are in bound.test.ts and bound.long.test.ts, as the role that row-level security binds, and as any role on OpenSearch.

import './use-postgres.ts';
import '../operations/model-rules.test.ts';
import '../operations/pages.test.ts';
import '../operations/paging.test.ts';
import '../operations/publish.test.ts';
import '../operations/version-rules.test.ts';
