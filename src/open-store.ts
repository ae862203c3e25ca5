// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';

export type { StorageShare, Store };

export interface StoreOptions {
  readonly dataDir: string;
  /** From the `health` of the store that another thread of this process has open. */
  readonly storage?: StorageShare | undefined;
}

export const openStore = ({ dataDir, storage }: StoreOptions): Promise<Store> =>
  openSqliteStore({ dataDir, storage });
