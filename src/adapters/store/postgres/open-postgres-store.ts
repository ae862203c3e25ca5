// Opens the store in a PostgreSQL database. Tests and the server open it in the same way.

import type { Lease } from '../../../domain/leases/lease.ts';
import type { LimitSettings } from '../../../domain/limits/usage-ports.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { assertNoCopyUnderWay } from '../copy/copy-store.ts';
import { fenceWrites } from '../leases/lease-store.ts';
import { migrate } from '../migrations/migrate.ts';
import type { StorageShare } from '../storage-health.ts';
import { buildStore, type Store } from '../store.ts';
import { openPostgresEngine, type ServerOptions } from './open-engine.ts';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** From the thread that opened the same database first; see `openPostgresEngine`. */
  readonly storage?: StorageShare | undefined;
  readonly server?: ServerOptions;
  /** Optional. */
  readonly metrics?: StoreMetrics | undefined;
  /** The defaults if absent. */
  readonly limits?: LimitSettings;
  /** For leased work: no write succeeds once the lease is lost. */
  readonly lease?: Lease | undefined;
}

export const openPostgresStore = async ({
  url,
  storage,
  server,
  metrics,
  limits,
  lease,
}: PostgresStoreOptions): Promise<Store> => {
  const engine = await openPostgresEngine(url, { ...server, metrics }, storage);
  try {
    await migrate(engine);
    await assertNoCopyUnderWay(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return buildStore(lease === undefined ? engine : fenceWrites(engine, lease), limits);
};
