// Which boosts of merchandising rules a product has, by its own values (Decision 0069).

import type { CatalogContents } from '../ports.ts';
import { byName, isUsedAs } from './attribute-settings.ts';
import type { MerchandisingRule, RuleBoost } from './merchandising-rule.ts';
import type { Product } from './product.ts';
import { type ProductFields, readField } from './product-fields.ts';
import { compileGroups, type FilterGroup, type FilterRule } from './product-filter.ts';
import type { ProductBoost } from './product-search.ts';

type RuledCatalog = Pick<CatalogContents, 'attributes'>;

/** `factor` is below 1 if the rule buries. */
export interface AppliedBoost extends RuleBoost {
  readonly ruleId: string;
}

export const boostsOf = ({ id: ruleId, boost = [], bury = [] }: MerchandisingRule): AppliedBoost[] => [
  ...boost.map((one) => ({ ...one, ruleId })),
  ...bury.map((one) => ({ ...one, ruleId, factor: 1 / one.factor })),
];

/** Whether a product meets the groups of a rule. What does not parse, or is not filterable, is as if no product had it. */
export const meetsGroups = (
  groups: readonly FilterGroup[],
  { attributes }: RuledCatalog,
  fields: ProductFields,
  currency: string,
): ((product: Product) => boolean) => {
  const settings = byName(attributes);
  const compile = (rule: FilterRule) => {
    const one: FilterGroup[] = [{ operator: 'AND', rules: [rule] }];
    if (!isUsedAs(settings.get(rule.field), 'isFilterable')) return compileGroups(one, new Map());
    try {
      return compileGroups(one, fields);
    } catch {
      return compileGroups(one, new Map());
    }
  };
  const compiled = groups.map(({ operator, rules }) => ({ operator, tests: rules.map(compile) }));
  return (product) => {
    const read = (field: string) => readField(product, field, currency);
    return compiled.every(({ operator, tests }) =>
      operator === 'AND' ? tests.every((test) => test(read)) : tests.some((test) => test(read)),
    );
  };
};

/** The boosts of a product, in the order of their rules. */
export const findBoosts = (
  rules: readonly MerchandisingRule[],
  contents: RuledCatalog,
  fields: ProductFields,
  currency: string,
): ((product: Product) => ProductBoost[]) => {
  const boosts = rules.flatMap(boostsOf).map(({ ruleId, factor, ids, groups = [] }) => {
    const named = ids && new Set(ids);
    const isBoosted = named
      ? ({ id }: Product) => named.has(id)
      : meetsGroups(groups, contents, fields, currency);
    return { ruleId, factor, isBoosted };
  });
  return (product) =>
    boosts.filter(({ isBoosted }) => isBoosted(product)).map(({ ruleId, factor }) => ({ ruleId, factor }));
};
