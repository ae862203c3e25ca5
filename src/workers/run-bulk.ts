// The thread that runs bulk requests and imports one after another, with its own connection to the store.

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

const { dataDir, storeUrl, storage, limits, importLimits } = workerData as BulkThreadSettings;
const port = parentPort;
if (port === null) throw new Error('run-bulk.ts is the module of a thread');

const onNear = (near: NearLimit): void =>
  port.postMessage({ request: undefined, kind: 'near', near } satisfies FromBulkThread);

let opening: Promise<Store> | undefined;
/** Opened once. If that fails, for example because of the disk, it is tried again later. */
const findStore = (): Promise<Store> => {
  opening ??= openStore({ dataDir, storeUrl, storage, limits, onNear }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
};
// Open it in advance. An error is reported to the first request that needs it.
findStore().catch(() => {});

type Begin = Extract<ToBulkThread, { kind: 'begin' }>;
type Reply = FromBulkThread extends infer M
  ? M extends { request: number }
    ? Omit<M, 'request'>
    : never
  : never;

/** One request from its first message to its last result. */
class Conversation {
  readonly #begin: Begin;
  #bytes = Promise.withResolvers<Uint8Array | undefined>();
  /** Resolves to true when the client wants the next result, and to false if it will not want any more. */
  #wanted = Promise.withResolvers<boolean>();
  readonly #stopped = new AbortController();

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
      this.#stopped.abort();
      this.#wanted.resolve(false);
      // A pending read of the body must not wait forever.
      this.#fail(malformedRequest());
    }
  }

  async run(): Promise<void> {
    try {
      const results = await this.#resultsIn(await findStore());
      if (await this.#wanted.promise) await this.#tell(results);
    } catch (error) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (error instanceof Failure) this.#send({ kind: 'refused', failure: toPlain(error) });
      else this.#send({ kind: 'failed', cause });
    }
    this.#send({ kind: 'free' });
  }

  async #resultsIn(store: Store): Promise<AsyncIterable<string>> {
    const { task } = this.#begin;
    if (task.action !== 'import') {
      const run = buildRunBulk({ bulk: store, bulkReader, openSpool: () => openTextSpool(dataDir) });
      return run(task.action, task.sender, this.#readBody());
    }
    const { importUpload } = await import('../import/upload/import-upload.ts');
    // A database server locks one workspace at a time: nobody else waits.
    const writeMaxMs = storeUrl === undefined ? importLimits.writeMaxMs : undefined;
    const gone = this.#stopped.signal;
    return importUpload(
      store,
      { ...importLimits, folder: dataDir, writeMaxMs, gone },
      task.job,
      task.uploaded,
    );
  }

  async #tell(results: AsyncIterable<string>): Promise<void> {
    for await (const text of results) {
      // Nobody says so again: a wait for the client would not end.
      if (this.#stopped.signal.aborted) return;
      this.#wanted = Promise.withResolvers();
      this.#send({ kind: 'text', text });
      if (!(await this.#wanted.promise)) return;
    }
    this.#send({ kind: 'end' });
  }

  async *#readBody(): AsyncGenerator<Uint8Array> {
    for (;;) {
      // The client is gone: without this, the spool would wait forever.
      if (this.#stopped.signal.aborted) throw malformedRequest();
      this.#bytes = Promise.withResolvers();
      this.#send({ kind: 'read' });
      const bytes = await this.#bytes.promise;
      if (bytes === undefined) return;
      yield bytes;
    }
  }

  #fail(failure: Failure): void {
    this.#bytes.promise.catch(() => {});
    this.#bytes.reject(failure);
  }

  #send(reply: Reply): void {
    port?.postMessage({ request: this.#begin.request, ...reply } as FromBulkThread);
  }
}

let current: Conversation | undefined;
port.on('message', (message: ToBulkThread) => {
  if (message.kind === 'begin') {
    current = new Conversation(message);
    void current.run();
  } else current?.onMessage(message);
});
