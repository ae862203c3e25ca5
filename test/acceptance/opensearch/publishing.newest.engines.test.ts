// Writes that the next search must include, over PostgreSQL and OpenSearch: the same tests, another engine.

import './use-opensearch.ts';
import '../operations/publish.test.ts';
import '../operations/visibility.test.ts';
