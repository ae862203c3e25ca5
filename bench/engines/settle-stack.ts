// Runs all due merges of a segment stack on the calling thread. The service does it in a worker thread.

import {
  mergeStored,
  type SegmentKind,
  type SegmentStack,
} from '../../src/adapters/embedded-search/segments/segment-stack.ts';
import type { PackedStrings } from '../../src/search/engine/packing/packed-strings.ts';

export const settleStack = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stack: SegmentStack<S>,
): void => {
  const due = stack.startMerge();
  // Nothing changes meanwhile, so the result is in place at once.
  if (due !== undefined) void due.take(mergeStored(kind, due.stored));
};
