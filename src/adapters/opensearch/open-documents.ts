// The documents of catalogs for commands: whether they are those of the store, and when they were made. If no service feeds, the command
// does, as any process may.

import type { Scope } from '../../domain/access/scope.ts';
import { leaseTimes, realLeaseClock } from '../leases/hold-lease.ts';
import type { Store } from '../store/store.ts';
import { openSearchServer, type SearchServerSettings } from './client/search-server.ts';
import { SearchServerError } from './client/search-server-errors.ts';
import { startFeeder } from './feeding/feeder.ts';
import type { IndexSettings } from './feeding/prepare-indexes.ts';
import { buildStates, type States } from './feeding/states.ts';
import { type VerifiedPlace, verifyPlace } from './feeding/verify-place.ts';

export type { VerifiedPlace };

export interface DocumentSettings {
  readonly server: SearchServerSettings;
  readonly indexes: IndexSettings;
  readonly holder: string;
  /** For how long the position of a feeder that is behind may stay the same. */
  readonly stallTimeoutMs: number;
}

export interface OpenedDocuments {
  verify(scope: Scope, catalogId: string, onProgress: (compared: number) => void): Promise<VerifiedPlace>;
  /** The position at which the documents that are searched were begun; undefined if there are none. */
  builtPosition(scope: Scope, catalogId: string): Promise<number | undefined>;
  /** Feeds until it is closed, unless a service does. */
  feed(onFailure: (error: unknown) => void): void;
  close(): Promise<void>;
}

export const openDocuments = (
  { server: serverSettings, indexes, holder, stallTimeoutMs }: DocumentSettings,
  store: Store,
): OpenedDocuments => {
  const server = openSearchServer(serverSettings);
  const states = existingStates(buildStates(server, indexes.prefix));
  const closing = new AbortController();
  let feeder: ReturnType<typeof startFeeder> | undefined;
  return {
    verify: (scope, catalogId, onProgress) =>
      verifyPlace(
        { ...{ server, states, stallTimeoutMs, onProgress }, source: store, signal: closing.signal },
        scope,
        catalogId,
      ),
    builtPosition: async (scope, catalogId) => (await states.find(scope, catalogId))?.state.built_position,
    feed: (onFailure) => {
      feeder ??= startFeeder({
        ...{ server, indexes, holder, source: store, places: store, leases: store, onFailure },
        clock: realLeaseClock,
        times: leaseTimes,
        events: { onTaken: () => undefined, onEnded: () => undefined },
        onParked: () => undefined,
      });
    },
    close: async () => {
      closing.abort();
      await feeder?.stop();
      await server.close();
    },
  };
};

/** Before the first feeder there is not even an index of states. */
const existingStates = (states: States): States => ({
  ...states,
  find: async (scope, catalogId) => {
    try {
      return await states.find(scope, catalogId);
    } catch (error) {
      if (error instanceof SearchServerError && error.status === 404) return undefined;
      throw error;
    }
  },
});
