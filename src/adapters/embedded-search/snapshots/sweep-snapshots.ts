// Removes files that nobody will read again: snapshots of deleted catalogs or other versions, and unfinished files of
// crashed processes. Quarantined files are removed after a week. A file that remains only takes disk space, and a
// missing one is rebuilt, so errors are ignored.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogSource } from '../segments/built-catalog.ts';
import { DAMAGED_SUFFIX, quarantine } from './quarantine.ts';
import { readSnapshotId, SNAPSHOT_SUFFIX, UNFINISHED_SUFFIX } from './snapshot-file.ts';

const DAY_MS = 86_400_000;
const KEEP_DAMAGED_MS = 7 * DAY_MS;

export const sweepSnapshots = async (folder: string, source: CatalogSource): Promise<void> => {
  for (const name of listFolder(folder)) {
    const file = join(folder, name);
    if (name.endsWith(UNFINISHED_SUFFIX) && isAbandoned(file, name)) remove(file);
    if (name.endsWith(SNAPSHOT_SUFFIX)) await sweepSnapshot(file, source);
    if (name.endsWith(DAMAGED_SUFFIX) && changedMs(file) < Date.now() - KEEP_DAMAGED_MS) remove(file);
  }
};

const sweepSnapshot = async (file: string, source: CatalogSource): Promise<void> => {
  const indexId = readSnapshotId(file);
  if (indexId === 'damaged') quarantine(file);
  else if (indexId === 'outdated') remove(file);
  else if (indexId !== 'absent' && (await source.loadCatalog(indexId.scope, indexId.catalogId)) === undefined)
    remove(file);
};

const remove = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It stays until it can be removed.
  }
};

/** When it was written or renamed. */
const changedMs = (path: string): number =>
  statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY;

const listFolder = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Whether no process is writing the file any more: another one may share the folder. */
const isAbandoned = (file: string, name: string): boolean => {
  const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (writtenMs === undefined) return false;
  const startedMs = Date.now() - process.uptime() * 1000;
  if (writtenMs > startedMs) return false;
  const writer = Number(name.split('.').at(-2));
  // Process ids are reused: a file with ours that is older than this process is abandoned.
  return writer === process.pid || !isRunning(writer) || writtenMs < startedMs - DAY_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
