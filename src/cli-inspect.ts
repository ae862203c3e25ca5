// What commands look at beside the use cases: the files of a data folder and the state of the store. Nothing is changed, but for `rebuildSaved`.

import { join } from 'node:path';
import { type ComparedIndex, compareIndex } from './adapters/embedded-search/compare-index.ts';
import type { IndexId } from './adapters/embedded-search/index-id.ts';
import { rebuildIndex } from './adapters/embedded-search/rebuild-index.ts';
import { listSnapshots, type SnapshotFile } from './adapters/embedded-search/snapshots/list-snapshots.ts';
import { readSnapshotPosition } from './adapters/embedded-search/snapshots/snapshot-file.ts';
import {
  type IndexDifference,
  type VerifiedIndex,
  verifyIndex,
} from './adapters/embedded-search/verify-index.ts';
import type { SearchServerSettings } from './adapters/opensearch/client/search-server.ts';
import type { InspectedSearch } from './adapters/opensearch/inspect-server.ts';
import type {
  DocumentSettings,
  OpenedDocuments,
  VerifiedPlace,
} from './adapters/opensearch/open-documents.ts';
import { KEPT_CHANGES_MIN, KEPT_DAYS_MIN } from './adapters/store/feed/feed-reader.ts';
import { NEWEST_MIGRATION } from './adapters/store/migrations/migrate.ts';
import type { InspectedServers } from './adapters/store/postgres/inspect-servers.ts';
import { checkSqliteFile } from './adapters/store/sqlite/check-file.ts';
import { hasSqliteFile } from './adapters/store/sqlite/open-engine.ts';
import { findSecretFile } from './adapters/store/sqlite/secret-file.ts';
import type { Store } from './open-store.ts';

export type {
  ComparedIndex,
  IndexDifference,
  IndexId,
  InspectedSearch,
  InspectedServers,
  OpenedDocuments,
  SnapshotFile,
  VerifiedIndex,
  VerifiedPlace,
};
export { checkSqliteFile, hasSqliteFile, KEPT_CHANGES_MIN, KEPT_DAYS_MIN, NEWEST_MIGRATION };

export const snapshotsIn = (dataDir: string): SnapshotFile[] => listSnapshots(snapshotDirOf(dataDir));

/** See `compareIndex`. */
export const compareWithStore = (store: Store, dataDir: string, indexId: IndexId): Promise<ComparedIndex> =>
  compareIndex(store, store.readCounters, snapshotDirOf(dataDir), indexId);

/** The clock and the replicas of a PostgreSQL database. */
export const inspectServers = async (
  url: string,
  replicaUrls: readonly string[],
): Promise<InspectedServers> => {
  // The driver is loaded only where it is needed.
  const { inspectServers: inspect } = await import('./adapters/store/postgres/inspect-servers.ts');
  return inspect(url, replicaUrls);
};

/** OpenSearch, and what it has of the store. */
export const inspectSearch = async (
  settings: SearchServerSettings,
  prefix: string,
  store: Store,
): Promise<InspectedSearch> => {
  const { inspectServer } = await import('./adapters/opensearch/inspect-server.ts');
  return inspectServer(settings, prefix, store);
};

/** The documents of catalogs in OpenSearch. */
export const openDocuments = async (settings: DocumentSettings, store: Store): Promise<OpenedDocuments> => {
  const { openDocuments: open } = await import('./adapters/opensearch/open-documents.ts');
  return open(settings, store);
};

/** See `verifyIndex`. */
export const verifyWithStore = (
  store: Store,
  dataDir: string,
  indexId: IndexId,
  onProgress: (compared: number) => void,
): Promise<VerifiedIndex> => verifyIndex(store, snapshotDirOf(dataDir), indexId, onProgress);

/** See `rebuildIndex`. */
export const rebuildSaved = (store: Store, dataDir: string, indexId: IndexId): Promise<void> =>
  rebuildIndex(store, snapshotDirOf(dataDir), indexId);

/** See `readSnapshotPosition`. */
export const savedPosition = (dataDir: string, indexId: IndexId): number =>
  readSnapshotPosition(snapshotDirOf(dataDir), indexId);

/** The secret of the installation; of a data folder only if a service has made one. */
export const findSecret = async (
  { dataDir, storeUrl }: { readonly dataDir: string; readonly storeUrl?: string | undefined },
  store: Store,
): Promise<Buffer | undefined> =>
  storeUrl === undefined ? findSecretFile(dataDir) : store.readVisitorSecret();

const snapshotDirOf = (dataDir: string): string => join(dataDir, 'search');
