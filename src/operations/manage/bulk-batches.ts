// Lines of a stream gathered into batches: as many as may be held at once, or as many as came within a moment, so that
// a slow sender is not kept waiting for his results. A source that fails has its last lines handed out first.

import type { BulkLine } from '../../domain/manage/bulk-lines.ts';

export interface BatchLimits {
  readonly lines: number;
  /** Characters. The line that goes beyond it is still in the batch. */
  readonly size: number;
  /** How long a batch is kept open after its first line. */
  readonly openMs: number;
}

interface Deadline {
  readonly passed: Promise<undefined>;
  readonly isOver: () => boolean;
  readonly cancel: () => void;
}

const startDeadline = (ms: number): Deadline => {
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    isOver = true;
    resolve(undefined);
  }, ms);
  return { passed: promise, isOver: () => isOver, cancel: () => clearTimeout(timer) };
};

export async function* batchesOf(
  source: AsyncIterable<BulkLine>,
  limits: BatchLimits,
): AsyncGenerator<readonly BulkLine[]> {
  const lines = source[Symbol.asyncIterator]();
  let batch: BulkLine[] = [];
  let size = 0;
  let deadline: Deadline | undefined;
  const take = (): readonly BulkLine[] => {
    const taken = batch;
    batch = [];
    size = 0;
    deadline?.cancel();
    deadline = undefined;
    return taken;
  };
  const pull = (): Promise<IteratorResult<BulkLine>> => {
    const next = lines.next();
    // It may fail while a batch is being written, before anyone waits for it.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = pull(); ; ) {
      const arrived = await (deadline === undefined ? next : Promise.race([next, deadline.passed]));
      if (arrived === undefined) {
        yield take();
        continue;
      }
      if (arrived.done === true) break;
      batch.push(arrived.value);
      size += arrived.value.size;
      deadline ??= startDeadline(limits.openMs);
      next = pull();
      if (batch.length >= limits.lines || size >= limits.size || deadline.isOver()) yield take();
    }
    if (batch.length > 0) yield take();
  } catch (error) {
    if (batch.length > 0) yield take();
    throw error;
  } finally {
    deadline?.cancel();
    // Not waited for: a sender who is silent just now would hold it back.
    lines.return?.()?.catch(() => {});
  }
}
