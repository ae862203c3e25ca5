// The store in one file of this machine. Tests and the server open it the same way.

import { backup } from 'node:sqlite';
import type { LimitSettings } from '../../../domain/limits/usage-ports.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { migrate } from '../migrations/migrate.ts';
import type { StorageShare } from '../storage-health.ts';
import { buildStore, type Store } from '../store.ts';
import { type DiskOptions, openSqliteEngine } from './open-engine.ts';
import { watchFlushes } from './watch-flushes.ts';

export interface SqliteStore extends Store {
  /** Writes a whole copy to another file, as one consistent state, while everything goes on. */
  backUp(file: string): Promise<void>;
}

export interface SqliteStoreOptions {
  readonly dataDir: string;
  /** Of the thread that opened the same folder before; see `openSqliteEngine`. */
  readonly storage?: StorageShare | undefined;
  readonly disk?: DiskOptions;
  /** Absent: nobody watches. */
  readonly metrics?: StoreMetrics | undefined;
  /** Absent: the usual ones hold. */
  readonly limits?: LimitSettings;
}

export const openSqliteStore = async ({
  dataDir,
  storage,
  disk,
  metrics,
  limits,
}: SqliteStoreOptions): Promise<SqliteStore> => {
  const engine = await openSqliteEngine(dataDir, watched(disk, metrics), storage);
  try {
    await migrate(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const backUp = async (file: string): Promise<void> => {
    const reader = await engine.openReader();
    try {
      // An open view keeps the copy from starting over whenever somebody writes.
      reader.run('begin', []);
      reader.run('select count(*) from sqlite_schema', []);
      await backup(reader.database, file);
    } finally {
      reader.close();
    }
  };
  return { ...buildStore(engine, limits), backUp };
};

const watched = (disk: DiskOptions | undefined, metrics: StoreMetrics | undefined): DiskOptions =>
  metrics === undefined ? { ...disk } : { ...disk, metrics, syncFile: watchFlushes(metrics, disk?.syncFile) };
