// Histories of catalogs for indexes outside of the process, and the products that are left after them.

import type { Product } from '../../../src/domain/products/product.ts';
import type { HistoryStep } from './random-products.ts';

/** Something that happens to a catalog. */
export type CatalogStep =
  | { readonly do: 'put'; readonly products: readonly Product[] }
  | { readonly do: 'delete'; readonly id: string };

export const stepsOf = (history: readonly HistoryStep[]): CatalogStep[] =>
  history.flatMap((step): CatalogStep[] => {
    if (step.do === 'put') return [step];
    return step.do === 'delete' ? [{ do: 'delete', id: `P${step.id}` }] : [];
  });

export const liveAfter = (steps: readonly CatalogStep[]): Product[] => {
  const live = new Map<string, Product>();
  for (const step of steps) {
    if (step.do === 'delete') live.delete(step.id);
    else for (const product of step.products) live.set(product.id, product);
  }
  return [...live.values()];
};
