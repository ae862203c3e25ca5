// Follows the feed of a catalog: what has changed is read from the store and written to the generation that answers. A change of what
// is in all its documents ends this: the generation is right up to there, and a new one is needed.

import { FeedTrimmed } from '../../../domain/failures/feed-trimmed.ts';
import type { Change, Directory, SearchSource } from '../../../domain/ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SearchServer } from '../client/search-server.ts';
import { sortableText } from '../documents/encode.ts';
import { deletedObject, type IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';
import { buildIndexer, type CatalogIndexer, type CatalogSettings, loadSettings } from './catalog-indexer.ts';
import { effectOf } from './change-effects.ts';
import { stateScope } from './states.ts';
import { buildObjectWriter, type ObjectWriter, type ParkedObject } from './write-objects.ts';

export interface FollowSettings {
  readonly server: SearchServer;
  readonly source: SearchSource & Pick<Directory, 'findEnvironment'>;
  readonly signal: AbortSignal;
  readonly onRetry?: (() => void) | undefined;
}

/** What stays the same while a generation is followed. */
export interface FollowedCatalog {
  readonly generation: number;
  readonly settings: CatalogSettings;
  readonly indexer: CatalogIndexer;
  readonly writer: ObjectWriter;
}

/** `current`: nothing newer was known. `behind`: there is more. `rebuild`: a new generation is needed; the state holds up to there. */
export interface Followed {
  readonly outcome: 'current' | 'behind' | 'rebuild';
  readonly state: FeedingState;
  readonly hasWritten: boolean;
  readonly parked: readonly ParkedObject[];
}

/** One turn reads this many changes at most, so that others get theirs. */
const CHANGES_PER_TURN = 1_000;
const OBJECTS_AT_ONCE = 100;

/** Undefined if a new generation is needed before anything can be followed. */
export const openFollowed = async (
  { server, source, signal, onRetry }: FollowSettings,
  state: FeedingState,
): Promise<FollowedCatalog | undefined> => {
  const { scope, catalogId } = stateScope(state);
  const settings = await loadSettings(source, scope, catalogId);
  if (settings?.digest !== state.settings_digest) return undefined;
  const place = { scope, catalogId, generation: state.generation };
  return {
    generation: state.generation,
    settings,
    indexer: buildIndexer(settings, place, state.average_lengths),
    writer: buildObjectWriter({ server, index: state.index, place, isNew: false, signal, onRetry }),
  };
};

export const followCatalog = async (
  settings: FollowSettings,
  catalog: FollowedCatalog,
  state: FeedingState,
): Promise<Followed> => {
  const { scope } = stateScope(state);
  const head = await settings.source.headPosition(scope);
  const changes = head < state.position ? 'replaced' : await readFollowing(settings.source, state);
  if (changes === 'replaced') return { outcome: 'rebuild', state, hasWritten: false, parked: [] };
  const { applied, isWhole } = await cutAtWhole(settings, catalog, state, changes);
  const objects = await readChanged(settings.source, catalog, state, applied);
  const parked: ParkedObject[] = [];
  for (let from = 0; from < objects.length; from += OBJECTS_AT_ONCE)
    parked.push(
      ...(await catalog.writer.write(objects.slice(from, from + OBJECTS_AT_ONCE), head, state.position)),
    );
  const next = advance(state, applied);
  const outcome = next.position < head ? 'behind' : 'current';
  return { outcome: isWhole ? 'rebuild' : outcome, state: next, hasWritten: objects.length > 0, parked };
};

/** Begins with the last change that was followed: if another one has taken its place, the store is another copy. */
const readFollowing = async (
  source: FollowSettings['source'],
  state: FeedingState,
): Promise<readonly Change[] | 'replaced'> => {
  const { scope } = stateScope(state);
  const { position, fingerprint } = state;
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

/** The changes before the first that needs a new generation. */
const cutAtWhole = async (
  { source }: FollowSettings,
  { settings: { contents, digest } }: FollowedCatalog,
  state: FeedingState,
  changes: readonly Change[],
): Promise<{ readonly applied: readonly Change[]; readonly isWhole: boolean }> => {
  const { scope, catalogId } = stateScope(state);
  const effects = changes.map((change) => effectOf(change, catalogId, contents));
  const doubtful = effects.indexOf('documents?');
  const isChanged = doubtful !== -1 && (await loadSettings(source, scope, catalogId))?.digest !== digest;
  const ends = [effects.indexOf('everything'), isChanged ? doubtful : -1].filter((at) => at !== -1);
  return ends.length === 0
    ? { applied: changes, isWhole: false }
    : { applied: changes.slice(0, Math.min(...ends)), isWhole: true };
};

/** Each changed object once, as it is now. */
const readChanged = async (
  source: FollowSettings['source'],
  { settings: { contents }, indexer }: FollowedCatalog,
  state: FeedingState,
  changes: readonly Change[],
): Promise<IndexedObject[]> => {
  const { scope, catalogId } = stateScope(state);
  const yieldIfDue = buildYield();
  const objects = new Map<string, IndexedObject>();
  for (const change of changes) {
    const effect = effectOf(change, catalogId, contents);
    const name = `${effect} ${change.id}`;
    if (objects.has(name)) continue;
    if (effect === 'product') {
      const product = await source.findProduct(scope, catalogId, change.id);
      objects.set(
        name,
        product === undefined ? deletedObject('product', sortableText(change.id)) : indexer.product(product),
      );
    } else if (effect === 'item' || effect === 'record') {
      const item = await (effect === 'item'
        ? source.findContentItem(scope, catalogId, change.id)
        : source.findPublishedRecord(scope, catalogId, change.id));
      const key = sortableText(`${effect}:${change.id}`);
      objects.set(name, item === undefined ? deletedObject('content', key) : indexer.item(item));
    }
    await yieldIfDue();
  }
  return [...objects.values()];
};

const advance = (state: FeedingState, applied: readonly Change[]): FeedingState => {
  const last = applied.at(-1);
  if (last === undefined) return state;
  const { catalogId } = stateScope(state);
  const setting = applied.findLast((change) => isSetting(change, catalogId));
  return {
    ...state,
    position: last.position,
    fingerprint: last.fingerprint,
    settings_position: setting?.position ?? state.settings_position,
  };
};

const isSetting = (change: Change, catalogId: string): boolean =>
  ['documents?', 'settings', 'everything'].includes(effectOf(change, catalogId, {}));
