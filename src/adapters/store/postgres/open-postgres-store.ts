// Opens the store in a PostgreSQL database. Tests and the server open it in the same way.

import { prepareStore, type StoreSettings } from '../prepare-store.ts';
import type { Store } from '../store.ts';
import { openPostgresEngine, type ServerOptions } from './open-engine.ts';

export interface PostgresStoreOptions extends StoreSettings {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  readonly server?: ServerOptions;
}

export const openPostgresStore = async ({
  url,
  server,
  storage,
  metrics,
  ...settings
}: PostgresStoreOptions): Promise<Store> =>
  prepareStore(await openPostgresEngine(url, { ...server, metrics }, storage), settings);
