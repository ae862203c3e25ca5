// Fetches what tests start besides the service: a browser, a second version of PostgreSQL, and each version of OpenSearch. What is there
// already is kept. Tests that need one fetch it themselves; all at once, before or beside other tests, saves the time.

import { obtainBrowser } from './browser/browser.ts';
import { findDebianPostgres } from './fixtures/debian-postgres.ts';
import { obtainOpenSearch, openSearchVersions } from './fixtures/opensearch/obtain-opensearch.ts';

obtainBrowser();
findDebianPostgres();
for (const version of openSearchVersions) obtainOpenSearch(version);
