// How the servers of OpenSearch are, and how far its documents are behind the store. Nothing is changed.

import { type Scope, scopeKey } from '../../domain/access/scope.ts';
import type { SearchPlaces } from '../../domain/ports.ts';
import { openSearchServer, type SearchServer, type SearchServerSettings } from './client/search-server.ts';
import { SearchServerError } from './client/search-server-errors.ts';
import { buildStates, stateScope } from './feeding/states.ts';

export interface InspectedNode {
  readonly url: string;
  /** Undefined: it does not respond. */
  readonly version: string | undefined;
  /** Why not. */
  readonly fault: string;
}

export interface InspectedSearch {
  readonly nodes: readonly InspectedNode[];
  /** `red`: some documents cannot be found; `yellow`: some are on one node only. Undefined if no node responds. */
  readonly health: 'green' | 'yellow' | 'red' | undefined;
  /** Once for each environment that shows them. */
  readonly catalogs: number;
  /** Catalogs that were never fed. */
  readonly unfed: number;
  readonly behindCatalogs: number;
  /** Of the catalog that is farthest behind. */
  readonly behindChanges: number;
  /** Objects that the index has refused. */
  readonly parked: number;
}

const NODE_MAX_MS = 5_000;

export const inspectServer = async (
  settings: SearchServerSettings,
  prefix: string,
  places: SearchPlaces,
): Promise<InspectedSearch> => {
  const nodes = await Promise.all(settings.urls.map((url) => askNode(settings, url)));
  const nothing = { catalogs: 0, unfed: 0, behindCatalogs: 0, behindChanges: 0, parked: 0 };
  if (nodes.every(({ version }) => version === undefined)) return { nodes, health: undefined, ...nothing };
  const server = openSearchServer(settings);
  try {
    return { nodes, health: await readHealth(server, prefix), ...(await compare(server, prefix, places)) };
  } finally {
    await server.close();
  }
};

const askNode = async (settings: SearchServerSettings, url: string): Promise<InspectedNode> => {
  const server = openSearchServer({ ...settings, urls: [url], deadlineMs: NODE_MAX_MS });
  try {
    const response = await server.request<{ readonly version?: { readonly number?: unknown } }>({
      method: 'GET',
      path: '/',
    });
    return { url, version: String(response?.version?.number ?? ''), fault: '' };
  } catch (error) {
    return { url, version: undefined, fault: (error as Error).message };
  } finally {
    await server.close();
  }
};

/** Without indexes there is nothing to be ill. */
const readHealth = async (server: SearchServer, prefix: string): Promise<InspectedSearch['health']> => {
  const { status } = await server.request<{ readonly status: 'green' | 'yellow' | 'red' }>({
    method: 'GET',
    path: `/_cluster/health/${prefix}-*`,
  });
  return status;
};

type Compared = Omit<InspectedSearch, 'nodes' | 'health'>;

const compare = async (server: SearchServer, prefix: string, places: SearchPlaces): Promise<Compared> => {
  const fed = await readStates(server, prefix);
  const found = { catalogs: 0, unfed: 0, behindCatalogs: 0, behindChanges: 0, parked: 0 };
  for (const { head, ...workspace } of await places.listHeads())
    for (const { scope, catalogId } of await places.listPlaces(workspace)) {
      found.catalogs += 1;
      const state = fed.get(keyOf(scope, catalogId));
      if (state === undefined) {
        found.unfed += 1;
        continue;
      }
      const behind = head - state.position;
      if (behind > 0) found.behindCatalogs += 1;
      found.behindChanges = Math.max(found.behindChanges, behind);
      found.parked += state.parked;
    }
  return found;
};

type Reached = Readonly<Record<'position' | 'parked', number>>;

const readStates = async (server: SearchServer, prefix: string): Promise<ReadonlyMap<string, Reached>> => {
  const fed = new Map<string, Reached>();
  try {
    for await (const batch of buildStates(server, prefix).list())
      for (const { state } of batch) {
        const { scope, catalogId } = stateScope(state);
        fed.set(keyOf(scope, catalogId), { position: state.position, parked: state.parked });
      }
  } catch (error) {
    // Nothing was ever fed.
    if (!(error instanceof SearchServerError && error.status === 404)) throw error;
  }
  return fed;
};

const keyOf = (scope: Scope, catalogId: string): string => `${scopeKey(scope)}\0${catalogId}`;
