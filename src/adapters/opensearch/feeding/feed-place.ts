// One turn of feeding a catalog: follows its feed a little, or lets searches use a new generation that was built beside it.

import { LeaseLost } from '../../../domain/leases/lease.ts';
import { haveSameMapping } from '../documents/mapping.ts';
import { catchUp } from './build-beside.ts';
import { loadSettings } from './catalog-indexer.ts';
import { countParked, countWords } from './count-documents.ts';
import type { BuiltPlace, FedPlace, FeedSettings } from './fed-place.ts';
import { type Followed, followCatalog, isOfFeed, openFollowed } from './follow-catalog.ts';
import type { StoredState } from './states.ts';
import type { ParkedObject } from './write-objects.ts';

/** Whether the place has caught up with what was known of the feed, as far as it can without a new generation. */
export const feedPlace = async (settings: FeedSettings, place: FedPlace): Promise<boolean> => {
  try {
    const { scope, catalogId, built } = place;
    place.stored ??= await claim(settings, await settings.states.find(scope, catalogId));
    if (built === 'gone') return await forget(settings, place);
    if (built !== undefined) return await flip(settings, place, built);
    if (place.stored !== undefined) return await follow(settings, place, place.stored);
    place.needsBuild = true;
    return true;
  } catch (error) {
    // The next turn begins with what is stored.
    place.stored = undefined;
    place.followed = undefined;
    throw error;
  }
};

const follow = async (settings: FeedSettings, place: FedPlace, { state }: StoredState): Promise<boolean> => {
  const index = settings.indexOf(place.scope.tenantId);
  // Documents of another shape are followed by processes that know it.
  const isKnown = haveSameMapping(state.index, index);
  const isThere = isKnown && (await settings.findUuid(state.index)) === state.index_uuid;
  if (!isThere || state.index !== index) place.needsBuild = true;
  if (!isThere) return true;
  if (place.followed?.generation !== state.generation) place.followed = await openFollowed(settings, state);
  if (place.followed === undefined) {
    place.needsBuild = true;
    return true;
  }
  const followed = await followCatalog(settings, place.followed, state);
  await save(settings, place, followed);
  if (followed.needsBuild) place.needsBuild = true;
  return followed.outcome !== 'behind';
};

/**
 * Writes the own lease into the state: from here on, a feeder that had it before cannot write the state any more. A larger token is of
 * another lease: ours is over, or the store is an older copy of itself.
 */
const claim = async (
  { states, lease, isHeld }: FeedSettings,
  stored: StoredState | undefined,
): Promise<StoredState | undefined> => {
  if (stored === undefined) return undefined;
  const { token, position, fingerprint } = stored.state;
  // Whatever keeps the position back is met again.
  const state = {
    ...stored.state,
    token: lease.token,
    objects_position: position,
    objects_fingerprint: fingerprint,
  };
  if (token === lease.token) return { state, revision: stored.revision };
  if (token > lease.token && !(await isHeld())) throw new LeaseLost(lease.name);
  return { state, revision: await states.save(state, stored.revision) };
};

const save = async (settings: FeedSettings, place: FedPlace, followed: Followed): Promise<void> => {
  const { stored } = place;
  if (stored === undefined || followed.state.objects_position === stored.state.objects_position) return;
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

/** Searches use the new generation from now on. It has everything that the old one has. */
const flip = async (settings: FeedSettings, place: FedPlace, built: BuiltPlace): Promise<boolean> => {
  const { server, states, events, lease } = settings;
  const { stored } = place;
  const isThere = (await settings.findUuid(built.state.index)) === built.state.index_uuid;
  const caughtUp = isThere ? await catchUp(settings, built) : undefined;
  place.built = caughtUp;
  if (caughtUp === undefined || (await wouldGoBack(settings, caughtUp, stored))) {
    place.built = undefined;
    place.needsBuild = true;
    return true;
  }
  await settings.refresh(caughtUp.state.index);
  const state = {
    ...caughtUp.state,
    token: lease.token,
    parked: await countParked(server, caughtUp.state),
    words: await countWords(server, caughtUp.state),
  };
  place.stored = { state, revision: await states.save(state, stored?.revision) };
  place.followed = caughtUp.catalog;
  place.built = undefined;
  place.needsBuild = caughtUp.needsBuild || state.index !== settings.indexOf(place.scope.tenantId);
  events.onBuilt(stored?.state);
  report(settings, place, caughtUp.parked);
  return true;
};

/** A store that was restored from an older copy has another feed: then there is nothing to go back from. */
const wouldGoBack = async (
  { source }: FeedSettings,
  { state }: BuiltPlace,
  stored: StoredState | undefined,
): Promise<boolean> =>
  stored !== undefined && state.position < stored.state.position && (await isOfFeed(source, stored.state));

/** The catalog is gone, or not in this environment any more. */
const forget = async (settings: FeedSettings, place: FedPlace): Promise<boolean> => {
  const { scope, catalogId, stored } = place;
  place.built = undefined;
  if ((await loadSettings(settings.source, scope, catalogId)) !== undefined) return false;
  if (stored !== undefined) {
    await settings.states.remove(stored);
    settings.events.onGone(stored.state);
  }
  place.stored = undefined;
  place.followed = undefined;
  place.needsBuild = false;
  return true;
};
