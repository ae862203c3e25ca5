// A query as a message to a search thread, and how the thread runs it: on the same shared memory, within a budget and until
// a deadline. Segments that are open stay open.

import { Failure } from '../../../domain/failures/failures.ts';
import { type PlainFailure, toPlain } from '../../../domain/failures/plain-failure.ts';
import type { CatalogContents, ContentHit } from '../../../domain/ports.ts';
import { OutOfBudget, withBudget } from '../../../search/engine/budget/work-budget.ts';
import type { ContentSegment } from '../../../search/engine/content/content-segment.ts';
import { searchSegments } from '../../../search/engine/content/search-content.ts';
import { decodeTree } from '../../../search/engine/packing/tree-codec.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';
import { contentKind, productKind } from '../segments/segment-kinds.ts';
import type { SegmentKind, SharedSegment } from '../segments/segment-stack.ts';
import { readTable, type SharedTable, shareTable, type Table } from '../shared-table.ts';
import { type ProductResults, runProductQuery } from './product-questions.ts';
import { readQuestion, type SearchQuestion } from './search-question.ts';

/** The tables of a catalog. */
export type SharedContents = readonly SharedTable[];

export interface SearchResults extends ProductResults {
  readonly content: { readonly hits: ContentHit[]; readonly total: number };
}

export interface SearchTask {
  /** A `SearchQuestion` as JSON (`search-question.ts`): a long one is far cheaper to send this way. */
  readonly question: string;
  readonly segments: readonly SharedSegment[];
  /** The content segments, if a question about products needs them too. */
  readonly content?: readonly SharedSegment[];
  readonly contents: SharedContents;
  readonly budgetUnits: number;
  /** On the clock of the whole machine. */
  readonly deadlineMs: number;
}

export type SearchOutcome =
  | { readonly result: SearchResults[SearchQuestion['kind']] }
  | { readonly failure: PlainFailure }
  | { readonly abandoned: OutOfBudget['reason'] }
  /** An unexpected error. */
  | { readonly error: string };

/** Open segments. Their bytes are shared: only what is built on them belongs to this thread. */
const SEGMENTS_MAX = 64;
/** Six for each catalog. */
const TABLES_MAX = 96;

/** In order of use. */
class OpenOnce {
  private readonly known = new Map<number, unknown>();
  private readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  get<T>(id: number, open: () => T): T {
    const value = this.known.has(id) ? (this.known.get(id) as T) : open();
    this.known.delete(id);
    this.known.set(id, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.max && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
}

/** Runs tasks in a thread, one at a time. */
export const buildTaskRunner = (): ((task: SearchTask) => SearchOutcome) => {
  const opened = new OpenOnce(SEGMENTS_MAX);
  const tables = new OpenOnce(TABLES_MAX);

  const segmentOf = <S extends ContentSegment | ProductSegment>(
    kind: SegmentKind<S>,
    { id, bytes, live }: SharedSegment,
  ): S => {
    const pristine = opened.get(id, () => decodeTree(bytes) as S);
    return live === undefined
      ? pristine
      : opened.get(live.id, () => kind.withLive(pristine, decodeTree(live.bytes)));
  };

  const contentOf = (shared: readonly SharedSegment[]) => shared.map((one) => segmentOf(contentKind, one));

  const run = (task: SearchTask): SearchResults[SearchQuestion['kind']] => {
    const question = readQuestion(task.question);
    const read = task.contents.map(({ name, id, bytes }) => [name, tables.get(id, () => readTable(bytes))]);
    const contents = Object.fromEntries(read) as CatalogContents;
    if (question.kind === 'content')
      return searchSegments(contentOf(task.segments), contents.synonyms, question.query);
    const products = task.segments.map((one) => segmentOf(productKind, one));
    return runProductQuery({ products, content: contentOf(task.content ?? []), contents }, question);
  };

  return (task) => {
    const isStopped = () => Date.now() > task.deadlineMs;
    try {
      return { result: withBudget({ units: task.budgetUnits, isStopped }, () => run(task)) };
    } catch (error) {
      if (error instanceof OutOfBudget) return { abandoned: error.reason };
      if (error instanceof Failure) return { failure: toPlain(error) };
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
};

/** A promise while tables are written that are new. Those that come again are written and parsed once. */
export const shareContents = (contents: CatalogContents): SharedContents | Promise<SharedContents> => {
  const tables = Object.entries(contents).flatMap(([name, table]: [string, Table | undefined]) =>
    table === undefined ? [] : [shareTable(name, table)],
  );
  return tables.some((table) => table instanceof Promise)
    ? Promise.all(tables)
    : (tables as readonly SharedTable[]);
};
