// Kept records change nothing: whoever asks gets the record that would be joined for them again. What is kept is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { played } from '../../../../test/suites/search/product-fixture.ts';
import { contents, historyStep, productQuery } from '../../../../test/suites/search/random-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { planQuery } from '../products/product-plan.ts';
import { countProductsIn } from '../products/product-segment.ts';
import { KeptLook, KeptRecords } from './kept-records.ts';
import { hitAt, joinRecord, showFor, showOnly } from './product-hits.ts';

const fields = fc.constantFrom<readonly string[]>(
  [],
  ['name'],
  ['name', 'categories'],
  ['price', 'variants'],
);

test('a record is the one that would be joined again, whoever asked before', () => {
  const steps = fc.array(historyStep, { minLength: 1, maxLength: 8 });
  const asked = fc.array(fc.tuple(productQuery, fields, fc.boolean()), { minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(contents, steps, asked, (given, done, queries) => {
      const { segments } = played(done);
      const renamed = { categories: given.categories.map((one) => ({ ...one, name: `${one.name} (new)` })) };
      for (const [query, wanted, isRenamed] of queries) {
        const open = { ...query, term: undefined, facets: [], groups: [] };
        const plan = planQuery(segments, given, open, productTuning);
        for (const shown of [
          showFor(plan, isRenamed ? renamed : given, { ...query, fields: wanted }),
          showOnly(showFor(plan, given, query), ['sku']),
        ])
          for (const segment of segments)
            for (let item = 0; item < countProductsIn(segment); item += 1)
              assert.deepEqual(hitAt(segment, item, shown, ['r']), {
                ...joinRecord(segment, item, shown),
                pinnedBy: ['r'],
              });
      }
    }),
    { numRuns: runs(20, 500) },
  );
});

const charsOf = (text: string): number => text.length;

/** Whether the record of the item had to be made. */
const isMade = (look: KeptLook<string>, stored: object, item: number, text = 'x'): boolean => {
  let made = false;
  const make = (): string => {
    made = true;
    return text;
  };
  assert.equal(look.recordAt(stored, item, make, charsOf), text);
  return made;
};

test('a record is made once for a segment, a look and a basis', () => {
  const kept = new KeptRecords<string>(100_000);
  const [segment, other, basis] = [{}, {}, {}];
  const look = (words: readonly unknown[], on: object = basis) =>
    new KeptLook(kept, JSON.stringify(words), on);
  assert.ok(isMade(look(['en']), segment, 1));
  assert.ok(!isMade(look(['en']), segment, 1));
  assert.ok(isMade(look(['en']), segment, 2));
  assert.ok(isMade(look(['en']), other, 1));
  assert.ok(isMade(look(['de']), segment, 1));
  assert.ok(isMade(look([['e', 'n']]), segment, 1));
  assert.ok(isMade(look(['en'], {}), segment, 1, 'of another basis'));
  assert.ok(isMade(look(['en']), segment, 1));
  assert.ok(!isMade(look(['de']), segment, 1));
});

test('long records and long looks are not kept', () => {
  const kept = new KeptRecords<string>(100_000);
  const [segment, basis] = [{}, {}];
  for (const _ of [1, 2]) {
    assert.ok(isMade(new KeptLook(kept, 'en', basis), segment, 1, 'x'.repeat(20_000)));
    assert.ok(isMade(new KeptLook(kept, 'en'.repeat(300), basis), segment, 1));
  }
});

test('what is kept is bounded: records, and looks without any', () => {
  const [segment, basis] = [{}, {}];
  const fill: readonly ((kept: KeptRecords<string>, at: number) => void)[] = [
    (kept, at) => isMade(new KeptLook(kept, 'en', basis), segment, at + 2, 'x'.repeat(1_000)),
    (kept, at) => kept.recordsOf(segment, `look ${at}`, basis),
  ];
  for (const add of fill) {
    const kept = new KeptRecords<string>(100_000);
    const first = new KeptLook(kept, 'en', basis);
    isMade(first, segment, 1);
    for (let at = 0; at < 50; at += 1) add(kept, at);
    assert.ok(!isMade(new KeptLook(kept, 'en', basis), segment, 1));
    for (let at = 50; at < 300; at += 1) add(kept, at);
    assert.ok(isMade(new KeptLook(kept, 'en', basis), segment, 1));
  }
});
