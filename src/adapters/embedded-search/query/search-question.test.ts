// What a search thread reads is what was asked, however many rules a filter has, and whether or not they were kept as JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { readGroups, type SentFilter } from '../../../domain/products/sent-groups.ts';
import { buildKeeper } from '../../../domain/text/kept-json.ts';
import { readQuestion, writeQuestion } from './search-question.ts';

const query: ProductQuery = {
  term: undefined,
  categoryId: undefined,
  categoryName: 'a "name"',
  collectionId: undefined,
  facets: [{ field: 'color', at: 'facets.0', value: 'red', range: undefined }],
  groups: [],
  localeChain: ['de', 'en'],
  baseLocale: 'en',
  currency: 'EUR',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};

const groupsOf = (groups: number, rules: number): FilterGroup[] =>
  Array.from({ length: groups }, (_, group) => ({
    operator: group % 2 === 0 ? 'AND' : 'OR',
    rules: Array.from({ length: rules }, (_, rule) => ({
      field: 'name',
      action: 'contains',
      value: `"${group}" \\ ${rule} é`,
      at: `filter.${group}.group.rules.${rule}.value`,
    })),
  }));

test('any question is what it was', () => {
  for (const [groups, rules] of [
    [0, 0],
    [1, 0],
    [5, 60],
  ] as const) {
    for (const question of [
      { kind: 'count', query: { ...query, groups: groupsOf(groups, rules) } },
      { kind: 'products', query: { ...query, groups: groupsOf(groups, rules), skip: 0, limit: 0 } },
    ] as Parameters<typeof writeQuestion>[0][]) {
      const written = writeQuestion(question);
      assert.ok(typeof written === 'string', 'at once');
      assert.deepEqual(readQuestion(written), JSON.parse(JSON.stringify(question)));
    }
  }
});

test('groups that were kept as JSON are what they were, in the thread and for whoever reads or writes them here', async () => {
  const keep = buildKeeper(['group']);
  const filter: SentFilter[] = groupsOf(30, 3).map(({ operator, rules }, index) => ({
    group:
      index === 7
        ? {}
        : {
            operator,
            rules: rules.map(({ field, action, value }) => ({ field_name: field, action, value })),
          },
  }));
  const plain = readGroups(filter);
  const isInStock = { field: 'in_stock', action: 'equal_to', value: 'true', at: 'out_of_stock' } as const;
  const last: FilterGroup = { operator: 'AND', rules: [isInStock] };
  for (const [one, other] of [
    [filter, [last]],
    [filter.slice(0, 1), []],
  ] as const) {
    const kept = readGroups(one.map((item) => keep(item) as SentFilter));
    const question = { kind: 'count', query: { ...query, groups: [...kept, ...other] } } as const;
    const wanted = { kind: 'count', query: { ...query, groups: [...plain.slice(0, one.length), ...other] } };
    assert.deepEqual(readQuestion(await writeQuestion(question)), JSON.parse(JSON.stringify(wanted)));
    assert.deepEqual(JSON.parse(JSON.stringify(question)), JSON.parse(JSON.stringify(wanted)));
    assert.deepEqual(
      kept.map(({ operator, rules }) => ({ operator, rules })),
      plain.slice(0, one.length),
    );
  }
});
