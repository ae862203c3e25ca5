// The two kinds of segments, with the operations that a segment stack needs.

import {
  type ContentSegment,
  cloneContentSegment,
  deleteItem,
  findLiveItem,
} from '../../../search/engine/content/content-segment.ts';
import { mergeContentSegments } from '../../../search/engine/content/merge-content.ts';
import { mergeProductSegments } from '../../../search/engine/products/product-merge.ts';
import {
  cloneProductSegment,
  deleteProduct,
  findLiveProduct,
  type ProductSegment,
} from '../../../search/engine/products/product-segment.ts';
import type { TextIndex } from '../../../search/engine/text/text-index.ts';
import type { SegmentKind } from './segment-stack.ts';

type LiveCounts = Pick<TextIndex, 'surfaceDocuments' | 'stemDocuments' | 'classes' | 'counters'>;

/** What `cloneLiveCounts` copies. */
const liveCounts = ({ surfaceDocuments, stemDocuments, classes, counters }: TextIndex): LiveCounts => ({
  surfaceDocuments,
  stemDocuments,
  classes,
  counters,
});

/** What `cloneProductSegment` copies. */
interface LiveProducts {
  readonly alive: Uint32Array;
  readonly liveItems: Uint32Array;
  readonly texts: readonly LiveCounts[];
  readonly statistics: readonly Uint32Array[];
}

export const contentKind: SegmentKind<ContentSegment> = {
  find: findLiveItem,
  remove: deleteItem,
  clone: cloneContentSegment,
  liveOf: ({ texts }) => ({ texts: texts.map(({ index }) => liveCounts(index)) }),
  withLive: (segment, live) => {
    const { texts } = live as { texts: LiveCounts[] };
    return {
      ...segment,
      texts: segment.texts.map((own, at) => ({ ...own, index: { ...own.index, ...texts[at] } })),
    };
  },
  merge: mergeContentSegments,
};

export const productKind: SegmentKind<ProductSegment> = {
  find: findLiveProduct,
  remove: deleteProduct,
  clone: cloneProductSegment,
  liveOf: ({ alive, liveItems, texts, attributes }) => ({
    alive,
    liveItems,
    texts: texts.map(({ index }) => liveCounts(index)),
    statistics: attributes.map(({ statistics }) => statistics),
  }),
  withLive: (segment, live) => {
    const { alive, liveItems, texts, statistics } = live as LiveProducts;
    return {
      ...segment,
      alive,
      liveItems,
      texts: segment.texts.map((own, at) => ({ ...own, index: { ...own.index, ...texts[at] } })),
      attributes: segment.attributes.map((column, at) => ({
        ...column,
        statistics: statistics[at] ?? column.statistics,
      })),
    };
  },
  merge: mergeProductSegments,
};
