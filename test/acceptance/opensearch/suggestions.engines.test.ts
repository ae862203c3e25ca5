// Suggestions over PostgreSQL and OpenSearch. Alone, for the names that others give their products would be suggested too.

import './use-opensearch.ts';
import '../operations/suggestions.test.ts';
