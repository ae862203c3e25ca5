// Makes what was written visible. Callers that ask at the same time share a refresh that begins after they asked.

import type { SearchServer } from '../client/search-server.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';

/** Much may have been written since the last one. */
const DEADLINE_MS = 30_000;

/** Resolves when all shards show what was written before the call. */
export type RefreshIndex = (index: string) => Promise<void>;

export const buildRefresh = (server: SearchServer): RefreshIndex => {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const start = (index: string): Promise<void> => {
    const refresh = refreshNow(server, index).finally(() => running.delete(index));
    running.set(index, refresh);
    return refresh;
  };
  return (index) => {
    const current = running.get(index);
    if (current === undefined) return start(index);
    let waiting = next.get(index);
    if (waiting === undefined) {
      waiting = current
        .catch(() => undefined)
        .then(() => {
          next.delete(index);
          return start(index);
        });
      next.set(index, waiting);
    }
    return waiting;
  };
};

const refreshNow = async (server: SearchServer, index: string): Promise<void> => {
  const { _shards: shards } = await server.request<{ readonly _shards: { readonly failed: number } }>({
    method: 'POST',
    path: `/${index}/_refresh`,
    idempotent: true,
    deadlineMs: DEADLINE_MS,
  });
  if (shards.failed > 0)
    throw new SearchServerGone('partial', 'OpenSearch refreshed the index without all of its shards');
};
