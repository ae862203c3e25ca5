// Makes documents and writes them in batches that are bounded by their size, while further ones are made.

import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { IndexedObject } from '../documents/search-document.ts';

const OBJECTS_MAX = 500;
/** A batch is one request, or two. */
const CHARS_MAX = 3_000_000;
/** Batches that are written while the next is made. */
const WRITING_MAX = 4;

/** Long texts of one object are one step. */
export const writeInBatches = async <T>(
  batches: AsyncIterable<T[]> | Iterable<T[]>,
  toObject: (one: T) => IndexedObject,
  write: (objects: readonly IndexedObject[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const yieldIfDue = buildYield();
  const writing = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let batch: IndexedObject[] = [];
  let chars = 0;
  const throwFailure = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  const send = async (): Promise<void> => {
    const job = write(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => writing.delete(job));
    writing.add(job);
    batch = [];
    chars = 0;
    if (writing.size >= WRITING_MAX) await Promise.race(writing);
    throwFailure();
  };
  try {
    for await (const some of batches) {
      signal.throwIfAborted();
      for (const one of some) {
        const object = toObject(one);
        batch.push(object);
        chars += sizeOf(object);
        if (batch.length >= OBJECTS_MAX || chars >= CHARS_MAX) await send();
        await yieldIfDue();
      }
    }
    if (batch.length > 0) await send();
  } finally {
    await Promise.all(writing);
  }
  throwFailure();
};

const sizeOf = ({ documents }: IndexedObject): number =>
  documents.reduce((sum, { json }) => sum + json.length, 0);
