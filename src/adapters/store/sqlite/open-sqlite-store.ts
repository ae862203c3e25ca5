// Opens the store in a SQLite file. Tests and the server open it in the same way.

import { backup } from 'node:sqlite';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { prepareStore, type StoreSettings } from '../prepare-store.ts';
import type { Store } from '../store.ts';
import { type DiskOptions, openSqliteEngine } from './open-engine.ts';
import { watchFlushes } from './watch-flushes.ts';

export interface SqliteStore extends Store {
  /** Writes a consistent copy to another file, while reads and writes go on. */
  backUp(file: string): Promise<void>;
}

export interface SqliteStoreOptions extends StoreSettings {
  readonly dataDir: string;
  readonly disk?: DiskOptions;
}

export const openSqliteStore = async ({
  dataDir,
  disk,
  storage,
  metrics,
  ...settings
}: SqliteStoreOptions): Promise<SqliteStore> => {
  const engine = await openSqliteEngine(dataDir, watched(disk, metrics), storage);
  const store = await prepareStore(engine, settings);
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
  return { ...store, backUp };
};

const watched = (disk: DiskOptions | undefined, metrics: StoreMetrics | undefined): DiskOptions =>
  metrics === undefined ? { ...disk } : { ...disk, metrics, syncFile: watchFlushes(metrics, disk?.syncFile) };
