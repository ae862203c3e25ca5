// Which rules apply is found without reading all of them, and is what reading all of them finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { rule as filterRule } from '../../../../test/suites/search/random-filters.ts';
import { productQuery } from '../../../../test/suites/search/random-products.ts';
import { merchandisingRules } from '../../../../test/suites/search/random-rules.ts';
import type { MerchandisingRule, RuleConditions } from '../../../domain/products/merchandising-rule.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { appliedRules } from '../../reference/applied-rules.ts';
import { lastSpent, OutOfBudget, withBudget } from '../budget/work-budget.ts';
import { fileRules, findRules } from './rule-index.ts';

const everything: ProductQuery = everythingFor({
  ...{ localeChain: ['en-us', 'en'], baseLocale: 'en-us', currency: 'USD' },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
});

const aRule = (id: string, when: RuleConditions): MerchandisingRule => ({ id, when, hide: ['p'], pin: [] });

const idsFor = (rules: readonly MerchandisingRule[], asked: Partial<ProductQuery>): string[] =>
  findRules(rules, { ...everything, ...asked }).map(({ id }) => id);

test('the rules that apply are those that reading all of them finds, in the same order', () => {
  fc.assert(
    fc.property(merchandisingRules(filterRule), productQuery, (rules, query) => {
      assert.deepEqual(findRules(rules, query), appliedRules(rules, query));
    }),
    { numRuns: runs(250, 5_000) },
  );
});

test('a term contains whole words that follow each other; in scripts without spaces, characters', () => {
  const applies = (contained: string, term: string): boolean =>
    idsFor([aRule('r', { searchTermContains: contained })], { term }).length === 1;
  assert.ok(applies('rain jacket', 'Blue RAIN-jackét for kids'));
  assert.ok(applies('cap', 'cap cap'));
  assert.ok(!applies('cap', 'caps'));
  assert.ok(!applies('rain jacket', 'jacket rain'));
  assert.ok(!applies('rain jacket', 'rain blue jacket'));
  assert.ok(applies('靴', '赤い靴'));
  assert.ok(!applies('!', 'cap !'));
});

test('conditions on who asks, where and when', () => {
  const rules = [
    aRule('group', { customerGroupId: 'vip' }),
    aRule('channel', { channelId: 'web' }),
    aRule('language', { locale: 'de' }),
    aRule('locale', { locale: 'de-at' }),
    aRule('script', { locale: 'zh-hant' }),
    aRule('time', { from: 10, until: 20 }),
    aRule('collection', { collectionId: 'sale' }),
  ];
  assert.deepEqual(idsFor(rules, {}), []);
  assert.deepEqual(idsFor(rules, { customerGroupId: 'vip', channelId: 'web' }), ['channel', 'group']);
  assert.deepEqual(idsFor(rules, { localeChain: ['de-at', 'de'] }), ['language', 'locale']);
  assert.deepEqual(idsFor(rules, { localeChain: ['de-de', 'de'] }), ['language']);
  assert.deepEqual(idsFor(rules, { localeChain: ['de', 'de-*'] }), ['language']);
  assert.deepEqual(idsFor(rules, { localeChain: ['zh-Hant-TW', 'zh'] }), ['script']);
  assert.deepEqual(idsFor(rules, { localeChain: ['zh-hans-cn', 'zh'] }), []);
  assert.deepEqual(
    [9, 10, 19, 20].map((at) => idsFor(rules, { at }).length),
    [0, 1, 1, 0],
  );
  assert.deepEqual(idsFor(rules, { collectionId: 'sale', withMerchandising: false }), []);
});

test('by priority, then by id as both databases sort ids', () => {
  const rules = ['b', 'a', '\uFF5E', '\u{1F600}', 'c'].map((id) => aRule(id, { channelId: 'web' }));
  const asked = { channelId: 'web' };
  assert.deepEqual(idsFor(rules, asked), ['a', 'b', 'c', '\uFF5E', '\u{1F600}']);
  const [first, ...rest] = rules as [MerchandisingRule, ...MerchandisingRule[]];
  assert.deepEqual(idsFor([...rest, { ...first, priority: -1 }], asked).at(-1), 'b');
  assert.deepEqual(idsFor([...rest, { ...first, priority: 1 }], asked).at(0), 'b');
});

test('a thousand rules cost a query no more than ten', () => {
  const conditionsOf = [
    (at: number): RuleConditions => ({ searchTerm: `term ${at}` }),
    (at: number): RuleConditions => ({ searchTermContains: `word${at} lamp`, from: 0 }),
    (at: number): RuleConditions => ({ searchTermAnyOf: [`one ${at}`, `other ${at}`] }),
    (at: number): RuleConditions => ({ categoryId: `c${at}`, locale: 'en' }),
    (at: number): RuleConditions => ({ customerGroupId: `g${at}` }),
  ];
  const spentWith = (count: number): number => {
    const rules = Array.from({ length: count }, (_, at) =>
      aRule(`r${at}`, conditionsOf[at % conditionsOf.length]?.(at) ?? {}),
    );
    findRules(rules, { ...everything, term: 'warm up' });
    const query = { ...everything, term: 'word1 lamp', categoryId: 'c3', customerGroupId: 'g4', at: 1 };
    const found = withBudget({ units: 1e9 }, () => findRules(rules, query));
    assert.deepEqual(
      found.map(({ id }) => id),
      ['r1', 'r3', 'r4'],
    );
    return lastSpent();
  };
  assert.equal(spentWith(1_000), spentWith(10));
});

test('filing long rules goes on where the budget of the last query ended', () => {
  const rules = Array.from({ length: 50 }, (_, at) =>
    aRule(`r${at}`, {
      searchTermAnyOf: Array.from({ length: 100 }, (_none, one) => `${at} ${one} `.padEnd(50, 'x')),
    }),
  );
  let attempts = 0;
  for (let isDone = false; !isDone; attempts += 1) {
    try {
      withBudget({ units: 2_000_000 }, () => findRules(rules, { ...everything, term: 'x' }));
      isDone = true;
    } catch (error) {
      assert.ok(error instanceof OutOfBudget);
    }
  }
  assert.ok(attempts > 2 && attempts < 50, `${attempts}`);
  const others = rules.map((rule) => ({ ...rule }));
  const left = [fileRules(others), fileRules(others)];
  assert.ok((left[0] as number) > (left[1] as number));
  while (fileRules(others) > 0);
  assert.deepEqual(findRules(others, { ...everything, term: '3 7 '.padEnd(50, 'x') }), [others[3]]);
});
