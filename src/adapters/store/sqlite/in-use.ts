// Whether another process has a database open. SQLite lets nobody lock the whole file while anyone else is connected to it.

import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Whatever else is wrong with the file is told by whoever opens it next. */
export const isInUse = (file: string): boolean => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('pragma locking_mode = exclusive');
    database.prepare('select 1 from sqlite_schema').get();
    return false;
  } catch (error) {
    return (error as { readonly errcode?: number }).errcode === SQLITE_BUSY;
  } finally {
    database?.close();
  }
};
