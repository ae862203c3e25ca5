// Imported before other tests, it has their services run over PostgreSQL and search on OpenSearch.

import { after } from 'node:test';
import { openTestOpenSearch } from '../../fixtures/opensearch/test-opensearch.ts';
import '../postgres/use-postgres.ts';
import { searchOn } from '../service/test-search.ts';

const { urls, close } = await openTestOpenSearch();
searchOn(urls);
after(close);
