// Keeps the journal short without making a commit wait for it. The thread that does the work is only started once there
// is work: a command that writes little never has one.

import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CheckpointResult } from './checkpoint-worker.ts';
import { JOURNAL_BYTES } from './connection.ts';

const REST_MS = 250;

export interface Checkpointer {
  afterCommit(): void;
  /** Resolves when what was begun is done. */
  close(): Promise<void>;
}

export interface CheckpointEvents {
  /** SQLite would not do it: the error, as SQLite threw it. It is tried again after one of the next commits. */
  readonly onRefused: (error: Error) => void;
  /** The thread is gone and the commits have to do it themselves. */
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
      // Flags of the process are meant for its own program.
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
      // Counts again while it is waited for: the process must not end over a half-done copy.
      worker?.ref();
      worker?.postMessage('close');
      await ended;
    },
  };
};

const asError = ({ errcode, message }: NonNullable<CheckpointResult['failure']>): Error =>
  Object.assign(new Error(`The journal could not be copied into the database: ${message}`), { errcode });

/** 0 where it cannot be told: a commit that has succeeded must not fail for that. */
const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
