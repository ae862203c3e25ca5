// A thread that carries out bulk requests, one after the other, on its own connection to the store.

import { parentPort, workerData } from 'node:worker_threads';
import type {
  BulkThreadSettings,
  FromBulkThread,
  ToBulkThread,
} from '../adapters/threaded-bulk/bulk-messages.ts';
import { Failure } from '../domain/failures/failures.ts';
import { malformedRequest } from '../domain/failures/http-failures.ts';
import { fromPlain, toPlain } from '../domain/failures/plain-failure.ts';
import type { NearLimit } from '../domain/limits/usage-ports.ts';
import { bulkReader } from '../import/read-bulk.ts';
import { openTextSpool } from '../import/spool/text-spool.ts';
import { openStore, type Store } from '../open-store.ts';
import { buildRunBulk } from '../operations/manage/manage-bulk.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();

const { dataDir, storage, limits } = workerData as BulkThreadSettings;
const port = parentPort;
if (port === null) throw new Error('run-bulk.ts is the module of a thread');

const onNear = (near: NearLimit): void =>
  port.postMessage({ request: undefined, kind: 'near', near } satisfies FromBulkThread);

let opening: Promise<Store> | undefined;
/** Opened once; a disk that would not have it opened may have it later. */
const findStore = (): Promise<Store> => {
  opening ??= openStore({ dataDir, storage, limits, onNear }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
};
// While nobody waits for it yet; whoever asks for it is told what went wrong.
findStore().catch(() => {});

type Begin = Extract<ToBulkThread, { kind: 'begin' }>;
type Said = FromBulkThread extends infer M
  ? M extends { request: number }
    ? Omit<M, 'request'>
    : never
  : never;

/** One request from its first message to its last result. */
class Conversation {
  readonly #begin: Begin;
  #bytes = Promise.withResolvers<Uint8Array | undefined>();
  /** Whether the next result is wanted; false when none will ever be. */
  #wanted = Promise.withResolvers<boolean>();
  #isStopped = false;

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  onMessage(message: ToBulkThread): void {
    if (message.request !== this.#begin.request) return;
    if (message.kind === 'bytes') this.#bytes.resolve(message.bytes);
    else if (message.kind === 'end') this.#bytes.resolve(undefined);
    else if (message.kind === 'broken') this.#fail(fromPlain(message.failure));
    else if (message.kind === 'read') this.#wanted.resolve(true);
    else if (message.kind === 'stop') {
      this.#isStopped = true;
      this.#wanted.resolve(false);
      // Whoever still waits for bytes must not wait for ever.
      this.#fail(malformedRequest());
    }
  }

  async carryOut(): Promise<void> {
    const { action, sender } = this.#begin;
    try {
      const run = buildRunBulk({
        bulk: await findStore(),
        bulkReader,
        openSpool: () => openTextSpool(dataDir),
      });
      if (await this.#wanted.promise) await this.#tell(run(action, sender, this.#readBody()));
    } catch (error) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (error instanceof Failure) this.#say({ kind: 'refused', failure: toPlain(error) });
      else this.#say({ kind: 'failed', cause });
    }
    this.#say({ kind: 'free' });
  }

  async #tell(results: AsyncIterable<string>): Promise<void> {
    for await (const text of results) {
      this.#wanted = Promise.withResolvers();
      this.#say({ kind: 'text', text });
      if (!(await this.#wanted.promise)) return;
    }
    this.#say({ kind: 'end' });
  }

  async *#readBody(): AsyncGenerator<Uint8Array> {
    for (;;) {
      // Nobody would answer: what holds the results would be held for ever.
      if (this.#isStopped) throw malformedRequest();
      this.#bytes = Promise.withResolvers();
      this.#say({ kind: 'read' });
      const bytes = await this.#bytes.promise;
      if (bytes === undefined) return;
      yield bytes;
    }
  }

  #fail(failure: Failure): void {
    this.#bytes.promise.catch(() => {});
    this.#bytes.reject(failure);
  }

  #say(said: Said): void {
    port?.postMessage({ request: this.#begin.request, ...said } as FromBulkThread);
  }
}

let current: Conversation | undefined;
port.on('message', (message: ToBulkThread) => {
  if (message.kind === 'begin') {
    current = new Conversation(message);
    void current.carryOut();
  } else current?.onMessage(message);
});
