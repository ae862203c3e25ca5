// Random merchandising rules with every condition and action, few values each, so that rules meet each other and the queries.

import fc from 'fast-check';
import type { MerchandisingRule, RuleConditions } from '../../../src/domain/products/merchandising-rule.ts';
import type { FilterRule } from '../../../src/domain/products/product-filter.ts';

/** When queries are asked; rules begin and end at these too. */
export const instants = [0, 1_000, 2_000];

const someOf = (...from: string[]) => fc.uniqueArray(fc.constantFrom(...from), { maxLength: 2 });

const conditions: fc.Arbitrary<RuleConditions> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<RuleConditions[]>(
      {},
      {},
      { searchTerm: ' LAMP' },
      { categoryId: 'c1' },
      { searchTerm: 'lamp', categoryId: 'c1' },
    ),
  },
  fc.record(
    {
      searchTermContains: fc.constantFrom('Lamp', 'tent lamp', 'camping', '-'),
      searchTermAnyOf: fc.constantFrom(['lamp', 'tént '], ['camping tent']),
      collectionId: fc.constant('sale'),
      locale: fc.constantFrom('en', 'en-us', 'de', 'xx', 'zh-hant', 'zh'),
      customerGroupId: fc.constant('vip'),
      channelId: fc.constant('web'),
      from: fc.constantFrom(...instants),
      until: fc.constantFrom(...instants),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      searchTermContains: fc.constant('lamp'),
      from: fc.constantFrom(...instants),
      until: fc.constant(2_000),
    },
    { requiredKeys: [] },
  ),
);

const groups = (rule: fc.Arbitrary<FilterRule>) =>
  fc.array(
    fc.record({
      operator: fc.constantFrom('AND' as const, 'OR' as const),
      rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  );

const boosts = (rule: fc.Arbitrary<FilterRule>) => {
  const factor = fc.constantFrom(1, 1.5, 3, 100);
  return fc.array(
    fc.oneof(
      fc.record({ factor, ids: someOf('P0', 'P4', 'P5', 'absent') }),
      fc.record({ factor, groups: groups(rule) }),
    ),
    { minLength: 1, maxLength: 2 },
  );
};

const pinAt = fc.array(
  fc.record({
    id: fc.constantFrom('P0', 'P1', 'P2', 'P3', 'P6', 'absent'),
    position: fc.constantFrom(1, 2, 3, 7, 1_000),
  }),
  { maxLength: 3 },
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const withoutUndefined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;

/** `rule`: a filter rule, also with values that do not parse. */
export const merchandisingRules = (rule: fc.Arbitrary<FilterRule>): fc.Arbitrary<MerchandisingRule[]> => {
  const plain = fc.record({
    id: fc.constant(''),
    when: conditions.map(withoutUndefined),
    hide: someOf('P0', 'P1', 'absent'),
    pin: someOf('P0', 'P1', 'P2', 'P3'),
  });
  const options = fc.record(
    {
      pinAt,
      boost: boosts(rule),
      bury: boosts(rule),
      only: rarely(groups(rule)),
      redirectUrl: fc.constantFrom('/a', '/b'),
      priority: fc.constantFrom(-1, 0, 2),
      isDraft: rarely(fc.constant(true)),
    },
    { requiredKeys: [] },
  );
  return fc
    .array(
      fc.oneof(
        plain,
        fc
          .tuple(plain, options)
          .map(([one, more]) => withoutUndefined({ ...one, ...more }) as MerchandisingRule),
      ),
      { maxLength: 4 },
    )
    .map((rules) => rules.map((one, at) => ({ ...one, id: `r${at}` })));
};
