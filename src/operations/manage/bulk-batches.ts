// Groups the lines of a stream into batches, limited by number, size and time, so that slow senders do not wait for their
// results. If the source fails, the lines read before are returned first.

import type { BulkLine } from '../../domain/manage/bulk-lines.ts';

export interface BatchLimits {
  readonly lines: number;
  /** Characters. The line that exceeds it is still in the batch. */
  readonly size: number;
  /** How long a batch stays open after its first line. */
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
    // It may reject while a batch is being written, before it is awaited.
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
    // Not awaited: a sender that is silent would delay it.
    lines.return?.()?.catch(() => {});
  }
}
