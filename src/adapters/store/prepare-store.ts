// Makes a store of an engine that was just opened, the same way for every database: migrated, complete, and fenced where it
// works under a lease. If that fails, the engine is closed.

import type { Lease } from '../../domain/leases/lease.ts';
import type { LimitSettings } from '../../domain/limits/usage-ports.ts';
import type { StoreMetrics } from '../../domain/metric.ts';
import { assertNoCopyUnderWay } from './copy/incomplete-copy.ts';
import { fenceWrites } from './leases/lease-store.ts';
import { migrate } from './migrations/migrate.ts';
import type { Engine } from './sql/engine.ts';
import type { StorageShare } from './storage-health.ts';
import { buildStore, type Store } from './store.ts';

/** What a store needs to know, whichever database it is in. */
export interface StoreSettings {
  /** From the thread that opened the same store first: faults of the storage concern all threads. */
  readonly storage?: StorageShare | undefined;
  /** Optional. */
  readonly metrics?: StoreMetrics | undefined;
  /** The defaults if absent. */
  readonly limits?: LimitSettings;
  /** For leased work: no write succeeds once the lease is lost. */
  readonly lease?: Lease | undefined;
}

export const prepareStore = async (
  engine: Engine,
  { limits, lease }: Pick<StoreSettings, 'limits' | 'lease'>,
): Promise<Store> => {
  try {
    await migrate(engine);
    await assertNoCopyUnderWay(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return buildStore(lease === undefined ? engine : fenceWrites(engine, lease), limits);
};
