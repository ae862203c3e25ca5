// All other operations over PostgreSQL and OpenSearch, in the long form only: the same tests, another engine.

import './use-opensearch.ts';
import '../operations/bulk.test.ts';
import '../operations/contract.test.ts';
import '../operations/events.test.ts';
import '../operations/operations-access.test.ts';
import '../operations/operations-bodies.test.ts';
import '../operations/operations-query.test.ts';
import '../operations/paging.test.ts';
import '../operations/search-report.test.ts';
import '../operations/version-rules.test.ts';
