// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from './adapters/store/store.ts';

export type { Store };

export const openStore = ({ dataDir }: { readonly dataDir: string }): Promise<Store> =>
  openSqliteStore({ dataDir });
