// Builds large parts of an index in processes of their own. What a thread used stays with the service after the thread has ended: V8 and
// malloc keep it for later. What a process used goes back to the system, and a process that needs too much memory ends alone.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fromPlain, type PlainFailure } from '../../../domain/failures/plain-failure.ts';
import type { BuiltPart, FeedPlace } from '../segments/built-catalog.ts';
import { contentKind, productKind } from '../segments/segment-kinds.ts';
import { type StoredSegment, withLiveData } from '../segments/segment-stack.ts';
import type { IndexThreadSettings, IndexWork } from './index-work.ts';

export type BuildTask = 'buildContent' | 'buildRange';

/** Where the store is. */
export type StorePlace = Pick<IndexThreadSettings, 'dataDir' | 'storeUrl' | 'storeReplicaUrls'>;

/** A message to the process. The next one comes when everything of this part was received. It ends when the channel is closed. */
export interface BuildRequest {
  readonly place: StorePlace;
  readonly task: BuildTask;
  readonly values: readonly unknown[];
}

/** What the process sends for each. After `lengths`, the bytes of each segment come on its standard output. */
export type BuildReply =
  | { readonly lengths: readonly number[]; readonly upTo: FeedPlace }
  | { readonly refusal: PlainFailure }
  | { readonly failure: string };

/** A build creates much short-lived garbage: a larger young generation copies less of it. */
const V8_FLAGS = ['--max-semi-space-size=32'];
/** Of what a process that dies has written to standard error. */
const LAST_WORDS_MAX = 2_000;

/** How long a process waits for another part: to start one takes longer than to build a small part. */
const IDLE_MS = 1_000;

/** As `work`, with large parts built by processes that run `entry`. Where no process can be started, `work` builds them as well. */
export const withBuildProcesses = (work: IndexWork, entry: URL, place: StorePlace): IndexWork => {
  let idle: BuildProcess | undefined;
  const takeIdle = (): BuildProcess | undefined => {
    const taken = idle;
    idle = undefined;
    return taken?.isRunning === true ? taken : undefined;
  };
  const keep = (process: BuildProcess): void => {
    void takeIdle()?.end();
    idle = process;
    process.endLater(IDLE_MS);
  };
  const buildBy = async (process: BuildProcess, request: BuildRequest): Promise<BuiltPart> => {
    try {
      const part = await process.build(request);
      keep(process);
      return part;
    } catch (error) {
      await process.end();
      throw error;
    }
  };
  const build = async (
    task: BuildTask,
    values: readonly unknown[],
    buildHere: () => Promise<BuiltPart>,
  ): Promise<BuiltPart> => {
    const request = { place, task, values };
    const waiting = takeIdle();
    if (waiting !== undefined) {
      try {
        return await buildBy(waiting, request);
      } catch (error) {
        // It may have been ended while it waited, for lack of memory for example: no fault of this part.
        if (!(error instanceof ProcessEnded)) throw error;
      }
    }
    const started = await startProcess(entry);
    return started === undefined ? buildHere() : buildBy(started, request);
  };
  return {
    ...work,
    buildContent: (...values) => {
      const [, , isLarge] = values;
      const buildHere = () => work.buildContent(...values);
      return isLarge ? build('buildContent', values, buildHere) : buildHere();
    },
    buildRange: (...values) => {
      const [, , , , isLarge] = values;
      const buildHere = () => work.buildRange(...values);
      return isLarge ? build('buildRange', values, buildHere) : buildHere();
    },
  };
};

/** Undefined where no process can be started: a sandbox may forbid it, or there are too many. */
const startProcess = async (entry: URL): Promise<BuildProcess | undefined> => {
  try {
    // Some errors are thrown at once, others are events.
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: V8_FLAGS,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    await once(child, 'spawn');
    return new BuildProcess(child);
  } catch {
    return undefined;
  }
};

class ProcessEnded extends Error {
  constructor(reason: number | NodeJS.Signals | null, lastWords: string) {
    super(`the process that built a part of an index ended with ${reason}: ${lastWords}`);
  }
}

class BuildProcess {
  private readonly child: ChildProcess;
  private readonly output: Readable;
  private readonly ended: Promise<number | NodeJS.Signals | null>;
  private lastWords = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess) {
    const { stdout, stderr } = child as ChildProcess & { stdout: Readable; stderr: Readable };
    this.child = child;
    this.output = stdout;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS_MAX);
    });
    // A request that a process did not live to read. Its end says more.
    child.on('error', () => {});
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
  }

  get isRunning(): boolean {
    const { exitCode, signalCode, killed, connected } = this.child;
    return exitCode === null && signalCode === null && !killed && connected;
  }

  async build(request: BuildRequest): Promise<BuiltPart> {
    clearTimeout(this.timer);
    this.lastWords = '';
    const died = this.ended.then((reason): never => {
      throw new ProcessEnded(reason, this.lastWords);
    });
    const received = this.receive(request);
    // Whichever loses the race fails later, unheard.
    died.catch(() => {});
    received.catch(() => {});
    return (await Promise.race([received, died])) ?? (await died);
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Unless another part is to be built. */
  endLater(afterMs: number): void {
    this.timer = setTimeout(() => void this.end(), afterMs).unref();
  }

  /** Undefined if it ended before it had sent everything. */
  private async receive(request: BuildRequest): Promise<BuiltPart | undefined> {
    const replied = new Promise<BuildReply>((resolve) => {
      const take = (message: object): void => {
        if (!isReply(message)) return;
        this.child.off('message', take);
        resolve(message);
      };
      this.child.on('message', take);
    });
    this.child.send(request);
    const reply = await replied;
    if ('refusal' in reply) throw fromPlain(reply.refusal);
    if ('failure' in reply) throw new Error(reply.failure);
    const addLiveData = liveDataAdders[request.task];
    const segments = await readBytes(this.output, reply.lengths);
    return (
      segments && {
        segments: segments.map((bytes) => addLiveData({ bytes, tombstones: new Uint32Array(0) })),
        upTo: reply.upTo,
      }
    );
  }
}

/** Under `node --watch`, Node sends messages of its own on the channel. */
const isReply = (message: object): message is BuildReply =>
  'lengths' in message || 'refusal' in message || 'failure' in message;

const liveDataAdders: Readonly<Record<BuildTask, (stored: StoredSegment) => StoredSegment>> = {
  buildContent: (stored) => withLiveData(contentKind, stored),
  buildRange: (stored) => withLiveData(productKind, stored),
};

/** Shared memory, so that threads exchange it without a copy. Undefined if the stream ends too early. */
const readBytes = async (stream: Readable, lengths: readonly number[]): Promise<Uint8Array[] | undefined> => {
  const all = lengths.map((length) => new Uint8Array(new SharedArrayBuffer(length)));
  // A part may be empty. No segment is.
  if (all.length === 0) return all;
  let [segment, at] = [0, 0];
  // Another part may follow on the same stream.
  const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    for (let rest: Uint8Array = chunk; rest.length > 0; ) {
      const to = all[segment];
      if (to === undefined) throw new Error('there are more bytes than the process has announced');
      const taken = rest.subarray(0, to.length - at);
      to.set(taken, at);
      rest = rest.subarray(taken.length);
      at += taken.length;
      if (at === to.length) [segment, at] = [segment + 1, 0];
    }
    if (segment === all.length) return all;
  }
  return undefined;
};
