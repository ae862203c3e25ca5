// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore, type SqliteStoreOptions } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';
import { defaultLimits } from './domain/limits/limits.ts';
import type { LimitSettings } from './domain/limits/usage-ports.ts';

export type { StorageShare, Store };

export type StoreOptions = Pick<SqliteStoreOptions, 'dataDir' | 'storage' | 'metrics'> &
  Partial<LimitSettings>;

/** Without `limits` the usual ones hold. */
export const openStore = ({
  dataDir,
  storage,
  metrics,
  limits = defaultLimits,
  onNear,
}: StoreOptions): Promise<Store> =>
  openSqliteStore({ dataDir, storage, metrics, limits: { limits, onNear } });
