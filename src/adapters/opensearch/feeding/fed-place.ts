// A catalog in one environment, as the feeder knows it, and what it is fed with.

import type { Scope } from '../../../domain/access/scope.ts';
import type { Lease } from '../../../domain/leases/lease.ts';
import type { Place } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import type { FollowedCatalog, FollowSettings } from './follow-catalog.ts';
import type { States, StoredState } from './states.ts';
import type { ParkedObject } from './write-objects.ts';

export interface FeedSettings extends FollowSettings {
  readonly states: States;
  readonly lease: Lease;
  /** Asks the store whether the lease is still held. */
  readonly isHeld: () => Promise<boolean>;
  /** The index that the tenant's documents belong in. */
  readonly indexOf: (tenantId: string) => string;
  /** Which index of that name it is; undefined if there is none. */
  readonly findUuid: (index: string) => Promise<string | undefined>;
  readonly events: FeedEvents;
}

export interface FeedEvents {
  /** A generation is being built: documents that no state knows. */
  readonly onStarted: (place: Place) => void;
  readonly onBuilt: (replaced: FeedingState | undefined) => void;
  readonly onParked: (scope: Scope, catalogId: string, parked: readonly ParkedObject[]) => void;
  readonly onGone: (state: FeedingState) => void;
}

/** What is kept of a catalog between turns. */
export interface FedPlace {
  readonly scope: Scope;
  readonly catalogId: string;
  stored?: StoredState | undefined;
  followed?: FollowedCatalog | undefined;
  /** A new generation is wanted; see `build-beside.ts`. */
  needsBuild?: boolean;
  /** It waits to be searched. `gone`: there was nothing to build. */
  built?: BuiltPlace | 'gone' | undefined;
}

/** A generation that is not searched yet. */
export interface BuiltPlace {
  /** It is not saved yet. */
  readonly state: FeedingState;
  readonly catalog: FollowedCatalog;
  readonly needsBuild: boolean;
  readonly parked: readonly ParkedObject[];
}
