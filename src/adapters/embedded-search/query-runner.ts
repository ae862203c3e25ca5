// Where a query runs. Cheap ones, which is nearly all, run at once on the thread that answers; what is expected to take longer, or turns
// out to, runs in a thread of its own. So nobody waits for somebody else's query for longer than a few milliseconds.

import type { ContentHit, ContentQuery, ProductQuery } from '../../domain/ports.ts';
import { estimateContentWork, estimateProductWork } from '../../search/engine/estimate-work.ts';
import { countSegments } from '../../search/engine/product-count.ts';
import { searchSegments } from '../../search/engine/search-segments.ts';
import { OutOfBudget, withBudget } from '../../search/engine/work-budget.ts';
import type { Collection } from './collection.ts';
import { shareContents } from './search-task.ts';
import type { SearchThreads } from './search-threads.ts';

/** What a query may do on the thread that answers: about two milliseconds. */
export const INLINE_UNITS = 2_000_000;
/** A tenant whose query has just been abandoned here is believed only below this, for a while. */
const DOUBTED_UNITS = 200_000;
const DOUBT_MS = 1_000;
const DOUBTED_MAX = 1_000;

interface ContentFound {
  readonly hits: readonly ContentHit[];
  readonly total: number;
}

/** Each answers at once, or with a promise when the query runs elsewhere. */
export interface QueryRunner {
  searchContent(
    tenantId: string,
    collection: Collection,
    query: ContentQuery,
  ): ContentFound | Promise<ContentFound>;
  countProducts(tenantId: string, collection: Collection, query: ProductQuery): number | Promise<number>;
}

/** Without threads everything runs at once, however long it takes. */
export const buildQueryRunner = (
  threads: SearchThreads | undefined,
  inlineUnits: number = INLINE_UNITS,
): QueryRunner => {
  const doubts = new Map<string, number>();

  const isCheap = (tenantId: string, units: number): boolean => {
    const until = doubts.get(tenantId);
    if (until === undefined || units <= DOUBTED_UNITS) return units <= inlineUnits;
    if (until > performance.now()) return false;
    doubts.delete(tenantId);
    return units <= inlineUnits;
  };

  const doubt = (tenantId: string): void => {
    if (doubts.size >= DOUBTED_MAX) doubts.clear();
    doubts.set(tenantId, performance.now() + DOUBT_MS);
  };

  /** Undefined when it has to be done elsewhere. */
  const runInline = <T>(tenantId: string, units: number, run: () => T): { readonly value: T } | undefined => {
    if (threads === undefined) return { value: run() };
    if (!isCheap(tenantId, units)) return undefined;
    try {
      return { value: withBudget({ units: inlineUnits }, run) };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      doubt(tenantId);
      return undefined;
    }
  };

  return {
    searchContent: (tenantId, { content, contents }, query) => {
      const { segments } = content;
      const units = estimateContentWork(segments, contents.synonyms, query);
      const done = runInline(tenantId, units, () => searchSegments(segments, contents.synonyms, query));
      if (done !== undefined) return done.value;
      const order = { segments: content.share(), contents: shareContents(contents) };
      return (threads as SearchThreads).run(tenantId, { kind: 'content', query }, order);
    },
    countProducts: (tenantId, { products, contents }, query) => {
      const { segments } = products;
      const units = estimateProductWork(segments, contents, query);
      const done = runInline(tenantId, units, () => countSegments(segments, contents, query));
      if (done !== undefined) return done.value;
      const order = { segments: products.share(), contents: shareContents(contents) };
      return (threads as SearchThreads).run(tenantId, { kind: 'count', query }, order);
    },
  };
};
