// Other operations that search, over PostgreSQL and OpenSearch: the same tests, another engine.

import './use-opensearch.ts';
import '../operations/attributes.test.ts';
import '../operations/markup.test.ts';
import '../operations/product-links.test.ts';
import '../operations/operations-responses.test.ts';
import '../operations/product-totals.test.ts';
import '../operations/ranking.test.ts';
