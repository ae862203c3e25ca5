// The search suite, isolation and searches through the service on three nodes: the same tests, another cluster. What happens when a
// node is lost is tested by the client.

import { after, before } from 'node:test';
import { runs } from '../../fixtures/long-runs.ts';
import { openTestServer, type TestServer } from '../../suites/search/opensearch-index.ts';
import { runSearchSuite } from '../../suites/search/search-suite.ts';
import { cluster } from './use-three-nodes.ts';
import '../isolation/isolation-scopes.test.ts';
import '../operations/visibility.test.ts';

let server: TestServer;

before(async () => {
  server = await openTestServer(cluster.urls);
});
after(() => server.close());

runSearchSuite('opensearch, three nodes', (source) => server.open(source), { runs: runs(2, 50) });
