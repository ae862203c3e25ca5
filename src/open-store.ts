// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore, type SqliteStoreOptions } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from './adapters/store/store.ts';

export type { Store };

export const openStore = (
  { dataDir }: Pick<SqliteStoreOptions, 'dataDir'>,
  metrics?: SqliteStoreOptions['metrics'],
): Promise<Store> => openSqliteStore({ dataDir, metrics });
