// Searches: whole responses or errors, never a part. May be sent again, since they change nothing.

import type { SearchServerCall } from './prepare-call.ts';
import { checkSearch } from './read-response.ts';
import { SearchServerError, SearchServerGone } from './search-server-errors.ts';

export interface SearchCalls {
  /** Exact totals unless the body says otherwise. Throws `SearchServerGone` too if a shard failed or timed out. */
  search<T>(index: string, routing: string, body: object, deadlineMs?: number): Promise<T>;
  /** Several searches in one call, their responses in the same order. An error in one is thrown. */
  searchAll<T>(index: string, routing: string, bodies: readonly object[], deadlineMs?: number): Promise<T[]>;
}

type Send = <T>(call: SearchServerCall) => Promise<T>;

/** Queues for searches that are full: the next moment they may not be. */
const asBusy = (error: unknown): unknown =>
  error instanceof SearchServerError && error.status === 429
    ? new SearchServerGone('busy', error.message, error)
    : error;

const exact = (body: object): object => ({ track_total_hits: true, ...body });

export const buildSearchCalls = (request: Send, searchDeadlineMs: number): SearchCalls => {
  const ask = async <T>(
    call: Pick<SearchServerCall, 'path' | 'query' | 'body'>,
    deadlineMs: number | undefined,
    check: (response: T) => void,
  ): Promise<T> => {
    try {
      const response = await request<T>({
        ...call,
        method: 'POST',
        idempotent: true,
        deadlineMs: deadlineMs ?? searchDeadlineMs,
      });
      check(response);
      return response;
    } catch (error) {
      throw asBusy(error);
    }
  };
  return {
    search: (index, routing, body, deadlineMs) =>
      ask(
        {
          path: `/${encodeURIComponent(index)}/_search`,
          query: { routing, allow_partial_search_results: 'false' },
          body: exact(body),
        },
        deadlineMs,
        (response) => checkSearch('POST _search', response),
      ),
    searchAll: async <T>(index: string, routing: string, bodies: readonly object[], deadlineMs?: number) => {
      if (bodies.length === 0) return [];
      const head = JSON.stringify({ routing, allow_partial_search_results: false });
      const body = bodies.map((entry) => `${head}\n${JSON.stringify(exact(entry))}\n`).join('');
      const { responses } = await ask<{ readonly responses: T[] }>(
        { path: `/${encodeURIComponent(index)}/_msearch`, body },
        deadlineMs,
        (response) => {
          for (const entry of bodies.keys()) checkSearch('POST _msearch', response?.responses?.[entry]);
        },
      );
      return responses;
    },
  };
};
