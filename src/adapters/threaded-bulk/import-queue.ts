// Imports on their way to a thread: they arrive first, a few at once, and hold no thread meanwhile. Then they wait for their turn, one of
// each tenant at a time. A client that disconnects leaves the queue at once.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { serviceStopping } from '../../domain/failures/unavailable-failures.ts';
import type { ImportJob, ReceiveUpload, RunImport, UploadedFiles } from '../../domain/manage/import-job.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import { ticks } from '../../runtime/ticks.ts';
import { buildKeyedSemaphore } from '../scheduling/keyed-semaphore.ts';
import { buildMinThroughput, type MinThroughput, type ThroughputLimits } from './min-throughput.ts';

/** Uploads that arrive, wait or are imported at once. They are on disk. */
const UPLOADS_MAX = 8;
const UPLOADS_OF_TENANT_MAX = 4;
const WAITING_MS = 1_000;
/** How long imports may take to undo what they did when the service stops. */
const CLOSE_MAX_MS = 5_000;
const RETRY_SECONDS = 1;

const WAITING = `${JSON.stringify({ progress: { phase: 'wait', done: 0, total: 0, objects: 0 } })}\n`;

/** The right to use a thread. */
export interface Turn {
  /** Whether others wait for it. */
  isAwaited(): boolean;
  release(): void;
}

interface ImportTurn extends Turn {
  /** Resolves when the thread is done with it. */
  readonly released: Promise<void>;
}

export interface ImportQueueParts {
  readonly takeTurn: (workspace: WorkspaceScope, gone: AbortSignal) => Promise<Turn>;
  /** Releases the turn when the thread is done. */
  readonly begin: (
    turn: Turn,
    job: ImportJob,
    uploaded: UploadedFiles,
    gone: AbortSignal,
  ) => AsyncIterable<string>;
  readonly receive: ReceiveUpload;
  readonly throughputLimits: ThroughputLimits;
}

export interface ImportQueue {
  readonly run: RunImport;
  /** Ends all imports, and waits until nothing is left of them, though not forever. */
  close(): Promise<void>;
}

/** Of an owner of permits, who is a workspace. */
export const tenantOf = (owner: string): string => (parseJson(owner) as string[])[0] ?? '';

export const buildImportQueue = ({
  takeTurn,
  begin,
  receive,
  throughputLimits,
}: ImportQueueParts): ImportQueue => {
  const places = buildKeyedSemaphore(UPLOADS_MAX, { groupOf: tenantOf, ofGroupMax: UPLOADS_OF_TENANT_MAX });
  const tenants = buildKeyedSemaphore(Number.POSITIVE_INFINITY);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  /** One import of a tenant at a time: the other threads are for others. */
  const takeImportTurn = async (scope: WorkspaceScope, gone: AbortSignal): Promise<ImportTurn> => {
    await tenants.acquire(scope.tenantId, gone);
    try {
      const turn = await takeTurn(scope, gone);
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const release = (): void => {
        turn.release();
        tenants.release(scope.tenantId);
        resolve();
      };
      return { ...turn, release, released };
    } catch (error) {
      tenants.release(scope.tenantId);
      throw error;
    }
  };

  /** Says each second that it waits. */
  const waitForTurn = async function* (
    scope: WorkspaceScope,
    gone: AbortSignal,
  ): AsyncGenerator<string, ImportTurn> {
    const left = new AbortController();
    const turn = takeImportTurn(scope, AbortSignal.any([gone, left.signal]));
    let isTaken = false;
    try {
      for await (const _ of ticks(turn, WAITING_MS)) yield WAITING;
      const taken = await turn;
      isTaken = true;
      return taken;
    } finally {
      if (!isTaken) {
        left.abort();
        turn.then(
          ({ release }) => release(),
          () => {},
        );
      }
    }
  };

  const run = async function* (
    job: ImportJob,
    { boundary, bytes, gone: clientGone }: Parameters<RunImport>[1],
  ): AsyncGenerator<string> {
    const gone = AbortSignal.any([clientGone, closing.signal]);
    const owner = JSON.stringify([job.scope.tenantId, job.scope.workspaceId]);
    await places.acquire(owner, gone);
    const done = Promise.withResolvers<void>();
    running.add(done.promise);
    const throughput = buildMinThroughput(throughputLimits, () => places.isAwaited(owner));
    try {
      const { files, mapping, close } = await receive({ boundary, bytes: measure(bytes, throughput, gone) });
      try {
        const turn = yield* waitForTurn(job.scope, gone);
        try {
          yield* begin(turn, job, { files, mapping }, gone);
        } finally {
          await turn.released;
        }
      } finally {
        await close();
      }
    } finally {
      places.release(owner);
      running.delete(done.promise);
      done.resolve();
    }
  };

  return {
    run,
    close: async () => {
      closing.abort(serviceStopping(RETRY_SECONDS));
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MAX_MS);
      await Promise.race([Promise.all(running), late.promise]);
      clearTimeout(timer);
    },
  };
};

/** What arrives, as long as it arrives fast enough and is wanted. Whatever happens, the rest is not waited for. */
async function* measure(
  bytes: AsyncIterable<Uint8Array>,
  throughput: MinThroughput,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  let stop: (reason: unknown) => void = () => {};
  const onGone = (): void => stop(gone.reason);
  gone.addEventListener('abort', onGone);
  try {
    for (;;) {
      throughput.begin();
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stop = reject;
        source.next().then(resolve, reject);
      });
      if (next.done === true) return;
      throughput.end(next.value.length);
      yield next.value;
    }
  } finally {
    gone.removeEventListener('abort', onGone);
    source.return?.()?.catch(() => {});
  }
}
