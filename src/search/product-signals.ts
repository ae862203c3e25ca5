// The factors by which the signals of a catalog multiply the score of a product, by its own values (Decision 0075).

import type { CatalogContents } from '../domain/ports.ts';
import { byName, isCompared } from '../domain/products/attribute-settings.ts';
import type { Product } from '../domain/products/product.ts';
import { type ProductFields, readField } from '../domain/products/product-fields.ts';
import { rankingDay } from '../domain/products/ranking-settings.ts';
import type { SignalFactor } from '../domain/products/score-explanation.ts';
import { parseInstant } from '../domain/text/instant.ts';
import { newnessFactor, numberFactor } from './signals.ts';

/** `hasOwnPopularity`: whether any product of the catalog has a popularity of its own. */
export const readSignals = (
  { ranking, attributes }: Pick<CatalogContents, 'ranking' | 'attributes'>,
  fields: ProductFields,
  at: number | undefined,
  hasOwnPopularity: boolean,
): ((product: Product) => SignalFactor[]) => {
  const { numbers = [], newness, inStock } = ranking ?? {};
  const numberIn = (product: Product, field: string): number => {
    if (field === 'popularity' && hasOwnPopularity) return product.popularity ?? Number.NaN;
    const isNumber = fields.get(field)?.type === 'number' && isCompared(byName(attributes).get(field));
    const values = isNumber ? readField(product, field, '').map(Number) : [];
    return values.length === 0 ? Number.NaN : Math.max(...values);
  };
  return (product) => [
    ...numbers.map((signal) => ({
      field: signal.field,
      factor: numberFactor(signal, numberIn(product, signal.field)),
    })),
    ...(newness === undefined || at === undefined
      ? []
      : [
          {
            field: 'created_at',
            factor: newnessFactor(
              newness,
              parseInstant(product.createdAt ?? '') ?? Number.NaN,
              rankingDay(at),
            ),
          },
        ]),
    ...(inStock === undefined ? [] : [{ field: 'in_stock', factor: product.inStock ? inStock : 1 }]),
  ];
};
