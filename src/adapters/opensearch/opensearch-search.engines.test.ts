// OpenSearch passes the SearchIndex suite, fed as the feeder feeds it.

import { after, before } from 'node:test';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { startTestServer, type TestServer } from '../../../test/suites/search/opensearch-index.ts';
import { runSearchSuite } from '../../../test/suites/search/search-suite.ts';

let server: TestServer;

before(async () => {
  server = await startTestServer();
});
after(() => server.close());

runSearchSuite('opensearch', (source) => server.open(source), { runs: runs(10, 200) });
