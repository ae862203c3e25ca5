// Picks the store adapter. Apart from compose.ts, so that a thread that needs the store alone does not load a web server.

import { openSqliteStore } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from './adapters/store/store.ts';
import { defaultLimits } from './domain/limits.ts';
import type { LimitSettings } from './domain/usage-ports.ts';

export type { Store };

export interface StoreOptions extends Partial<LimitSettings> {
  readonly dataDir: string;
}

/** Without `limits` the usual ones hold. */
export const openStore = ({ dataDir, limits = defaultLimits, onNear }: StoreOptions): Promise<Store> =>
  openSqliteStore({ dataDir, limits: { limits, onNear } });
