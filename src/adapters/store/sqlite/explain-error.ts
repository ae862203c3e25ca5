// Turns errors of SQLite that the disk caused into the failures that callers get.

import { accessSync, constants } from 'node:fs';
import { faultOfSystemError } from '../../../domain/failures/storage-fault.ts';
import { type StorageFault, storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { StorageHealth } from '../storage-health.ts';
import type { Explain } from './connection.ts';
import { faultOfSqlite, isFailedFlush, isVague, passingFailure } from './sqlite-errors.ts';

/** Reports faults of the disk to `health`. `paths`: the data folder and the database file. */
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

/** Asks the operating system about the folder and the file when SQLite does not tell the reason. */
const faultOfAccess = (paths: readonly string[]): StorageFault | undefined => {
  try {
    for (const path of paths) accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return faultOfSystemError(error);
  }
};
