// A query as a message to a search thread, and how the thread runs it: on the same shared memory, within a budget and until
// a deadline. Segments that are open stay open.

import { Failure } from '../../../domain/failures/failures.ts';
import { type PlainFailure, toPlain } from '../../../domain/failures/plain-failure.ts';
import type { CatalogContents, ContentHit, ContentQuery } from '../../../domain/ports.ts';
import { OutOfBudget, withBudget } from '../../../search/engine/budget/work-budget.ts';
import type { ContentSegment } from '../../../search/engine/content/content-segment.ts';
import { searchSegments } from '../../../search/engine/content/search-content.ts';
import { decodeTree } from '../../../search/engine/packing/tree-codec.ts';
import type { ProductSegment } from '../../../search/engine/products/product-segment.ts';
import { contentKind, productKind } from '../catalog/segment-kinds.ts';
import type { SegmentKind, SharedSegment } from '../catalog/segment-stack.ts';
import { answerProducts, type ProductAnswers, type ProductQuestion } from './product-questions.ts';

/** The small tables of a catalog as JSON in shared memory. */
export interface SharedContents {
  readonly id: number;
  readonly bytes: Uint8Array;
}

export type SearchQuestion = { readonly kind: 'content'; readonly query: ContentQuery } | ProductQuestion;

export interface SearchAnswers extends ProductAnswers {
  readonly content: { readonly hits: ContentHit[]; readonly total: number };
}

export interface SearchTask {
  /** A `SearchQuestion` as JSON: a long one is far cheaper to send this way. */
  readonly question: string;
  readonly segments: readonly SharedSegment[];
  readonly contents: SharedContents;
  readonly budgetUnits: number;
  /** On the clock of the whole machine. */
  readonly deadlineMs: number;
}

export type SearchOutcome =
  | { readonly answer: SearchAnswers[SearchQuestion['kind']] }
  | { readonly failure: PlainFailure }
  | { readonly abandoned: OutOfBudget['reason'] }
  /** An unexpected error. */
  | { readonly error: string };

/** Open segments and tables. Their bytes are shared: only what is built on them belongs to this thread. */
const OPEN_MAX = 64;

/** In order of use. */
class OpenOnce {
  private readonly known = new Map<number, unknown>();

  get<T>(id: number, open: () => T): T {
    const value = this.known.has(id) ? (this.known.get(id) as T) : open();
    this.known.delete(id);
    this.known.set(id, value);
    const [oldest] = this.known.keys();
    if (this.known.size > OPEN_MAX && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
}

/** Runs tasks in a thread, one at a time. */
export const buildTaskRunner = (): ((task: SearchTask) => SearchOutcome) => {
  const opened = new OpenOnce();

  const segmentOf = <S extends ContentSegment | ProductSegment>(
    kind: SegmentKind<S>,
    { id, bytes, live }: SharedSegment,
  ): S => {
    const pristine = opened.get(id, () => decodeTree(bytes) as S);
    return live === undefined
      ? pristine
      : opened.get(live.id, () => kind.withLive(pristine, decodeTree(live.bytes)));
  };

  const run = ({ question: json, segments, contents }: SearchTask): SearchAnswers[SearchQuestion['kind']] => {
    const question = JSON.parse(json) as SearchQuestion;
    const tables = opened.get(contents.id, () => readContents(contents));
    if (question.kind === 'content') {
      const content = segments.map((one) => segmentOf(contentKind, one));
      return searchSegments(content, tables.synonyms, question.query);
    }
    const products = segments.map((one) => segmentOf(productKind, one));
    return answerProducts(products, tables, question);
  };

  return (task) => {
    const isStopped = () => Date.now() > task.deadlineMs;
    try {
      return { answer: withBudget({ units: task.budgetUnits, isStopped }, () => run(task)) };
    } catch (error) {
      if (error instanceof OutOfBudget) return { abandoned: error.reason };
      if (error instanceof Failure) return { failure: toPlain(error) };
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
};

const readContents = ({ bytes }: SharedContents): CatalogContents =>
  // TextDecoder does not read shared memory.
  JSON.parse(new TextDecoder().decode(bytes.slice())) as CatalogContents;

let lastId = 0;
const shared = new WeakMap<CatalogContents, SharedContents>();

/** Tables that come again are parsed once. */
export const shareContents = (contents: CatalogContents): SharedContents => {
  let known = shared.get(contents);
  if (known === undefined) {
    const json = new TextEncoder().encode(JSON.stringify(contents));
    const bytes = new Uint8Array(new SharedArrayBuffer(json.length));
    bytes.set(json);
    // Below zero, so that they are never taken for segments.
    lastId -= 1;
    known = { id: lastId, bytes };
    shared.set(contents, known);
  }
  return known;
};
