// The files in the folder of the snapshots, as they are: nothing is changed, and only headers are read.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexId } from '../index-id.ts';
import { DAMAGED_SUFFIX } from './quarantine.ts';
import { readSnapshotId, SNAPSHOT_SUFFIX, UNFINISHED_SUFFIX } from './snapshot-file.ts';

export interface SnapshotFile {
  readonly file: string;
  readonly bytes: number;
  /** When it was written. */
  readonly writtenMs: number;
  /** The index that it holds, or why it holds none that can be used. */
  readonly index: IndexId | 'outdated' | 'damaged' | 'quarantined' | 'unfinished';
}

export const listSnapshots = (folder: string): SnapshotFile[] =>
  namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    const index = found && indexIn(file, name);
    return found === undefined || index === undefined
      ? []
      : [{ file, bytes: found.size, writtenMs: found.mtimeMs, index }];
  });

/** Undefined: it is gone, or no snapshot. */
const indexIn = (file: string, name: string): SnapshotFile['index'] | undefined => {
  if (name.endsWith(DAMAGED_SUFFIX)) return 'quarantined';
  if (name.endsWith(UNFINISHED_SUFFIX)) return 'unfinished';
  const id = name.endsWith(SNAPSHOT_SUFFIX) ? readSnapshotId(file) : 'absent';
  return id === 'absent' ? undefined : id;
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
