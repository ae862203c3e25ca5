// A thread that builds, merges, saves and loads search indexes, on its own connection to the store.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { buildIndexWork, type IndexThreadSettings } from '../adapters/embedded-search/index-work.ts';
import type { TaskMessage, TaskResult } from '../adapters/embedded-search/threaded-work.ts';
import { openStore } from '../open-store.ts';

/** Behind the thread that answers, so that it gets a core as soon as it wants one. */
const NICENESS = 5;
// Elsewhere than on Linux this would be said of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const { dataDir, snapshotDir } = workerData as IndexThreadSettings;
const work = openStore({ dataDir }).then((store) => buildIndexWork(store, snapshotDir));

const answer = (result: TaskResult): void => parentPort?.postMessage(result);

parentPort?.on('message', async ({ task, values }: TaskMessage) => {
  try {
    const run = (await work)[task] as (...values: readonly unknown[]) => Promise<unknown>;
    answer({ value: await run(...values) });
  } catch (error) {
    answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
