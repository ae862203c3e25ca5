// Other operations that search, and writes that the next search must include, over PostgreSQL and OpenSearch: the same tests, another
// engine.

import './use-opensearch.ts';
import '../operations/attributes.test.ts';
import '../operations/markup.test.ts';
import '../operations/model-rules.test.ts';
import '../operations/pages.test.ts';
import '../operations/product-links.test.ts';
import '../operations/operations-responses.test.ts';
import '../operations/product-totals.test.ts';
import '../operations/publish.test.ts';
import '../operations/ranking.test.ts';
import '../operations/visibility.test.ts';
