// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore, type SqliteStoreOptions } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';

export type { StorageShare, Store };

export type StoreOptions = Pick<SqliteStoreOptions, 'dataDir' | 'storage' | 'metrics'>;

export const openStore = ({ dataDir, storage, metrics }: StoreOptions): Promise<Store> =>
  openSqliteStore({ dataDir, storage, metrics });
