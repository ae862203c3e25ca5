// Relevance figures computed by hand, and what their interval promises.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate, intervalOf, meanOf } from '../../bench/relevance/figures.ts';

const judgements = new Map([
  [
    'one',
    new Map([
      ['a', 3],
      ['b', 1],
      ['c', 0],
    ]),
  ],
  ['unanswered', new Map([['a', 1]])],
  ['nothing is relevant', new Map([['a', 0]])],
]);

test('NDCG, recall and reciprocal rank of each query that has something relevant', () => {
  const { 'NDCG@10': ndcg, 'Recall@50': recall, MRR } = evaluate(new Map([['one', ['c', 'a']]]), judgements);
  const ideal = 3 + 1 / Math.log2(3);
  assert.deepEqual(ndcg, [3 / Math.log2(3) / ideal, 0]);
  assert.deepEqual(recall, [0.5, 0]);
  assert.deepEqual(MRR, [0.5, 0]);
});

test('what comes after the fiftieth is not recalled, what comes after the tenth gains nothing', () => {
  const others = (count: number) => Array.from({ length: count }, (_, at) => `x${at}`);
  const at = (rank: number) => evaluate(new Map([['one', [...others(rank - 1), 'a']]]), judgements);
  assert.deepEqual([at(50)['Recall@50'][0], at(51)['Recall@50'][0]], [0.5, 0]);
  assert.equal(at(11)['NDCG@10'][0], 0);
  assert.ok((at(10)['NDCG@10'][0] as number) > 0);
});

test('an interval holds the mean, is the same each time, and narrows with the number of queries', () => {
  const values = (count: number) => Array.from({ length: count }, (_, at) => at % 2);
  const [low, high] = intervalOf(values(100));
  assert.ok(low < meanOf(values(100)) && meanOf(values(100)) < high);
  assert.deepEqual(intervalOf(values(100)), [low, high]);
  const [lower, higher] = intervalOf(values(1_000));
  assert.ok(higher - lower < high - low);
  assert.deepEqual(intervalOf([0.5, 0.5]), [0.5, 0.5]);
});
