// Keeps the journal short without delaying commits. The thread is started when there is work: a command that writes little
// never starts one.

import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CheckpointResult } from './checkpoint-worker.ts';
import { JOURNAL_BYTES } from './connection.ts';

const REST_MS = 250;

export interface Checkpointer {
  afterCommit(): void;
  /** Resolves when the running checkpoint is done. */
  close(): Promise<void>;
}

export interface CheckpointEvents {
  /** SQLite refused, with this error. It is tried again after one of the next commits. */
  readonly onRefused: (error: Error) => void;
  /** The thread ended, so commits have to run checkpoints themselves. */
  readonly onEnd: () => void;
}

export const buildCheckpointer = (file: string, { onRefused, onEnd }: CheckpointEvents): Checkpointer => {
  let worker: Worker | undefined;
  let ended: Promise<unknown> | undefined;
  let isOver = false;
  let isBusy = false;
  let restsUntil = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { file },
      // Node flags of the process are for the main program only.
      execArgv: [],
    });
    started.unref();
    ended = new Promise((resolve) => started.once('exit', resolve));
    started.on('message', ({ failure }: CheckpointResult) => {
      isBusy = false;
      restsUntil = performance.now() + REST_MS;
      if (failure !== undefined) onRefused(asError(failure));
    });
    started.on('error', () => {
      isOver = true;
      onEnd();
    });
    return started;
  };

  return {
    afterCommit() {
      if (isOver || isBusy || performance.now() < restsUntil) {
        return;
      }
      if (sizeOf(`${file}-wal`) > JOURNAL_BYTES) {
        worker ??= start();
        isBusy = true;
        worker.postMessage('checkpoint');
      }
    },
    async close() {
      isOver = true;
      // Keeps the process alive meanwhile: it must not exit in the middle of a copy.
      worker?.ref();
      worker?.postMessage('close');
      await ended;
    },
  };
};

const asError = ({ errcode, message }: NonNullable<CheckpointResult['failure']>): Error =>
  Object.assign(new Error(`The journal could not be copied into the database: ${message}`), { errcode });

/** 0 if it is unknown: a commit that succeeded must not fail here. */
const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
