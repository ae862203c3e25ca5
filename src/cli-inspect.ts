// What commands look at beside the use cases: the files of a data folder and the state of the store. Nothing is changed.

import { join } from 'node:path';
import { listSnapshots, type SnapshotFile } from './adapters/embedded-search/snapshots/list-snapshots.ts';

export type { SnapshotFile };

export const snapshotsIn = (dataDir: string): SnapshotFile[] => listSnapshots(join(dataDir, 'search'));
