// Builds the store from its parts: all ports that read or write data, over one engine. Only the engine knows which database
// it is.

import type { BundleObject } from '../../contract/bundle.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { TokenStore } from '../../domain/access/token-store.ts';
import type { EventStore } from '../../domain/events/event-ports.ts';
import { storageFailure } from '../../domain/failures/unavailable-failures.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { LeaseStore } from '../../domain/leases/lease.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import type { LimitSettings, UsageStore } from '../../domain/limits/usage-ports.ts';
import type { BundleStore } from '../../domain/manage/bundle-store.ts';
import type { BulkStore, ResourceStore } from '../../domain/manage/managed-resource.ts';
import type {
  ChangeSignal,
  Directory,
  FeedPositions,
  PopularTermsStore,
  Publisher,
  ScopedStore,
  SearchPlaces,
  SearchSource,
} from '../../domain/ports.ts';
import type { ModelTexts, RecordStore, RecordsIn } from '../../domain/records/record-ports.ts';
import type { SearchReportStore } from '../../domain/terms/search-report.ts';
import { buildDirectory } from './access/directory.ts';
import { buildScopedStores } from './access/scoped-store.ts';
import { buildTokenStore } from './access/token-store.ts';
import { buildFindVisibleCatalog } from './access/visible-catalog.ts';
import { buildSharedSecret, type SharedSecret } from './access/visitor-secret.ts';
import type { DeletionLimits } from './deletion-limits.ts';
import { buildEventStore } from './events/event-store.ts';
import { buildScoreStore } from './events/score-store.ts';
import { buildCatalogAnnouncer, type CatalogAnnouncer } from './feed/announce-catalog.ts';
import { buildFeedReader, type FeedKeeper } from './feed/feed-reader.ts';
import { buildReplicaReads } from './feed/replica-reads.ts';
import { buildSubmissionStore } from './forms/submission-store.ts';
import { buildLeaseStore } from './leases/lease-store.ts';
import { buildReadCounters, buildReadUsage } from './limits/usage-reader.ts';
import { buildUsageKeeper } from './limits/usage-writer.ts';
import { buildBulkDelete } from './manage/bulk-delete.ts';
import { buildBulkStore } from './manage/bulk-store.ts';
import { buildWriteBundle } from './manage/bundle-writer.ts';
import { buildDeleteAhead } from './manage/deletion-steps.ts';
import { buildListIndex } from './manage/list-index-writer.ts';
import { buildDeleteResource } from './manage/resource-deletion.ts';
import { buildResourceStore } from './manage/resource-store.ts';
import { buildResourceRows } from './manage/resource-tables.ts';
import { buildModelTexts } from './models/model-texts.ts';
import { buildReadBundle } from './objects/bundle-reader.ts';
import { buildObjectWriters } from './objects/object-writer.ts';
import { prepareListQueries } from './records/list-rows.ts';
import { buildPublicationRows } from './records/publication-rows.ts';
import { buildPublisher } from './records/publisher.ts';
import { buildRecordIndex } from './records/record-index.ts';
import { buildRecordReaders } from './records/record-reader.ts';
import { buildRecordRemoval } from './records/record-removal.ts';
import { buildRecordStore } from './records/record-store.ts';
import { buildRemoveVersionsAhead } from './records/remove-versions-ahead.ts';
import { buildUniqueValues } from './records/unique-values.ts';
import { buildVersionRows } from './records/version-rows.ts';
import { buildReadAside } from './search/read-aside.ts';
import { buildSearchPlaces } from './search/search-places.ts';
import { buildSearchSource } from './search/search-source.ts';
import type { Engine, Replicas } from './sql/engine.ts';
import { buildFeedRows } from './sql/feed-rows.ts';
import { acrossWorkspaces } from './sql/scoped-query.ts';
import type { StorageHealth } from './storage-health.ts';
import { buildPopularTermsStore } from './terms/popular-terms-store.ts';
import { buildSearchReportStore } from './terms/search-report-store.ts';

export interface Store
  extends Directory,
    ChangeSignal,
    FeedPositions,
    Publisher,
    RecordStore,
    ModelTexts,
    SearchSource,
    SearchPlaces,
    FeedKeeper,
    CatalogAnnouncer,
    PopularTermsStore,
    SearchReportStore,
    EventStore,
    TokenStore,
    SharedSecret,
    SubmissionStore,
    UsageStore,
    LeaseStore,
    BundleStore<BundleObject>,
    ResourceStore,
    BulkStore {
  inScope(scope: Scope): ScopedStore;
  readonly recordsIn: RecordsIn;
  /** Rejects if the database cannot be read or written. Tries to recover first. */
  ping(): Promise<void>;
  /** Throws while writes are stopped. Then also starts an attempt to recover, for the next caller. */
  assertWritable(): void;
  /** The state of the disk, for other threads and for the log. */
  readonly health: Pick<StorageHealth, 'share' | 'watch'>;
  /** What is known of read replicas, for the log and metrics; undefined: there are none. */
  readonly replicas: Pick<Replicas, 'watch' | 'measureLag'> | undefined;
  /** Why the database itself does not keep workspaces apart, though it could; undefined: it does, or it cannot. */
  readonly rowSecurityLack: string | undefined;
  close(): Promise<void>;
}

/** The database must be migrated. Closing the store closes the engine. */
export const buildStore = (
  database: Engine,
  settings: LimitSettings = { limits: defaultLimits },
  deletion?: DeletionLimits,
): Store => {
  const engine = {
    ...database,
    usage: buildUsageKeeper(database.reads, settings),
    feedRows: buildFeedRows(database.reads),
    listIndex: buildListIndex(database.reads),
    recordIndex: buildRecordIndex(database.reads),
  };
  const publications = buildPublicationRows(engine.reads);
  const findVisibleCatalog = buildFindVisibleCatalog(engine.reads);
  const resources = buildResourceRows(engine.reads);
  const deleteResource = buildDeleteResource(engine, resources);
  const deleteAhead = buildDeleteAhead(engine, resources, deletion);
  const versions = buildVersionRows(engine.reads);
  const unique = buildUniqueValues(prepareListQueries(engine.reads), versions);
  const writers = buildObjectWriters(engine, publications, unique);
  const removal = buildRecordRemoval(versions, deletion);
  const removeVersionsAhead = buildRemoveVersionsAhead(engine, removal, deletion);
  const deleteOne = buildBulkDelete(deleteResource, removal, publications);
  const directory = buildDirectory(engine);
  const readReplica = buildReplicaReads(engine);
  const source = { ...buildFeedReader(engine), ...buildSearchSource(engine, findVisibleCatalog) };
  return {
    ...directory,
    inScope: buildScopedStores(engine, findVisibleCatalog),
    ...buildPublisher(engine, publications),
    ...buildRecordStore(engine, versions, removal, removeVersionsAhead, unique),
    recordsIn: buildRecordReaders(engine),
    ...buildModelTexts(engine),
    ...source,
    readAside: buildReadAside(readReplica, { ...source, findEnvironment: directory.findEnvironment }),
    ...buildSearchPlaces(engine),
    ...buildPopularTermsStore(engine, readReplica),
    ...buildSearchReportStore(engine),
    ...buildEventStore(engine, readReplica),
    ...buildScoreStore(engine),
    ...buildCatalogAnnouncer(engine),
    ...buildTokenStore(engine),
    ...buildSharedSecret(engine),
    ...buildSubmissionStore(engine),
    ...buildLeaseStore(engine),
    readUsage: buildReadUsage(engine.reads, settings.limits),
    readCounters: buildReadCounters(engine.reads),
    writeBundle: buildWriteBundle(engine, writers, deleteOne),
    readBundle: buildReadBundle(engine),
    ...buildResourceStore(engine, writers, resources, deleteResource, deleteAhead),
    ...buildBulkStore(engine, writers, deleteOne, deleteAhead, removeVersionsAhead),
    revision: (workspace) => engine.revision(workspace),
    nonProductRevision: (workspace) => engine.nonProductRevision(workspace),
    accessRevision: (workspace) => engine.accessRevision(workspace),
    position: (workspace) => engine.position(workspace),
    catchUp: (workspace) => engine.catchUp(workspace),
    flushed: () => engine.flushed(),
    health: engine.health,
    replicas: engine.replicas,
    rowSecurityLack: engine.rowSecurity?.lack,
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
  acrossWorkspaces(engine.reads).selectFrom('tenant').select('tenant_id').limit(1).executeTakeFirst();
