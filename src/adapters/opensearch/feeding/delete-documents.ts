// Deletes documents by query, a part at a time, and indexes by name; lists what there is to delete.

import type { SearchServer } from '../client/search-server.ts';
import { SearchServerError } from '../client/search-server-errors.ts';

const DOCUMENTS_AT_ONCE = 10_000;
const DEADLINE_MS = 60_000;
const KEYS_AT_ONCE = 1_000;

/** Also those of later generations of the same index, if the query finds them. */
export const deleteDocuments = async (
  server: SearchServer,
  index: string,
  query: object,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const deleted = await deleteSome(server, index, query);
    if (deleted < DOCUMENTS_AT_ONCE) return;
  }
};

const deleteSome = async (server: SearchServer, index: string, query: object): Promise<number> => {
  try {
    const { deleted } = await server.request<{ readonly deleted: number }>({
      method: 'POST',
      path: `/${index}/_delete_by_query`,
      query: { conflicts: 'proceed', refresh: 'true', max_docs: String(DOCUMENTS_AT_ONCE) },
      body: { query },
      deadlineMs: DEADLINE_MS,
    });
    return deleted;
  } catch (error) {
    if (error instanceof SearchServerError && error.status === 404) return 0;
    throw error;
  }
};

export const deleteIndex = async (server: SearchServer, index: string): Promise<void> => {
  await server.request({ method: 'DELETE', path: `/${index}`, query: { ignore_unavailable: 'true' } });
};

/** The indexes of documents, of this version and others. */
export const listIndexes = async (server: SearchServer, prefix: string): Promise<string[]> => {
  const rows = await server.request<readonly { readonly index: string }[]>({
    method: 'GET',
    path: `/_cat/indices/${prefix}-*`,
    query: { format: 'json', h: 'index' },
  });
  return rows
    .map(({ index }) => index)
    .filter(
      (index) =>
        index.startsWith(`${prefix}-`) &&
        /^(?:shared|own-[\da-f]{12})-m\d+-[\da-f]{12}$/.test(index.slice(prefix.length + 1)),
    );
};

/** Every value of the field `place`. */
export const listPlaceKeys = async (server: SearchServer, index: string): Promise<string[]> => {
  const keys: string[] = [];
  let after: object | undefined;
  do {
    const { aggregations } = await server.request<{
      readonly aggregations: {
        readonly places: {
          readonly after_key?: object;
          readonly buckets: readonly { readonly key: { readonly place: string } }[];
        };
      };
    }>({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: 'false' },
      body: {
        size: 0,
        aggs: {
          places: {
            composite: {
              size: KEYS_AT_ONCE,
              sources: [{ place: { terms: { field: 'place' } } }],
              ...(after === undefined ? {} : { after }),
            },
          },
        },
      },
      idempotent: true,
    });
    keys.push(...aggregations.places.buckets.map(({ key }) => key.place));
    after = aggregations.places.after_key;
  } while (after !== undefined);
  return keys;
};
