// One turn of feeding a catalog: follows its feed a little, or builds a new generation and follows that to the head before it answers.

import type { Scope } from '../../../domain/access/scope.ts';
import { type Lease, LeaseLost } from '../../../domain/leases/lease.ts';
import type { Place } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { buildGeneration } from './build-generation.ts';
import { countParked } from './count-parked.ts';
import {
  type Followed,
  type FollowedCatalog,
  type FollowSettings,
  followCatalog,
  openFollowed,
} from './follow-catalog.ts';
import type { RefreshIndex } from './refresh-index.ts';
import type { States, StoredState } from './states.ts';
import type { ParkedObject } from './write-objects.ts';

export interface FeedSettings extends FollowSettings {
  readonly states: States;
  readonly refresh: RefreshIndex;
  readonly lease: Lease;
  /** Asks the store whether the lease is still held. */
  readonly isHeld: () => Promise<boolean>;
  /** The index that the tenant's documents belong in, and which of that name it is. */
  readonly currentIndex: (tenantId: string) => Promise<{ readonly index: string; readonly uuid: string }>;
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
  /** The next turn builds a new generation, which takes long. */
  needsBuild?: boolean;
}

/** Whether the place has caught up with what was known of the feed. */
export const feedPlace = async (settings: FeedSettings, place: FedPlace): Promise<boolean> => {
  try {
    return await takeTurn(settings, place);
  } catch (error) {
    // The next turn begins with what is stored.
    place.stored = undefined;
    place.followed = undefined;
    throw error;
  }
};

const takeTurn = async (settings: FeedSettings, place: FedPlace): Promise<boolean> => {
  const { scope, catalogId } = place;
  place.stored ??= await claim(settings, await settings.states.find(scope, catalogId));
  const { stored } = place;
  if (stored !== undefined && place.needsBuild !== true) {
    const outcome = await follow(settings, place, stored);
    place.needsBuild = outcome === 'rebuild';
    return outcome === 'current';
  }
  // Whoever gives turns learns that this one will take long.
  const isExpected = place.needsBuild === true;
  place.needsBuild = true;
  return isExpected && rebuild(settings, place);
};

const follow = async (
  settings: FeedSettings,
  place: FedPlace,
  { state }: StoredState,
): Promise<Followed['outcome']> => {
  const { index, uuid } = await settings.currentIndex(place.scope.tenantId);
  if (state.index !== index || state.index_uuid !== uuid) return 'rebuild';
  if (place.followed?.generation !== state.generation) place.followed = await openFollowed(settings, state);
  if (place.followed === undefined) return 'rebuild';
  const followed = await followCatalog(settings, place.followed, state);
  await save(settings, place, followed);
  return followed.outcome;
};

/**
 * Writes the own lease into the state: from here on, a feeder that had it before cannot write the state any more. A larger token is of
 * another lease: ours is over, or the store is an older copy of itself.
 */
const claim = async (
  { states, lease, isHeld }: FeedSettings,
  stored: StoredState | undefined,
): Promise<StoredState | undefined> => {
  if (stored === undefined || stored.state.token === lease.token) return stored;
  if (stored.state.token > lease.token && !(await isHeld())) throw new LeaseLost(lease.name);
  const state = { ...stored.state, token: lease.token };
  return { state, revision: await states.save(state, stored.revision) };
};

const save = async (settings: FeedSettings, place: FedPlace, followed: Followed): Promise<void> => {
  const { stored } = place;
  if (stored === undefined || followed.state.position === stored.state.position) return;
  if (followed.hasWritten) await settings.refresh(followed.state.index);
  const state = { ...followed.state, parked: await parkedOf(settings, followed) };
  place.stored = { state, revision: await settings.states.save(state, stored.revision) };
  report(settings, place, followed.parked);
};

const parkedOf = async (
  { server }: FeedSettings,
  { state, hasWritten, parked }: Followed,
): Promise<number> =>
  hasWritten && state.parked + parked.length > 0 ? countParked(server, state) : state.parked;

const report = (
  { events }: FeedSettings,
  { scope, catalogId }: FedPlace,
  parked: readonly ParkedObject[],
): void => {
  if (parked.length > 0) events.onParked(scope, catalogId, parked);
};

/** A catalog that keeps changing answers as it was built, and is followed from there. */
const FOLLOW_TURNS_MAX = 1_000;

const rebuild = async (settings: FeedSettings, place: FedPlace): Promise<boolean> => {
  const { scope, catalogId, stored } = place;
  const { server, source, states, lease, signal, onRetry, events } = settings;
  const { index, uuid: indexUuid } = await settings.currentIndex(scope.tenantId);
  const built = await buildGeneration(
    { server, source, index, indexUuid, token: lease.token, signal, onRetry, onStarted: events.onStarted },
    scope,
    catalogId,
    stored?.state,
  );
  if (built === undefined) return forget(settings, place);
  const { followed, catalog } = await replay(settings, built.state);
  await settings.refresh(index);
  const state = { ...followed.state, parked: await countParked(server, followed.state) };
  place.stored = { state, revision: await states.save(state, stored?.revision) };
  place.followed = catalog;
  place.needsBuild = followed.outcome === 'rebuild';
  events.onBuilt(stored?.state);
  report(settings, place, [...built.parked, ...followed.parked]);
  return followed.outcome === 'current';
};

/** What was written while the generation was built. */
const replay = async (
  settings: FeedSettings,
  built: FeedingState,
): Promise<{ readonly followed: Followed; readonly catalog: FollowedCatalog | undefined }> => {
  const catalog = await openFollowed(settings, built);
  let followed: Followed = { outcome: 'rebuild', state: built, hasWritten: true, parked: [] };
  if (catalog === undefined) return { followed, catalog };
  for (let turn = 0; turn < FOLLOW_TURNS_MAX; turn += 1) {
    const { parked } = followed;
    const next = await followCatalog(settings, catalog, followed.state);
    followed = { ...next, parked: [...parked, ...next.parked] };
    if (followed.outcome !== 'behind') break;
  }
  return { followed, catalog };
};

/** The catalog is gone, or not in this environment any more. */
const forget = async ({ states, events }: FeedSettings, place: FedPlace): Promise<boolean> => {
  const { stored } = place;
  if (stored !== undefined) {
    await states.remove(stored);
    events.onGone(stored.state);
  }
  place.stored = undefined;
  place.followed = undefined;
  place.needsBuild = false;
  return true;
};
