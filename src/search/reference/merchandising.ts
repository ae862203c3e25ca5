// What merchandising rules do to a query, by the plainest reading of Decisions 0008 and 0069.

import type { CatalogContents } from '../../domain/ports.ts';
import { byName, isUsedAs } from '../../domain/products/attribute-settings.ts';
import { boundedFactor, type MerchandisingRule } from '../../domain/products/merchandising-rule.ts';
import type { Product } from '../../domain/products/product.ts';
import { type ProductFields, readField } from '../../domain/products/product-fields.ts';
import { compileGroups, type FilterGroup, type FilterRule } from '../../domain/products/product-filter.ts';
import type { ProductBoost } from '../../domain/products/product-search.ts';

interface Merchandising {
  readonly isHidden: boolean;
  /** The criteria that a pin lifts. */
  readonly lifts: { readonly term: boolean; readonly category: boolean; readonly collection: boolean };
}

/**
 * A rule hides products outright; it pins a product by lifting only the criteria that it names, so filters and audiences still apply.
 * Hiding wins.
 */
export const merchandisingOf = (
  rules: readonly MerchandisingRule[],
): ((productId: string) => Merchandising) => {
  return (productId) => {
    const pinning = rules.filter(({ pin, pinAt = [] }) =>
      [...pin, ...pinAt.map(({ id }) => id)].includes(productId),
    );
    const names = (...conditions: (keyof MerchandisingRule['when'])[]) =>
      pinning.some(({ when }) => conditions.some((condition) => when[condition] !== undefined));
    return {
      isHidden: rules.some((rule) => rule.hide.includes(productId)),
      lifts: {
        term: names('searchTerm', 'searchTermAnyOf', 'searchTermContains'),
        category: names('categoryId'),
        collection: names('collectionId'),
      },
    };
  };
};

/** Whether a product meets the groups of a rule. What does not parse, or is not filterable, is as if no product had it. */
export const meetsGroups = (
  groups: readonly FilterGroup[],
  { attributes }: CatalogContents,
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
  contents: CatalogContents,
  fields: ProductFields,
  currency: string,
): ((product: Product) => ProductBoost[]) => {
  const boosts = rules.flatMap(({ id: ruleId, boost = [], bury = [] }) => [
    ...boost.map((one) => ({ ...one, ruleId })),
    ...bury.map((one) => ({ ...one, ruleId, factor: 1 / one.factor })),
  ]);
  return (product) =>
    boosts
      .filter(({ ids, groups = [] }) =>
        ids === undefined
          ? meetsGroups(groups, contents, fields, currency)(product)
          : ids.includes(product.id),
      )
      .map(({ ruleId, factor }) => ({ ruleId, factor }));
};

export const factorOf = (boosts: readonly ProductBoost[]): number =>
  boundedFactor(boosts.reduce((factor, boost) => factor * boost.factor, 1));

export interface Pin {
  readonly id: string;
  readonly ruleId: string;
  /** Undefined: before everything else. */
  readonly position: number | undefined;
}

/** What the rules pin, in their order; a rule pins a product once. */
export const findPins = (rules: readonly MerchandisingRule[]): Pin[] =>
  rules.flatMap(({ id: ruleId, pin, pinAt = [] }) => {
    const all = [
      ...pin.map((id) => ({ id, ruleId, position: undefined })),
      ...pinAt.map((one) => ({ ...one, ruleId })),
    ];
    return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
  });

/** Puts each pinned product where its first rule wants it, and the others, in their order, where no pin is. */
export const placePins = <T extends { readonly id: string }>(
  ordered: readonly T[],
  pins: readonly Pin[],
): T[] => {
  const first = pins.filter(({ id }, at) => pins.findIndex((other) => other.id === id) === at);
  const live = first.flatMap((pin) =>
    ordered.filter(({ id }) => id === pin.id).map((one) => ({ ...pin, one })),
  );
  const slots: (T | undefined)[] = ordered.map(() => undefined);
  for (const { one, position } of live) {
    if (position === undefined) continue;
    const wanted = Math.min(position, slots.length) - 1;
    const after = slots.findIndex((slot, at) => at >= wanted && slot === undefined);
    slots[after === -1 ? slots.lastIndexOf(undefined) : after] = one;
  }
  const rest = [
    ...live.filter(({ position }) => position === undefined).map(({ one }) => one),
    ...ordered.filter((one) => !live.some(({ id }) => id === one.id)),
  ];
  return slots.map((slot) => slot ?? (rest.shift() as T));
};
