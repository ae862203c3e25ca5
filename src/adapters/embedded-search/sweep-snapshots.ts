// Removes files that nobody will ever read again: snapshots of catalogs that are gone or of another version, and what a process
// that ended midway left unfinished. A file too many costs disk only, and one too few only a build: nothing here is urgent.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogSource } from './built-catalog.ts';
import { readSnapshotPlace, SNAPSHOT_ENDING, UNFINISHED_ENDING } from './snapshot-file.ts';

const DAY_MS = 86_400_000;

export const sweepSnapshots = async (folder: string, source: CatalogSource): Promise<void> => {
  for (const name of listFolder(folder)) {
    const file = join(folder, name);
    const isWaste = name.endsWith(UNFINISHED_ENDING)
      ? isAbandoned(file, name)
      : name.endsWith(SNAPSHOT_ENDING) && !(await isWanted(file, source));
    if (isWaste) rmSync(file, { force: true });
  }
};

const listFolder = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const isWanted = async (file: string, source: CatalogSource): Promise<boolean> => {
  const place = readSnapshotPlace(file);
  return place !== undefined && (await source.loadCatalog(place.scope, place.catalogId)) !== undefined;
};

/** Another process that shares the folder may be writing just now: its file is left to it. */
const isAbandoned = (file: string, name: string): boolean => {
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs === undefined) return false;
  const startedMs = Date.now() - process.uptime() * 1000;
  if (changedMs > startedMs) return false;
  const writer = Number(name.split('.').at(-2));
  // A number is used again: a process that has ours and wrote before we started is gone.
  return writer === process.pid || !isRunning(writer) || changedMs < startedMs - DAY_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal is running all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
