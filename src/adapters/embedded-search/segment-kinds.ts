// The two kinds of segments a collection is made of, as its stacks need to know them.

import {
  type ContentSegment,
  cloneContentSegment,
  deleteItem,
  findLiveItem,
} from '../../search/engine/content-segment.ts';
import { mergeContentSegments } from '../../search/engine/merge-content.ts';
import { mergeProductSegments } from '../../search/engine/product-merge.ts';
import {
  cloneProductSegment,
  deleteProduct,
  findLiveProduct,
  type ProductSegment,
} from '../../search/engine/product-segment.ts';
import type { SegmentKind } from './segment-stack.ts';

export const contentKind: SegmentKind<ContentSegment> = {
  find: findLiveItem,
  remove: deleteItem,
  clone: cloneContentSegment,
  merge: mergeContentSegments,
};

export const productKind: SegmentKind<ProductSegment> = {
  find: findLiveProduct,
  remove: deleteProduct,
  clone: cloneProductSegment,
  merge: mergeProductSegments,
};
