// Imported before other tests, it has their services run over PostgreSQL and search on a cluster of three nodes, with a copy of each
// document. The file that imports it closes the cluster after its services.

import { startOpenSearch } from '../../fixtures/opensearch/start-opensearch.ts';
import '../postgres/use-postgres.ts';
import { searchOn } from '../service/test-search.ts';

const HEAP_MIB = 256;

export const cluster = await startOpenSearch({ nodes: 3, heapMiB: HEAP_MIB });
searchOn(cluster.urls);
