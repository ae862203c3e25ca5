// A thread that carries out queries that may take long, so that the thread that answers never waits for one.

import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { buildTaskRunner, type SearchTask } from '../adapters/embedded-search/search-task.ts';

/** Behind the thread that answers, so that it gets a core as soon as it wants one. */
const NICENESS = 5;

// Elsewhere than on Linux this would be said of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const run = buildTaskRunner();

parentPort?.on('message', (task: SearchTask) => {
  parentPort?.postMessage(run(task));
});
