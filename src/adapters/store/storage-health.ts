// The state of the disk or the database server, in memory that all threads of the process share. The thread that opened it first is notified of each
// change, whichever thread noticed it. Nothing here touches the disk.

import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import { type StorageFault, storageFailure } from '../../domain/failures/unavailable-failures.ts';

/** What another thread needs to share the state. */
export interface StorageShare {
  readonly memory: SharedArrayBuffer;
  readonly channel: string;
}

export interface StorageNews {
  /** The fault that began; undefined when everything but permanent damage is over. */
  readonly fault: StorageFault | undefined;
  /** Whether writes are stopped until it is over. */
  readonly isStopped: boolean;
  /** For the log. */
  readonly cause: Error | undefined;
}

export interface StorageHealth {
  readonly share: StorageShare;
  /** The current fault. Of several, the most severe. */
  fault(): StorageFault | undefined;
  isStopped(): boolean;
  /** Throws while writes are stopped. */
  assertWritable(): void;
  /** Records a fault of one request. Other requests go on. */
  note(fault: StorageFault, cause: unknown): void;
  /** A flush failed, so it is unknown what is on disk. Stops the writes of all threads. */
  stop(fault: StorageFault, cause: unknown): void;
  /** The current state, for `recover`. Each new fault changes it. */
  read(): number;
  /** Clears all faults but damage. Does nothing if a new fault came after that reading. */
  recover(reading: number): boolean;
  /** Incremented by each recovery from a stop. File handles from before may not report what was lost. */
  epoch(): number;
  /** Reports the current fault, and all changes from now on. */
  watch(listener: (news: StorageNews) => void): void;
  close(): void;
}

/** In order, the most severe first. */
const bits: readonly (readonly [StorageFault, number])[] = [
  ['unreachable', 32],
  ['failed', 1],
  ['full', 2],
  ['read_only', 4],
  ['damaged', 8],
];
const DAMAGED = 8;
const STOPPED = 16;
const ALL = 0xff;
/** The bits above count the faults noted. */
const ONE_NOTE = 0x100;

const STATE = 0;
const EPOCH = 1;
/** Counts the commits of all threads. Not used with SQLite, which counts them itself. */
export const COMMITS = 2;
/** When a thread last asked for the write lock in vain. Only used with SQLite. */
export const LOCK_AWAITED = 3;

export const newStorageShare = (): StorageShare => ({
  memory: new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT),
  channel: `vitrine-storage-${randomUUID()}`,
});

export const openStorageHealth = (share: StorageShare = newStorageShare()): StorageHealth => {
  const numbers = new Int32Array(share.memory);
  const channel = new BroadcastChannel(share.channel);
  channel.unref();
  let listeners: ((news: StorageNews) => void)[] = [];
  let latest: StorageNews | undefined;

  const onMessage = (news: StorageNews): void => {
    latest = news;
    for (const listener of listeners) listener(news);
  };
  channel.onmessage = ({ data }: { readonly data: unknown }) => onMessage(data as StorageNews);
  const announce = (news: StorageNews): void => {
    onMessage(news);
    channel.postMessage(news);
  };

  const read = (): number => Atomics.load(numbers, STATE);
  const raise = (fault: StorageFault, added: number, cause: unknown): void => {
    for (;;) {
      const before = read();
      const after = (before | bitOf(fault) | added) + ONE_NOTE;
      if (Atomics.compareExchange(numbers, STATE, before, after) !== before) continue;
      // Reported once, not for each request that runs into it.
      const isNews = (before & ALL) !== (after & ALL);
      if (isNews) announce({ fault, isStopped: (after & STOPPED) !== 0, cause: asError(cause) });
      return;
    }
  };
  const faultNow = (): StorageFault | undefined => faultIn(read());
  const isStopped = (): boolean => (read() & STOPPED) !== 0;

  return {
    share,
    fault: faultNow,
    isStopped,
    assertWritable: () => {
      if (isStopped()) throw storageFailure(faultNow() ?? 'failed');
    },
    note: (fault, cause) => raise(fault, 0, cause),
    stop: (fault, cause) => raise(fault, STOPPED, cause),
    read,
    recover: (reading) => {
      // Before the next write: its flush must use a new file handle.
      if ((reading & STOPPED) !== 0) Atomics.add(numbers, EPOCH, 1);
      const left = reading & (~ALL | DAMAGED);
      const isMine = Atomics.compareExchange(numbers, STATE, reading, left) === reading;
      if (isMine && left !== reading) announce({ fault: undefined, isStopped: false, cause: undefined });
      return isMine;
    },
    epoch: () => Atomics.load(numbers, EPOCH),
    watch: (listener) => {
      listeners = [...listeners, listener];
      if (latest !== undefined) listener(latest);
    },
    close: () => {
      listeners = [];
      channel.close();
    },
  };
};

const bitOf = (fault: StorageFault): number => bits.find(([name]) => name === fault)?.[1] ?? 0;

const faultIn = (state: number): StorageFault | undefined => bits.find(([, bit]) => (state & bit) !== 0)?.[0];

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
