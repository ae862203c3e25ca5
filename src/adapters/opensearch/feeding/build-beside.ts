// Builds a new generation of a catalog while the old one is followed and searched. It has everything up to a position soon after the head of
// the feed; see `feedPlace` for the rest.

import { buildGeneration } from './build-generation.ts';
import type { BuiltPlace, FedPlace, FeedSettings } from './fed-place.ts';
import { type FollowSettings, followCatalog, openFollowed } from './follow-catalog.ts';
import { IndexMissing } from './send-bulk.ts';

/** A catalog that keeps changing is searched as it was built, and is followed from there. */
const FOLLOW_TURNS_MAX = 1_000;

/** Sets `built` of the place. May run beside turns of the same place. */
export const buildBeside = async (settings: FeedSettings, place: FedPlace): Promise<void> => {
  const { scope, catalogId, stored } = place;
  const { server, source, lease, signal, onRetry, events } = settings;
  const index = settings.indexOf(scope.tenantId);
  const indexUuid = await settings.findUuid(index);
  if (indexUuid === undefined) throw new IndexMissing(index);
  const built = await buildGeneration(
    { server, source, index, indexUuid, token: lease.token, signal, onRetry, onStarted: events.onStarted },
    scope,
    catalogId,
    stored?.state,
  );
  const catalog = built && (await openFollowed(settings, built.state));
  if (built === undefined || catalog === undefined) {
    place.built = 'gone';
    return;
  }
  const caughtUp = await catchUp(settings, { ...built, catalog, needsBuild: false });
  // Most of it is visible before the turn in which searches begin to use it.
  await settings.refresh(index);
  place.built = caughtUp;
};

/** What was written while the generation was built. Undefined if the feed is not the one of before. */
export const catchUp = async (
  settings: FollowSettings,
  built: BuiltPlace,
): Promise<BuiltPlace | undefined> => {
  let { state, parked, needsBuild } = built;
  for (let turn = 0; turn < FOLLOW_TURNS_MAX; turn += 1) {
    settings.signal.throwIfAborted();
    const followed = await followCatalog(settings, built.catalog, state);
    if (followed.outcome === 'replaced') return undefined;
    ({ state, needsBuild } = followed);
    parked = [...parked, ...followed.parked];
    if (followed.outcome === 'current') break;
  }
  return { catalog: built.catalog, state, needsBuild, parked };
};
