// The thread that runs long queries, so that the main thread never waits for one.

import { parentPort } from 'node:worker_threads';
import { buildTaskRunner, type SearchTask } from '../adapters/embedded-search/query/search-task.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();

const run = buildTaskRunner();

parentPort?.on('message', (task: SearchTask) => {
  parentPort?.postMessage(run(task));
});
