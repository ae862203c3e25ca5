// Opens the store in a SQLite file. Tests and the server open it in the same way.

import { backup } from 'node:sqlite';
import type { Lease } from '../../../domain/leases/lease.ts';
import type { LimitSettings } from '../../../domain/limits/usage-ports.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { assertNoCopyUnderWay } from '../copy/copy-store.ts';
import { fenceWrites } from '../leases/lease-store.ts';
import { migrate } from '../migrations/migrate.ts';
import type { StorageShare } from '../storage-health.ts';
import { buildStore, type Store } from '../store.ts';
import { type DiskOptions, openSqliteEngine } from './open-engine.ts';
import { watchFlushes } from './watch-flushes.ts';

export interface SqliteStore extends Store {
  /** Writes a consistent copy to another file, while reads and writes go on. */
  backUp(file: string): Promise<void>;
}

export interface SqliteStoreOptions {
  readonly dataDir: string;
  /** From the thread that opened the same folder first; see `openSqliteEngine`. */
  readonly storage?: StorageShare | undefined;
  readonly disk?: DiskOptions;
  /** Optional. */
  readonly metrics?: StoreMetrics | undefined;
  /** The defaults if absent. */
  readonly limits?: LimitSettings;
  /** For leased work: no write succeeds once the lease is lost. */
  readonly lease?: Lease | undefined;
}

export const openSqliteStore = async ({
  dataDir,
  storage,
  disk,
  metrics,
  limits,
  lease,
}: SqliteStoreOptions): Promise<SqliteStore> => {
  const engine = await openSqliteEngine(dataDir, watched(disk, metrics), storage);
  try {
    await migrate(engine);
    await assertNoCopyUnderWay(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const backUp = async (file: string): Promise<void> => {
    const reader = await engine.openReader();
    try {
      // An open snapshot keeps the copy from restarting with each write.
      reader.run('begin', []);
      reader.run('select count(*) from sqlite_schema', []);
      await backup(reader.database, file);
    } finally {
      reader.close();
    }
  };
  const fenced = lease === undefined ? engine : fenceWrites(engine, lease);
  return { ...buildStore(fenced, limits), backUp };
};

const watched = (disk: DiskOptions | undefined, metrics: StoreMetrics | undefined): DiskOptions =>
  metrics === undefined ? { ...disk } : { ...disk, metrics, syncFile: watchFlushes(metrics, disk?.syncFile) };
