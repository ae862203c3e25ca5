// The store, put together from its subjects: every port that keeps or reads something, over one engine.
// Which database is under it is the engine's business; nothing here knows.

import { defaultLimits } from '../../domain/limits.ts';
import type { BulkStore, ResourceStore } from '../../domain/managed-resource.ts';
import type {
  ChangeSignal,
  Directory,
  PopularTermsStore,
  Publisher,
  ScopedStore,
  SearchPlaces,
  SearchSource,
  TokenStore,
} from '../../domain/ports.ts';
import type { ModelTexts, RecordStore, RecordsIn } from '../../domain/record-ports.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SubmissionStore } from '../../domain/submission-ports.ts';
import { storageFailure } from '../../domain/unavailable-failures.ts';
import type { LimitSettings, UsageStore } from '../../domain/usage-ports.ts';
import type { BundleStore } from '../../import/bundle-store.ts';
import { buildBulkDelete } from './bulk-delete.ts';
import { buildBulkStore } from './bulk-store.ts';
import { buildReadBundle } from './bundle-reader.ts';
import { buildWriteBundle } from './bundle-writer.ts';
import { buildDirectory } from './directory.ts';
import type { Engine } from './engine.ts';
import { buildFeedReader, type FeedKeeper } from './feed-reader.ts';
import { buildModelTexts } from './model-texts.ts';
import { buildObjectWriters } from './object-writer.ts';
import { buildPopularTermsStore } from './popular-terms-store.ts';
import { buildPublicationRows } from './publication-rows.ts';
import { buildPublisher } from './publisher.ts';
import { buildRecordReaders } from './record-reader.ts';
import { buildRecordRemoval } from './record-removal.ts';
import { buildRecordStore } from './record-store.ts';
import { buildDeleteThing } from './resource-deletion.ts';
import { buildResourceStore } from './resource-store.ts';
import { buildResourceRows } from './resource-tables.ts';
import { buildScopedStores } from './scoped-store.ts';
import { buildSearchPlaces } from './search-places.ts';
import { buildSearchSource } from './search-source.ts';
import type { StorageHealth } from './storage-health.ts';
import { buildSubmissionStore } from './submission-store.ts';
import { buildTokenStore } from './token-store.ts';
import { buildReadUsage } from './usage-reader.ts';
import { buildUsageKeeper } from './usage-writer.ts';
import { buildVersionRows } from './version-rows.ts';
import { buildFindVisibleCatalog } from './visible-catalog.ts';

export interface Store
  extends Directory,
    ChangeSignal,
    Publisher,
    RecordStore,
    ModelTexts,
    SearchSource,
    SearchPlaces,
    FeedKeeper,
    PopularTermsStore,
    TokenStore,
    SubmissionStore,
    UsageStore,
    BundleStore,
    ResourceStore,
    BulkStore {
  inScope(scope: Scope): ScopedStore;
  readonly recordsIn: RecordsIn;
  /** Rejects when the database does not answer, or cannot be written. Tries whether what was wrong has passed. */
  ping(): Promise<void>;
  /** Throws while nothing is written in this process. Whether that has passed is tried then, for the next one. */
  assertWritable(): void;
  /** What is wrong with the disk, for other threads and for the log. */
  readonly health: Pick<StorageHealth, 'share' | 'watch'>;
  close(): Promise<void>;
}

/** The database is already migrated; closing the store closes the engine. */
export const buildStore = (database: Engine, settings: LimitSettings = { limits: defaultLimits }): Store => {
  const engine = { ...database, usage: buildUsageKeeper(database.reads, settings) };
  const publications = buildPublicationRows(engine.reads);
  const findVisibleCatalog = buildFindVisibleCatalog(engine.reads);
  const writers = buildObjectWriters(engine, publications);
  const resources = buildResourceRows(engine.reads);
  const deleteThing = buildDeleteThing(engine, resources);
  const versions = buildVersionRows(engine.reads);
  const removal = buildRecordRemoval(versions);
  return {
    ...buildDirectory(engine),
    inScope: buildScopedStores(engine, findVisibleCatalog),
    ...buildPublisher(engine, publications),
    ...buildRecordStore(engine, versions, removal),
    recordsIn: buildRecordReaders(engine),
    ...buildModelTexts(engine),
    ...buildFeedReader(engine),
    ...buildSearchSource(engine, findVisibleCatalog),
    ...buildSearchPlaces(engine),
    ...buildPopularTermsStore(engine),
    ...buildTokenStore(engine),
    ...buildSubmissionStore(engine),
    readUsage: buildReadUsage(engine.reads, settings.limits),
    writeBundle: buildWriteBundle(engine, writers),
    readBundle: buildReadBundle(engine),
    ...buildResourceStore(engine, writers, resources, deleteThing),
    ...buildBulkStore(engine, writers, buildBulkDelete(deleteThing, removal, publications)),
    revision: (workspace) => engine.revision(workspace),
    accessRevision: (workspace) => engine.accessRevision(workspace),
    flushed: () => engine.flushed(),
    health: engine.health,
    assertWritable: () => {
      if (engine.health.isStopped()) void engine.recover();
      engine.health.assertWritable();
    },
    isEmpty: async () => (await findAny(engine)) === undefined,
    ping: async () => {
      await engine.recover();
      const fault = engine.health.fault();
      if (fault !== undefined) throw storageFailure(fault);
      await findAny(engine);
    },
    close: () => engine.close(),
  };
};

const findAny = (engine: Engine) =>
  engine.reads.selectFrom('tenant').select('tenant_id').limit(1).executeTakeFirst();
