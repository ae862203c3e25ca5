// Isolation and searches through the service on three nodes, and parts of the search suite, in the long form all of it: the same
// tests, another cluster. What happens when a node is lost is tested by the client.

import { after, before, describe } from 'node:test';
import { isLong, runs } from '../../fixtures/long-runs.ts';
import type { OpenIndex } from '../../suites/search/open-index.ts';
import { openTestServer, type TestServer } from '../../suites/search/opensearch-index.ts';
import { describeDiscovery } from '../../suites/search/search-discovery-examples.ts';
import { describeFeed } from '../../suites/search/search-feed.ts';
import { runSearchSuite } from '../../suites/search/search-suite.ts';
import { cluster } from './use-three-nodes.ts';
import '../isolation/isolation-scopes.test.ts';

let server: TestServer;

before(async () => {
  server = await openTestServer(cluster.urls);
});
after(async () => {
  await server?.close();
  await cluster.close();
});

const open: OpenIndex = (source) => server.open(source);

if (isLong) runSearchSuite('three nodes', open, { runs: runs(2, 50) });
else {
  describe('three nodes: products and categories', () => describeDiscovery(open));
  describe('three nodes: following the feed', () => describeFeed(open));
}
