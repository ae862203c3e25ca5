// A thread that builds, merges, saves and loads search indexes, on its own connection to the store.

import { parentPort, workerData } from 'node:worker_threads';
import { buildIndexWork, type IndexThreadSettings } from '../adapters/embedded-search/index-work.ts';
import type { TaskMessage, TaskResult } from '../adapters/embedded-search/threaded-work.ts';
import { openStore } from '../open-store.ts';

const { dataDir, snapshotDir } = workerData as IndexThreadSettings;
const work = openStore({ dataDir }).then((store) => buildIndexWork(store, snapshotDir));

const answer = (result: TaskResult): void => parentPort?.postMessage(result);

parentPort?.on('message', async ({ id, task, values }: TaskMessage) => {
  try {
    const run = (await work)[task] as (...values: readonly unknown[]) => Promise<unknown>;
    answer({ id, value: await run(...values) });
  } catch (error) {
    answer({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
