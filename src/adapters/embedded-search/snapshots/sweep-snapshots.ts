// Removes files that nobody will ever read again: snapshots of catalogs that are gone or of another version, and what a process
// that ended midway left unfinished. What was set aside as damaged goes after a week. A file too many costs disk only, and one
// too few only a build: nothing here is urgent, and nothing that stands in the way ends it.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogSource } from '../catalog/built-catalog.ts';
import { DAMAGED_ENDING, setAside } from './set-aside.ts';
import { readSnapshotPlace, SNAPSHOT_ENDING, UNFINISHED_ENDING } from './snapshot-file.ts';

const DAY_MS = 86_400_000;
const KEEP_DAMAGED_MS = 7 * DAY_MS;

export const sweepSnapshots = async (folder: string, source: CatalogSource): Promise<void> => {
  for (const name of listFolder(folder)) {
    const file = join(folder, name);
    if (name.endsWith(UNFINISHED_ENDING) && isAbandoned(file, name)) remove(file);
    if (name.endsWith(SNAPSHOT_ENDING)) await sweepSnapshot(file, source);
    if (name.endsWith(DAMAGED_ENDING) && changedMs(file) < Date.now() - KEEP_DAMAGED_MS) remove(file);
  }
};

const sweepSnapshot = async (file: string, source: CatalogSource): Promise<void> => {
  const place = readSnapshotPlace(file);
  if (place === 'damaged') setAside(file);
  else if (place === 'outdated') remove(file);
  else if (place !== 'absent' && (await source.loadCatalog(place.scope, place.catalogId)) === undefined)
    remove(file);
};

const remove = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It stays until somebody may remove it.
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

/** Another process that shares the folder may be writing just now: its file is left to it. */
const isAbandoned = (file: string, name: string): boolean => {
  const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (writtenMs === undefined) return false;
  const startedMs = Date.now() - process.uptime() * 1000;
  if (writtenMs > startedMs) return false;
  const writer = Number(name.split('.').at(-2));
  // A number is used again: a process that has ours and wrote before we started is gone.
  return writer === process.pid || !isRunning(writer) || writtenMs < startedMs - DAY_MS;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal is running all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
