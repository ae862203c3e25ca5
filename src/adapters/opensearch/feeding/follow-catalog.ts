// Follows the feed of a catalog: what has changed is read from the store and written to a generation. A change of what is in all its
// documents, or in too many, is not: the position stays before it, changed objects are written nevertheless, and a new generation is
// needed for the rest.

import { FeedTrimmed } from '../../../domain/failures/feed-trimmed.ts';
import type { Change, Directory, SearchSource } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import type { FeedingState } from '../feeding-state.ts';
import { findAffected } from './affected-products.ts';
import { buildIndexer, type CatalogIndexer, type CatalogSettings, loadSettings } from './catalog-indexer.ts';
import { type ChangeEffect, effectOf } from './change-effects.ts';
import { readObjects } from './read-objects.ts';
import type { RefreshIndex } from './refresh-index.ts';
import { placeOf, stateScope } from './states.ts';
import { writeInBatches } from './write-in-batches.ts';
import { buildObjectWriter, type ObjectWriter, type ParkedObject } from './write-objects.ts';

export interface FollowSettings {
  readonly server: SearchServer;
  readonly source: SearchSource & Pick<Directory, 'findEnvironment'>;
  readonly refresh: RefreshIndex;
  readonly signal: AbortSignal;
  readonly onRetry?: (() => void) | undefined;
  /** Products that are written again because of a category or an attribute. If there are more, a new generation is built. */
  readonly rewrittenMax?: number;
}

/** A generation that is followed. */
export interface FollowedCatalog {
  readonly generation: number;
  readonly writer: ObjectWriter;
  settings: CatalogSettings;
  indexer: CatalogIndexer;
  /** The head of the feed after the settings were read: they have nothing that is newer. */
  settingsHead: number;
  /** Whether changes in the feed have made the settings what they are. */
  isExplained: boolean;
}

/** `current`: nothing newer was known. `behind`: there is more. `replaced`: nothing was followed, the feed is not the one of before. */
export interface Followed {
  readonly outcome: 'current' | 'behind' | 'replaced';
  readonly needsBuild: boolean;
  readonly state: FeedingState;
  readonly hasWritten: boolean;
  readonly parked: readonly ParkedObject[];
}

/** One turn reads this many changes at most, so that others get theirs. */
const CHANGES_PER_TURN = 1_000;
/** About a second of work. */
const REWRITTEN_MAX = 2_000;

/** Undefined if the catalog is not visible in the environment. */
export const openFollowed = async (
  { server, source, signal, onRetry }: FollowSettings,
  state: FeedingState,
): Promise<FollowedCatalog | undefined> => {
  const { scope, catalogId } = stateScope(state);
  const settings = await loadSettings(source, scope, catalogId);
  if (settings === undefined) return undefined;
  const place = placeOf(state);
  return {
    generation: state.generation,
    settings,
    indexer: buildIndexer(settings, place, state.average_lengths),
    writer: buildObjectWriter({ server, index: state.index, place, isNew: false, signal, onRetry }),
    settingsHead: await source.headPosition(scope),
    isExplained: settings.namedDigest === state.named_digest,
  };
};

export const followCatalog = async (
  settings: FollowSettings,
  catalog: FollowedCatalog,
  state: FeedingState,
): Promise<Followed> => {
  const { source, signal } = settings;
  const { scope, catalogId } = stateScope(state);
  const head = await source.headPosition(scope);
  const changes = await readFollowing(source, state, head);
  if (changes === 'replaced') return { outcome: 'replaced', needsBuild: true, state, ...nothingWritten };
  const effects = () => changes.map((change) => effectOf(change, catalogId, catalog.settings.contents));
  if (effects().some(isInDocuments) && !(await reload(source, catalog, state)))
    return { outcome: 'current', needsBuild: true, state, ...nothingWritten };
  const plan = await planChanges(settings, catalog, state, changes, effects());
  const parked: ParkedObject[] = [];
  let objects = 0;
  await writeInBatches(
    readObjects(source, scope, catalogId, catalog.indexer, plan.objects),
    (object) => object,
    async (some) => {
      objects += some.length;
      parked.push(...(await catalog.writer.write(some, head, state.position)));
    },
    signal,
  );
  const next = advance(state, changes, effects(), plan);
  return {
    outcome: next.objects_position < head ? 'behind' : 'current',
    needsBuild: needsBuild(next, catalog),
    state: next,
    hasWritten: objects > 0,
    parked,
  };
};

const nothingWritten = { hasWritten: false, parked: [] };

/** The settings as they are now; false if the catalog is not visible any more. */
const reload = async (
  source: FollowSettings['source'],
  catalog: FollowedCatalog,
  state: FeedingState,
): Promise<boolean> => {
  const { scope, catalogId } = stateScope(state);
  const settings = await loadSettings(source, scope, catalogId);
  if (settings === undefined) return false;
  catalog.settings = settings;
  catalog.indexer = buildIndexer(settings, placeOf(state), state.average_lengths);
  catalog.settingsHead = await source.headPosition(scope);
  return true;
};

/** Begins with the last change that was followed: if another one has taken its place, the store is another copy. */
const readFollowing = async (
  source: FollowSettings['source'],
  state: FeedingState,
  head: number,
): Promise<readonly Change[] | 'replaced'> => {
  const { scope } = stateScope(state);
  const { objects_position: position, objects_fingerprint: fingerprint } = state;
  if (head < position) return 'replaced';
  try {
    if (position === 0 || fingerprint === '')
      return await source.listChanges(scope, position, CHANGES_PER_TURN);
    const [last, ...changes] = await source.listChanges(scope, position - 1, CHANGES_PER_TURN + 1);
    return last?.position === position && last.fingerprint === fingerprint ? changes : 'replaced';
  } catch (error) {
    if (error instanceof FeedTrimmed) return 'replaced';
    throw error;
  }
};

/** Whether the feed is the one that led to the state, and reaches back to it. If not, its position means nothing. */
export const isOfFeed = async (source: FollowSettings['source'], state: FeedingState): Promise<boolean> =>
  (await readFollowing(source, state, await source.headPosition(stateScope(state).scope))) !== 'replaced';

const isInDocuments = (effect: ChangeEffect): boolean =>
  ['category', 'attribute', 'general', 'everything'].includes(effect);

interface Plan {
  /** What is written. */
  readonly objects: ReadonlyMap<string, readonly [ChangeEffect, string]>;
  /** The position may move over so many of the changes. */
  readonly whole: number;
  readonly namedDigest: string;
}

const planChanges = async (
  settings: FollowSettings,
  catalog: FollowedCatalog,
  state: FeedingState,
  changes: readonly Change[],
  effects: readonly ChangeEffect[],
): Promise<Plan> => {
  const { contents, digest, namedDigest } = catalog.settings;
  const objects = new Map(
    changes.map(({ id }, at) => [`${effects[at]} ${id}`, [effects[at] as ChangeEffect, id] as const]),
  );
  const held = (whole: number): Plan => ({ objects, whole, namedDigest: state.named_digest });
  if (state.objects_position > state.position) return held(0);
  const first = (...some: readonly ChangeEffect[]): number => {
    const at = effects.findIndex((effect) => some.includes(effect));
    return at === -1 ? changes.length : at;
  };
  const cause = first('general', 'everything');
  // Settings that are ahead of the feed are in objects that are written now.
  const general = cause === changes.length ? 0 : cause;
  const whole = digest === state.settings_digest ? first('everything') : general;
  const named = changes.filter((_, at) => ['category', 'attribute'].includes(effects[at] as string));
  if (whole < changes.length || namedDigest === state.named_digest) return held(whole);
  if (named.length > 0) {
    await settings.refresh(state.index);
    const affected = await findAffected(
      settings.server,
      state,
      named,
      contents.categories,
      settings.rewrittenMax ?? REWRITTEN_MAX,
    );
    if (affected === undefined) return held(first('category', 'attribute'));
    for (const id of affected) objects.set(`product ${id}`, ['product', id]);
    catalog.isExplained = true;
  }
  const reached = changes.at(-1)?.position ?? state.objects_position;
  const isSettled = catalog.isExplained && reached >= catalog.settingsHead;
  return { objects, whole: changes.length, namedDigest: isSettled ? namedDigest : '' };
};

const advance = (
  state: FeedingState,
  changes: readonly Change[],
  effects: readonly ChangeEffect[],
  { whole, namedDigest }: Plan,
): FeedingState => {
  const last = changes.at(-1);
  const lastWhole = changes[whole - 1];
  const setting = changes.findLast((_, at) => isSetting(effects[at] as ChangeEffect));
  const asked = changes.findLast((_, at) => effects[at] === 'asked');
  return {
    ...state,
    position: lastWhole?.position ?? state.position,
    fingerprint: lastWhole?.fingerprint ?? state.fingerprint,
    objects_position: last?.position ?? state.objects_position,
    objects_fingerprint: last?.fingerprint ?? state.objects_fingerprint,
    settings_position: setting?.position ?? state.settings_position,
    asked_position: asked?.position ?? state.asked_position,
    named_digest: namedDigest,
  };
};

const isSetting = (effect: ChangeEffect): boolean => effect === 'settings' || isInDocuments(effect);

/** Settings that no change in the feed explains have come some other way. */
const needsBuild = (state: FeedingState, { settings, settingsHead }: FollowedCatalog): boolean => {
  const isSame = state.settings_digest === settings.digest && state.named_digest === settings.namedDigest;
  return (
    state.objects_position > state.position ||
    state.asked_position > state.built_position ||
    (!isSame && state.objects_position >= settingsHead)
  );
};
