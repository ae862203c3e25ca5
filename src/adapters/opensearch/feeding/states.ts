// The states of catalogs: read by everyone, at once and without a refresh; written by the feeder, and only over the state that it has
// read, so that a feeder that slept through its lease writes none.

import type { Scope } from '../../../domain/access/scope.ts';
import type { SearchServer } from '../client/search-server.ts';
import { SearchServerError } from '../client/search-server-errors.ts';
import { stateIndexName } from '../documents/mapping.ts';
import { type Place, stateId } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { writeName } from './prepare-indexes.ts';

/** Which version of a state was read. Undefined: there was none. */
export interface StateRevision {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface StoredState {
  readonly state: FeedingState;
  readonly revision: StateRevision;
}

/** Another feeder has written the state meanwhile. */
export class StateTaken extends Error {
  override readonly name = 'StateTaken';

  constructor() {
    super('another process has written the state of the catalog meanwhile');
  }
}

export interface States {
  /** Undefined if the catalog was never built. */
  find(scope: Scope, catalogId: string): Promise<StoredState | undefined>;
  /** Throws `StateTaken` unless `over` is still the newest. */
  save(state: FeedingState, over: StateRevision | undefined): Promise<StateRevision>;
  remove(stored: StoredState): Promise<void>;
  /** All of them, as far as they could be seen a second ago, in batches. */
  list(): AsyncIterable<StoredState[]>;
}

interface FoundState {
  readonly _source: FeedingState;
  readonly _seq_no: number;
  readonly _primary_term: number;
}

const STATES_AT_ONCE = 500;
/** A state is small: whoever waits longer for it waits in vain. */
const DEADLINE_MS = 5_000;

/** `deadlineMs`: for a single one. */
export const buildStates = (server: SearchServer, prefix: string, deadlineMs = DEADLINE_MS): States => {
  const index = stateIndexName(prefix);
  const pathOf = (scope: Scope, catalogId: string, name = index): string =>
    `/${name}/_doc/${encodeURIComponent(stateId(scope, catalogId))}`;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof SearchServerError && error.status === 409 ? new StateTaken() : error;
    }
  };
  return {
    find: async (scope, catalogId) => {
      try {
        return toStored(
          await server.request<FoundState>({ method: 'GET', path: pathOf(scope, catalogId), deadlineMs }),
        );
      } catch (error) {
        if (error instanceof SearchServerError && error.status === 404) return undefined;
        throw error;
      }
    },
    save: (state, over) =>
      write(async () => {
        const { scope, catalogId } = stateScope(state);
        const { _seq_no: seqNo, _primary_term: primaryTerm } = await server.request<FoundState>({
          method: 'PUT',
          path: pathOf(scope, catalogId, writeName(index)),
          query: { require_alias: 'true', ...(over === undefined ? { op_type: 'create' } : onlyOver(over)) },
          body: state,
          deadlineMs,
        });
        return { seqNo, primaryTerm };
      }),
    remove: ({ state, revision }) =>
      write(async () => {
        const { scope, catalogId } = stateScope(state);
        await server.request({
          method: 'DELETE',
          path: pathOf(scope, catalogId),
          query: onlyOver(revision),
          deadlineMs,
        });
      }),
    list: () => listStates(server, index),
  };
};

/** By the number of their last write: what is written meanwhile comes again. */
const listStates = async function* (server: SearchServer, index: string): AsyncIterable<StoredState[]> {
  let after: readonly unknown[] | undefined;
  do {
    const { hits } = await server.request<{
      readonly hits: { readonly hits: readonly (FoundState & { readonly sort: readonly unknown[] })[] };
    }>({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: 'false' },
      body: {
        size: STATES_AT_ONCE,
        seq_no_primary_term: true,
        sort: ['_seq_no'],
        ...(after === undefined ? {} : { search_after: after }),
      },
      idempotent: true,
    });
    if (hits.hits.length > 0) yield hits.hits.map(toStored);
    after = hits.hits.length < STATES_AT_ONCE ? undefined : hits.hits.at(-1)?.sort;
  } while (after !== undefined);
};

const toStored = ({ _source, _seq_no, _primary_term }: FoundState): StoredState => ({
  state: _source,
  revision: { seqNo: _seq_no, primaryTerm: _primary_term },
});

const onlyOver = ({ seqNo, primaryTerm }: StateRevision): Record<string, string> => ({
  if_seq_no: String(seqNo),
  if_primary_term: String(primaryTerm),
});

export const stateScope = ({
  tenant,
  workspace,
  environment,
  catalog,
}: FeedingState): { readonly scope: Scope; readonly catalogId: string } => ({
  scope: { tenantId: tenant, workspaceId: workspace, environmentId: environment },
  catalogId: catalog,
});

export const placeOf = (state: FeedingState): Place => ({
  ...stateScope(state),
  generation: state.generation,
});
