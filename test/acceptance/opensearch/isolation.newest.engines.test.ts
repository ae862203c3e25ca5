// The isolation matrix over PostgreSQL and OpenSearch: the same tests, another engine.

import './use-opensearch.ts';
import '../isolation/isolation-matrix.test.ts';
import '../isolation/isolation-scopes.test.ts';
