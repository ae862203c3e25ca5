// Renames a snapshot that cannot be used and keeps it for a while, so that an operator can see what happened. Only a
// few are kept, and none ever blocks a new snapshot.

import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const DAMAGED_SUFFIX = '.damaged';
const DAMAGED_MAX = 4;

/** A file or a folder. Never throws: if it cannot be renamed either, it stays. */
export const quarantine = (path: string): void => {
  try {
    const runInBackground = `${path}${DAMAGED_SUFFIX}`;
    rmSync(runInBackground, { recursive: true, force: true });
    renameSync(path, runInBackground);
    for (const { file } of listQuarantined(dirname(path)).slice(DAMAGED_MAX)) {
      rmSync(file, { recursive: true, force: true });
    }
  } catch {
    // The next write to this path will report it.
  }
};

/** Newest first, by when they were quarantined. */
const listQuarantined = (folder: string): { readonly file: string; readonly sinceMs: number }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(DAMAGED_SUFFIX))
    .map((name) => {
      const file = join(folder, name);
      return { file, sinceMs: statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0 };
    })
    .toSorted((a, b) => b.sinceMs - a.sinceMs);
