// The same tests on OpenSearch: after `searchOn`, every service over PostgreSQL searches there, those of each data folder under a
// prefix of their own. A search there is as new as the feeder, unless it carries a position: so reads carry that of the newest write
// to their workspace, whoever made it.

import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import { buildPositions, POSITION_HEADER } from '../../../src/http/caller/position.ts';
import { normalizeHost } from '../../../src/http/wire/host.ts';
import { openStore } from '../../../src/open-store.ts';

let nodes: readonly string[] = [];
const prefixes = new Map<string, string>();

/** `urls`: of the nodes of one server. */
export const searchOn = (urls: readonly string[]): void => {
  nodes = urls;
};

export const isOnOpenSearch = (): boolean => nodes.length > 0;

export const searchVariables = (dataDir: string): Readonly<Record<string, string>> => {
  if (!isOnOpenSearch()) return {};
  const prefix = prefixes.get(dataDir) ?? `service-${process.pid}-${prefixes.size}`;
  prefixes.set(dataDir, prefix);
  return {
    VITRINE_SEARCH_URL: nodes.join(','),
    VITRINE_SEARCH_PREFIX: prefix,
    // All catalogs of a fixture are fed at its start, and a busy machine may need a while.
    VITRINE_SEARCH_WAIT_MS: '60000',
    VITRINE_SEARCH_SHARDS: '1',
    VITRINE_SEARCH_REPLICAS: nodes.length > 1 ? '1' : '0',
  };
};

export interface NewestWrites {
  /** The header of a read that includes every write to the workspace so far; none if there is no such workspace. */
  headersOf(where: WorkspaceScope | { readonly host: string }): Promise<[string, string][]>;
  close(): Promise<void>;
}

/** Over the database of a service. */
export const openNewestWrites = async (dataDir: string, storeUrl: string): Promise<NewestWrites> => {
  const store = await openStore({ dataDir, storeUrl });
  return {
    headersOf: async (where) => {
      const workspace = 'host' in where ? await store.findDomain(normalizeHost(where.host) ?? '') : where;
      if (workspace === undefined) return [];
      const head = await store.headPosition(workspace);
      const { issue } = buildPositions(
        { ...store, position: () => head },
        await store.readVisitorSecret(),
        0,
      );
      return [[POSITION_HEADER, issue(workspace) ?? '']];
    },
    close: () => store.close(),
  };
};
