// Catalogs in a real OpenSearch, for tests of queries: written as the feeder writes them, and opened as requests open them.

import {
  openSearchServer,
  type SearchServer,
} from '../../../src/adapters/opensearch/client/search-server.ts';
import { sortableText } from '../../../src/adapters/opensearch/documents/encode.ts';
import { indexName } from '../../../src/adapters/opensearch/documents/mapping.ts';
import type { Place } from '../../../src/adapters/opensearch/documents/place.ts';
import { deletedObject } from '../../../src/adapters/opensearch/documents/search-document.ts';
import { findAverageLengths } from '../../../src/adapters/opensearch/feeding/average-lengths.ts';
import {
  buildCatalogLengths,
  buildIndexer,
  type CatalogIndexer,
} from '../../../src/adapters/opensearch/feeding/catalog-indexer.ts';
import { prepareIndexes } from '../../../src/adapters/opensearch/feeding/prepare-indexes.ts';
import { buildObjectWriter } from '../../../src/adapters/opensearch/feeding/write-objects.ts';
import { readCatalog } from '../../../src/adapters/opensearch/query/open-catalog.ts';
import type { OpenedCatalog } from '../../../src/adapters/opensearch/query/opened-catalog.ts';
import type { Scope } from '../../../src/domain/access/scope.ts';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { ContentItem } from '../../../src/domain/search/content.ts';
import { normalizeLocale } from '../../../src/domain/text/locale.ts';
import { LONG_DEADLINES, openTestOpenSearch } from '../../fixtures/opensearch/test-opensearch.ts';
import { type CatalogStep, liveAfter } from './catalog-steps.ts';

export interface GivenCatalog {
  readonly contents: CatalogContents;
  readonly baseLocale: string;
  readonly steps: readonly CatalogStep[];
  readonly items?: readonly ContentItem[];
}

const PREFIX = `query-${process.pid}`;
const scope: Scope = { tenantId: 't', workspaceId: 'w', environmentId: 'e' };

/** Writes catalogs, each into a generation of its own, and opens them. */
export const openCatalogs = async (server: SearchServer): Promise<Pick<TestCatalogs, 'begin' | 'write'>> => {
  await prepareIndexes(server, { prefix: PREFIX, shards: 2, replicas: 0, ownIndexTenants: new Set() });
  const index = indexName(PREFIX, undefined);
  let generation = Date.now();
  const begin: TestCatalogs['begin'] = async (given) => {
    generation += 1;
    const { contents } = given;
    const place: Place = { scope, catalogId: 'c', generation };
    const { signal } = new AbortController();
    const indexer = await buildTestIndexer(given, place, signal);
    const writer = buildObjectWriter({ server, index, place, isNew: false, signal });
    let version = 1;
    const write = async (objects: Parameters<typeof writer.write>[0]): Promise<void> => {
      const parked = await writer.write(objects, version, version);
      if (parked.length > 0) throw new Error(`refused: ${parked.map(({ reason }) => reason).join(', ')}`);
      version += 1;
    };
    await write((given.items ?? []).map(indexer.item));
    return async (steps) => {
      for (const step of steps) {
        if (step.do === 'delete') await write([deletedObject('product', sortableText(step.id))]);
        else {
          const last = new Map(step.products.map((product) => [product.id, product]));
          await write([...last.values()].map(indexer.product));
        }
      }
      await server.request({ method: 'POST', path: `/${index}/_refresh` });
      return readCatalog(server, index, place, contents);
    };
  };
  return { begin, write: async (given) => (await begin(given))(given.steps) };
};

/** With the average lengths of what the steps leave. */
const buildTestIndexer = async (
  { contents, baseLocale, steps, items = [] }: GivenCatalog,
  place: Place,
  signal: AbortSignal,
): Promise<CatalogIndexer> => {
  const settings = { baseLocale: normalizeLocale(baseLocale), contents, digest: '' };
  const source: Parameters<typeof findAverageLengths>[0] = {
    splitProducts: async () => [{ after: undefined, through: undefined }],
    readProducts: async function* () {
      yield liveAfter(steps);
    },
    readContentItems: async function* () {
      yield [...items];
    },
  };
  return buildIndexer(
    settings,
    place,
    await findAverageLengths(source, place.scope, place.catalogId, buildCatalogLengths(settings), signal),
  );
};

export interface TestCatalogs {
  /** Returns what plays further steps and opens the catalog as it is then. The steps that are given are played by it, not before. */
  readonly begin: (given: GivenCatalog) => Promise<(steps: readonly CatalogStep[]) => Promise<OpenedCatalog>>;
  readonly write: (given: GivenCatalog) => Promise<OpenedCatalog>;
  close(): Promise<void>;
}

export const startCatalogs = async (): Promise<TestCatalogs> => {
  const { urls, close } = await openTestOpenSearch();
  const server = openSearchServer({ urls, ...LONG_DEADLINES });
  return {
    ...(await openCatalogs(server)),
    close: async () => {
      await server.request({ method: 'DELETE', path: `/${PREFIX}-*` });
      await server.close();
      await close();
    },
  };
};
