// Whether another process has a database open. SQLite lets nobody lock the whole file while anyone else is connected to it.

import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export const isInUse = (file: string): boolean => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive');
    database.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw error;
  } finally {
    database.close();
  }
};
