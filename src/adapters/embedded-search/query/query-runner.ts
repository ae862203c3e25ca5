// Where a query runs. Cheap ones, which is nearly all, run at once on the thread that answers; what is expected to take longer, or turns
// out to, runs in a thread of its own, and so does what a tenant asks for who has had a large share of the answering thread already. So
// nobody waits for somebody else's queries for longer than a few milliseconds.

import type { ContentHit, ContentQuery, ProductQuery } from '../../../domain/ports.ts';
import { estimateContentWork, estimateProductWork } from '../../../search/engine/budget/estimate-work.ts';
import { lastSpent, OutOfBudget, withBudget } from '../../../search/engine/budget/work-budget.ts';
import { searchSegments } from '../../../search/engine/content/search-content.ts';
import { countSegments } from '../../../search/engine/products/product-count.ts';
import type { Collection } from '../catalog/collection.ts';
import { InlineShare } from './inline-share.ts';
import { shareContents } from './search-task.ts';
import type { SearchThreads } from './search-threads.ts';

/** What a query may do on the thread that answers: about two milliseconds. */
export const INLINE_UNITS = 2_000_000;
/** What costs no more than handing it over would runs at once whatever its tenant has asked for before. */
const ALWAYS_INLINE_UNITS = 50_000;
/** What a query costs its tenant's share beside the units it is known to spend, and how dear it is to have begun in vain. */
const QUERY_UNITS = 10_000;
/** It may cost so many times as much as was estimated, where its tenant has had its share. */
const ESTIMATED_TOO_LOW = 4;
const IN_VAIN = 10;

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
  const share = new InlineShare();

  /** Undefined when it has to be done elsewhere. */
  const runInline = <T>(tenantId: string, units: number, run: () => T): { readonly value: T } | undefined => {
    if (threads === undefined) return { value: run() };
    const isLeft = share.isLeft(tenantId);
    if (units > inlineUnits || (units > ALWAYS_INLINE_UNITS && !isLeft)) return undefined;
    try {
      const value = withBudget(
        { units: isLeft ? inlineUnits : ESTIMATED_TOO_LOW * ALWAYS_INLINE_UNITS },
        run,
      );
      share.take(tenantId, QUERY_UNITS + lastSpent());
      return { value };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      share.take(tenantId, IN_VAIN * inlineUnits);
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
