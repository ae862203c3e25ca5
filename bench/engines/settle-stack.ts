// Merges what is due in a stack of segments, here and now. The service does it in a thread of its own.

import {
  mergeStored,
  type SegmentKind,
  type SegmentStack,
} from '../../src/adapters/embedded-search/catalog/segment-stack.ts';
import type { PackedStrings } from '../../src/search/engine/packing/packed-strings.ts';

export const settleStack = <S extends { readonly keys: PackedStrings }>(
  kind: SegmentKind<S>,
  stack: SegmentStack<S>,
): void => {
  const due = stack.startMerge();
  // Nothing changes meanwhile, so that the result is in place at once.
  if (due !== undefined) void due.take(mergeStored(kind, due.stored));
};
