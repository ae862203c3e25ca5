// What merchandising rules do to a query, by the plainest reading of Decisions 0008 and 0069.

import { boundedFactor, type MerchandisingRule } from '../../domain/products/merchandising-rule.ts';
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
