// The thread that builds, merges, saves and loads search indexes, with its own connection to the store.

import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { withBuildProcesses } from '../adapters/embedded-search/work/build-process.ts';
import { buildIndexWork, type IndexThreadSettings } from '../adapters/embedded-search/work/index-work.ts';
import { receiveSettings } from '../adapters/embedded-search/work/sent-settings.ts';
import type { TaskMessage, TaskResult } from '../adapters/embedded-search/work/threaded-work.ts';
import { Failure } from '../domain/failures/failures.ts';
import { type PlainFailure, toPlain } from '../domain/failures/plain-failure.ts';
import { openStore } from '../open-store.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();

const { snapshotDir, storage, ...place } = workerData as IndexThreadSettings;
const buildEntry = new URL('./build-part.ts', import.meta.url);
let opening: Promise<ReturnType<typeof receiveSettings>> | undefined;
/** Opened once. If that fails, for example because of the disk, it is tried again later. */
const findWork = (): NonNullable<typeof opening> => {
  opening ??= openStore({ ...place, storage }).then(
    (store) => receiveSettings(withBuildProcesses(buildIndexWork(store, snapshotDir), buildEntry, place)),
    (error: unknown) => {
      opening = undefined;
      throw error;
    },
  );
  return opening;
};
// Open it in advance. An error is reported to the first task that needs it.
findWork().catch(() => {});

type Result = { value: unknown } | { refusal: PlainFailure } | { failure: string };

const respond = (result: Result): void => {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  parentPort?.postMessage({ ...result, heldBytes: heap + outside } satisfies TaskResult);
};

parentPort?.on('message', async ({ task, values }: TaskMessage) => {
  try {
    const run = (await findWork())[task] as (...values: readonly unknown[]) => Promise<unknown>;
    respond({ value: await run(...values) });
  } catch (error) {
    if (error instanceof Failure) respond({ refusal: toPlain(error) });
    else respond({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
