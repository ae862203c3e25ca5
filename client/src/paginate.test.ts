// Paging yields every item once, in order, and no more requests are sent than pages are needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { paginate } from './paginate.ts';

interface Paging {
  readonly skip?: number;
  readonly limit?: number;
}

/** The forms in which lists arrive, each made of its items and their total. */
const forms = {
  products: (items: number[], total: number) => ({ records: items, _meta_: { total_count: total } }),
  content: (items: number[], total: number) => ({ data: items, total }),
  forms: (items: number[], total: number) => ({ item: { items, total_count: total } }),
  managed: (items: number[], total: number) => ({ items, total_count: total }),
  terms: (items: number[]) => items,
};

const listOf = (total: number, form: keyof typeof forms) => {
  const asked: Paging[] = [];
  const call = async (input: Paging) => {
    asked.push(input);
    const { skip = 0, limit = 10 } = input;
    assert.ok(limit > 0 && limit <= 100 && skip + limit <= 100_000, JSON.stringify(input));
    const items = Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, at) => skip + at);
    return forms[form](items, total);
  };
  return { call, asked };
};

const collect = async (pages: AsyncIterable<unknown>): Promise<unknown[]> => {
  const items: unknown[] = [];
  for await (const item of pages) items.push(item);
  return items;
};

test('every item comes once, whatever the size of the list, of a page, and of what is wanted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(forms) as (keyof typeof forms)[])),
      fc.nat(350),
      fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      fc.nat(400),
      fc.option(fc.nat(400), { nil: undefined }),
      async (form, total, limit, skip, max) => {
        const { call, asked } = listOf(total, form);
        const input = { skip, ...(limit === undefined ? {} : { limit }) };
        const found = await collect(paginate(call, input, { max }));
        const all = Array.from({ length: total }, (_, at) => at);
        assert.deepEqual(found, all.slice(skip, max === undefined ? undefined : skip + max));
        // A list without a total ends with a page that is not full.
        const needed = Math.ceil(found.length / (limit ?? 100));
        assert.ok(asked.length <= needed + 1, `${asked.length} requests for ${found.length} items`);
      },
    ),
    { numRuns: 150 },
  );
});

test('a list that pages do not reach to the end is an error, unless a number of items is wanted', async () => {
  const { call, asked } = listOf(100_001, 'managed');
  await assert.rejects(collect(paginate(call, {})), /^RangeError: The list has 100001 items/);
  assert.equal(asked.length, 1);
  assert.equal((await collect(paginate(call, {}, { max: 250 }))).length, 250);
  assert.deepEqual(
    await collect(paginate(call, { skip: 99_950 }, { max: 100 })),
    [...Array(50)].map((_, at) => 99_950 + at),
  );
  assert.equal((await collect(paginate(listOf(100_000, 'managed').call, { skip: 99_800 }))).length, 200);
});

test('a list that shrinks meanwhile ends', async () => {
  let total = 300;
  const call = async ({ skip = 0, limit = 10 }: Paging) => {
    total -= 100;
    return { items: [...Array(Math.max(0, Math.min(limit, total - skip)))], total_count: total };
  };
  assert.equal((await collect(paginate(call, {}))).length, 100);
});

test('no page is asked for before it is needed, and the options reach every request', async () => {
  const { call, asked } = listOf(300, 'products');
  const { signal } = new AbortController();
  const seen: unknown[] = [];
  const pages = paginate(
    (input: Paging, options?: object) => {
      seen.push(options);
      return call(input);
    },
    {},
    { signal, max: 300 },
  );
  for await (const item of pages) if (item === 100) break;
  assert.equal(asked.length, 2);
  assert.deepEqual(seen, [{ signal }, { signal }]);
});
