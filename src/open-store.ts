// Picks the store adapter. Separate from compose.ts, so that threads that only need the store do not load a web server.

import { openSqliteStore, type SqliteStoreOptions } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';
import { defaultLimits } from './domain/limits/limits.ts';
import type { LimitSettings } from './domain/limits/usage-ports.ts';

export type { StorageShare, Store };

export type StoreOptions = Pick<SqliteStoreOptions, 'dataDir' | 'storage' | 'metrics' | 'lease'> &
  Partial<LimitSettings>;

/** Without `limits`, the defaults apply. */
export const openStore = ({
  dataDir,
  storage,
  metrics,
  limits = defaultLimits,
  onNear,
  lease,
}: StoreOptions): Promise<Store> =>
  openSqliteStore({ dataDir, storage, metrics, limits: { limits, onNear }, lease });
