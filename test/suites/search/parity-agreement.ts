// Whether two indexes give the same results: totals, hit sets, facets, spellings and orders by a field have to be equal; how often the
// order by relevance is, and how much of the first ten, is counted.

import assert from 'node:assert/strict';
import type { Scope } from '../../../src/domain/access/scope.ts';
import { Failure } from '../../../src/domain/failures/failures.ts';
import type { SearchIndex } from '../../../src/domain/ports.ts';
import { fromJsonBytes } from '../../../src/domain/text/json-bytes.ts';
import type { Question } from './parity-questions.ts';
import { readHits } from './product-fixture.ts';

interface Outcome {
  /** Equal in both. */
  readonly exact: unknown;
  /** Ids by relevance, if that decides, with what is shown of each. */
  readonly ranked: ReadonlyMap<string, unknown>;
  /** Whether all that was found is there: then both have the same. */
  readonly isWhole: boolean;
}

const NONE: ReadonlyMap<string, unknown> = new Map();

const outcomeOf = async (
  index: SearchIndex,
  [scope, catalogId]: readonly [Scope, string],
  { kind, query }: Question,
): Promise<Outcome> => {
  if (kind === 'count')
    return { exact: await index.countProducts(scope, catalogId, query), ranked: NONE, isWhole: true };
  if (kind === 'similar') {
    const found = await index.findSimilar(scope, catalogId, query);
    const ranked = new Map(readHits(found ?? []).map((hit) => [hit.id, hit]));
    return { exact: found?.length, ranked, isWhole: ranked.size < query.limit };
  }
  if (kind === 'content') {
    const { hits, total } = await index.searchContent(scope, catalogId, query);
    const shown = new Map(hits.map((hit) => [hit.key, { ...hit, shown: fromJsonBytes(hit.shown) }]));
    if (query.sortBy !== 'relevance')
      return { exact: { total, hits: [...shown] }, ranked: NONE, isWhole: true };
    return { exact: { total, hits: hits.length }, ranked: shown, isWhole: hits.length === total };
  }
  if (kind === 'suggest') {
    const { popular, categories, products } = await index.suggest(scope, catalogId, query);
    const ranked = new Map(readHits(products).map((hit) => [hit.id, hit]));
    return { exact: { popular, categories, products: products.length }, ranked, isWhole: false };
  }
  const { hits, ...rest } = await index.searchProducts(scope, catalogId, query);
  const shown = new Map(readHits(hits).map((hit) => [hit.id, hit]));
  if (query.sortBy !== 'relevance')
    return { exact: { ...rest, hits: [...shown] }, ranked: NONE, isWhole: true };
  return { exact: { ...rest, hits: hits.length }, ranked: shown, isWhole: hits.length === rest.total };
};

/** A question that is refused, is refused alike. */
const orRefusal = async (result: Promise<Outcome>): Promise<Outcome> => {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return { exact: error.code, ranked: NONE, isWhole: true };
  }
};

const TOP = 10;

export class Agreement {
  private readonly where: readonly [Scope, string];
  private questions = 0;
  private readonly kinds = new Map<string, number>();
  private orders = 0;
  private equal = 0;
  private shown = 0;
  private shared = 0;

  constructor(where: readonly [Scope, string]) {
    this.where = where;
  }

  async ask(name: string, question: Question, wanted: SearchIndex, found: SearchIndex): Promise<void> {
    const [one, other] = (await Promise.all(
      [wanted, found].map((index) => orRefusal(outcomeOf(index, this.where, question))),
    )) as [Outcome, Outcome];
    const told = `${name}: ${JSON.stringify(question)}`;
    assert.deepEqual(other.exact, one.exact, told);
    if (one.isWhole) assert.deepEqual([...other.ranked.keys()].sort(), [...one.ranked.keys()].sort(), told);
    for (const [id, shown] of other.ranked)
      if (one.ranked.has(id)) assert.deepEqual(shown, one.ranked.get(id), told);
    this.count(question.kind, [...one.ranked.keys()], [...other.ranked.keys()]);
  }

  private count(kind: Question['kind'], wanted: readonly string[], found: readonly string[]): void {
    this.questions += 1;
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (wanted.length === 0) return;
    this.orders += 1;
    if (wanted.join('\0') === found.join('\0')) this.equal += 1;
    const top = new Set(wanted.slice(0, TOP));
    this.shown += top.size;
    this.shared += found.slice(0, TOP).filter((id) => top.has(id)).length;
  }

  get overlap(): number {
    return this.shown === 0 ? 1 : this.shared / this.shown;
  }

  toString(): string {
    const kinds = [...this.kinds].map(([kind, times]) => `${kind} ${times}`).join(', ');
    return `${this.questions} questions (${kinds}) equal; by relevance ${this.equal} of ${this.orders} orders equal, overlap@10 ${this.overlap.toFixed(4)}`;
  }
}
