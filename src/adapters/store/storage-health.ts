// What is wrong with the disk under the data, known to all threads of the process at once: it stands in memory that they
// share. Who opened it first is told of every change, wherever it was noticed. Nothing here touches the disk.

import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import { type StorageFault, storageFailure } from '../../domain/failures/unavailable-failures.ts';

/** What a thread must be handed to share in it. */
export interface StorageShare {
  readonly memory: SharedArrayBuffer;
  readonly channel: string;
}

export interface StorageNews {
  /** What has begun; undefined when everything that can mend itself has. */
  readonly fault: StorageFault | undefined;
  /** Whether nothing is written any more until it is over. */
  readonly isStopped: boolean;
  /** For the log. */
  readonly cause: Error | undefined;
}

export interface StorageHealth {
  readonly share: StorageShare;
  /** What is wrong now; of several things that which stops most. */
  fault(): StorageFault | undefined;
  isStopped(): boolean;
  /** Throws while nothing may be written. */
  assertWritable(): void;
  /** Something went wrong for whoever asked. Others may go on. */
  note(fault: StorageFault, cause: unknown): void;
  /** Nobody can say any more what is on disk: nothing may be written on top of it, in any thread. */
  stop(fault: StorageFault, cause: unknown): void;
  /** How things stand, for `recover`. Each note makes it another one. */
  read(): number;
  /** All that was wrong at that reading is mended, damage aside. Does nothing when anything came after it. */
  recover(reading: number): boolean;
  /** Grows with each recovery from a stop: what was opened in an earlier one may know nothing of what it lost. */
  epoch(): number;
  /** Told of everything from now on, and of what is wrong already. */
  watch(listener: (news: StorageNews) => void): void;
  close(): void;
}

/** In order: what stops most comes first. */
const bits: readonly (readonly [StorageFault, number])[] = [
  ['failed', 1],
  ['full', 2],
  ['read_only', 4],
  ['damaged', 8],
];
const DAMAGED = 8;
const STOPPED = 16;
const ALL = 0xff;
/** Above the bits the notes are counted. */
const ONE_NOTE = 0x100;

const STATE = 0;
const EPOCH = 1;

export const newStorageShare = (): StorageShare => ({
  memory: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
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
      // Said once, not for every request that meets it.
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
      // Before anybody writes again: what flushes then must be opened anew.
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
