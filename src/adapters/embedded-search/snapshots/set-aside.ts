// What stands where a saved index should and cannot be used as one is kept for a while under another name, for whoever wants
// to know what happened to it: a few of them, and never in the way.

import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const DAMAGED_ENDING = '.damaged';
const DAMAGED_MAX = 4;

/** A file or a folder. Never throws: where it cannot be moved either, it stays. */
export const setAside = (path: string): void => {
  try {
    const aside = `${path}${DAMAGED_ENDING}`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(path, aside);
    for (const { file } of listSetAside(dirname(path)).slice(DAMAGED_MAX)) {
      rmSync(file, { recursive: true, force: true });
    }
  } catch {
    // Whoever needs the place finds out.
  }
};

/** Newest first, by when they were set aside. */
export const listSetAside = (folder: string): { readonly file: string; readonly sinceMs: number }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(DAMAGED_ENDING))
    .map((name) => {
      const file = join(folder, name);
      return { file, sinceMs: statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0 };
    })
    .toSorted((a, b) => b.sinceMs - a.sinceMs);
