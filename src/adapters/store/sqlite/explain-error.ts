// What SQLite throws, as callers are to see it: no error of the database ever leaves the store as it is where a disk, or what
// is on it, has brought it about.

import { accessSync, constants } from 'node:fs';
import { faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import { type StorageFault, storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { StorageHealth } from '../storage-health.ts';
import type { Explain } from './connection.ts';
import { faultOfSqlite, isFailedFlush, isVague, passingFailure } from './sqlite-errors.ts';

/** The health is told of what is the disk's. `paths`: the folder of the data and its file. */
export const buildExplain =
  (health: StorageHealth, paths: readonly string[]): Explain =>
  (error) => {
    const found = faultOfSqlite(error);
    if (found === undefined) return passingFailure(error) ?? error;
    const fault = isVague(error) ? (faultOfAccess(paths) ?? found) : found;
    if (isFailedFlush(error)) health.stop(fault, error);
    else health.note(fault, error);
    return storageFailure(fault, error);
  };

/** What the system says of the folder and its file where SQLite keeps the reason to itself. */
const faultOfAccess = (paths: readonly string[]): StorageFault | undefined => {
  try {
    for (const path of paths) accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return faultOfSystemError(error);
  }
};
