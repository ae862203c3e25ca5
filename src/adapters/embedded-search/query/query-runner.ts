// Where a query runs. Cheap queries, nearly all of them, run on the event loop. A query that is expected to take longer, or
// turns out to, runs in a search thread; so do queries of a tenant that has used up its share of the event loop. So nobody
// waits for another tenant's queries for longer than a few milliseconds.

import type { CatalogContents, ContentHit, ContentQuery } from '../../../domain/ports.ts';
import {
  ESTIMATE_UNITS,
  estimateBounded,
  lastSpent,
  OutOfBudget,
  withBudget,
} from '../../../search/engine/budget/work-budget.ts';
import { searchSegments } from '../../../search/engine/content/search-content.ts';
import { estimateContentWork } from '../../../search/engine/estimate-work.ts';
import { MainThreadShare } from '../../scheduling/main-thread-share.ts';
import type { Collection } from '../catalog/collection.ts';
import {
  estimateProducts,
  needsContent,
  type ProductKind,
  type ProductQuestion,
  type ProductResults,
  runProductQuery,
} from './product-questions.ts';
import { type SharedContents, shareContents } from './search-task.ts';
import type { SearchThreads } from './search-threads.ts';

/** What a query may spend on the event loop: about two milliseconds. */
export const INLINE_UNITS = 2_000_000;
/** The same while other tenants are there, who would wait: half a millisecond, or several times as long in code that rarely runs. */
const SHARED_INLINE_UNITS = 500_000;
/** A query cheaper than sending it to a thread always runs inline. */
const ALWAYS_INLINE_UNITS = 50_000;
/** What a query costs its tenant's share beyond the units it spends, and what an abandoned attempt costs. */
const QUERY_UNITS = 10_000;
/** How many times its estimate a query may spend once its tenant has used up its share. */
const ESTIMATED_TOO_LOW = 4;
const IN_VAIN = 10;

interface ContentFound {
  readonly hits: readonly ContentHit[];
  readonly total: number;
}

/** Each returns the result, or a promise when the query runs in a thread. */
export interface QueryRunner {
  searchContent(
    tenantId: string,
    collection: Collection,
    query: ContentQuery,
  ): ContentFound | Promise<ContentFound>;
  askProducts<K extends ProductKind>(
    tenantId: string,
    collection: Collection,
    question: ProductQuestion<K>,
  ): ProductResults[K] | Promise<ProductResults[K]>;
}

/** Without threads everything runs inline, however long it takes. */
export const buildQueryRunner = (
  threads: SearchThreads | undefined,
  inlineUnits: number = INLINE_UNITS,
  share: MainThreadShare = new MainThreadShare(),
): QueryRunner => {
  /** `undefined` when it has to run in a thread. */
  const runInline = <T>(tenantId: string, units: number, run: () => T): { readonly value: T } | undefined => {
    if (threads === undefined) return { value: run() };
    if (units === Number.POSITIVE_INFINITY) share.take(tenantId, ESTIMATE_UNITS);
    const isLeft = share.isLeft(tenantId);
    const unitsMax = share.isShared ? Math.min(inlineUnits, SHARED_INLINE_UNITS) : inlineUnits;
    if (units > unitsMax || (units > ALWAYS_INLINE_UNITS && !isLeft)) return undefined;
    try {
      const value = withBudget({ units: isLeft ? unitsMax : ESTIMATED_TOO_LOW * ALWAYS_INLINE_UNITS }, run);
      share.take(tenantId, QUERY_UNITS + lastSpent());
      return { value };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      share.take(tenantId, IN_VAIN * unitsMax);
      return undefined;
    }
  };

  return {
    searchContent: (tenantId, { content, contents }, query) => {
      const { segments } = content;
      const units = estimateBounded(() => estimateContentWork(segments, contents.synonyms, query));
      const done = runInline(tenantId, units, () => searchSegments(segments, contents.synonyms, query));
      if (done !== undefined) return done.value;
      const shared = content.share();
      return withShared(contents, (tables) =>
        (threads as SearchThreads).run(
          tenantId,
          { kind: 'content', query },
          { segments: shared, contents: tables },
        ),
      );
    },
    askProducts: (tenantId, collection, question) => {
      const { products, content, contents } = collection;
      const source = {
        products: products.segments,
        content: content.segments,
        contents,
        findable: collection.findable.cacheFor(question.query),
      };
      const units = estimateProducts(source, question);
      const done = runInline(tenantId, units, () => runProductQuery(source, question));
      if (done !== undefined) return done.value;
      const shared = {
        segments: products.share(),
        ...(needsContent(question.kind) ? { content: content.share() } : {}),
      };
      return withShared(contents, (tables) =>
        (threads as SearchThreads).run(tenantId, question, { ...shared, contents: tables }),
      );
    },
  };
};

/** Segments are shared before: they may change while tables are written. */
const withShared = async <T>(
  contents: CatalogContents,
  run: (tables: SharedContents) => Promise<T>,
): Promise<T> => run(await shareContents(contents));
