// What shoppers search and see, over PostgreSQL and OpenSearch: the same tests, another engine.

import './use-opensearch.ts';
import '../operations/product-search.test.ts';
import '../operations/product-shown.test.ts';
import '../operations/merchandising.test.ts';
import '../operations/facet-settings.test.ts';
import '../operations/locales.test.ts';
