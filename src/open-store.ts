// Picks the store adapter. Separate from compose.ts, so that threads that only need the store do not load a web server.

import { openSqliteStore, type SqliteStoreOptions } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';
import { defaultLimits } from './domain/limits/limits.ts';
import type { LimitSettings } from './domain/limits/usage-ports.ts';

export type { StorageShare, Store };

export interface StoreOptions
  extends Pick<SqliteStoreOptions, 'dataDir' | 'storage' | 'metrics'>,
    Partial<LimitSettings> {
  /** A PostgreSQL database, in place of a file in the data folder. */
  readonly storeUrl?: string | undefined;
  /** To that database. Few if absent: enough for a thread or a command. */
  readonly storeConnections?: number;
}

const FEW_CONNECTIONS = 2;

/** Without `limits`, the defaults apply. */
export const openStore = async ({
  dataDir,
  storeUrl,
  storeConnections = FEW_CONNECTIONS,
  storage,
  metrics,
  limits = defaultLimits,
  onNear,
}: StoreOptions): Promise<Store> => {
  const shared = { storage, metrics, limits: { limits, onNear } };
  if (storeUrl === undefined) return openSqliteStore({ dataDir, ...shared });
  // The driver is loaded only where it is needed.
  const { openPostgresStore } = await import('./adapters/store/postgres/open-postgres-store.ts');
  return openPostgresStore({ url: storeUrl, server: { connections: storeConnections }, ...shared });
};
