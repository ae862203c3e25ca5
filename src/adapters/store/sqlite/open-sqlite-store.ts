// The store in one file of this machine. Tests and the server open it the same way.

import { backup } from 'node:sqlite';
import type { LimitSettings } from '../../../domain/usage-ports.ts';
import { migrate } from '../migrate.ts';
import { buildStore, type Store } from '../store.ts';
import { openSqliteEngine } from './open-engine.ts';

export interface SqliteStore extends Store {
  /** Writes a whole copy to another file, as one consistent state, while everything goes on. */
  backUp(file: string): Promise<void>;
}

export const openSqliteStore = async (options: {
  readonly dataDir: string;
  readonly limits?: LimitSettings;
}): Promise<SqliteStore> => {
  const engine = await openSqliteEngine(options.dataDir);
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
  return { ...buildStore(engine, options.limits), backUp };
};
