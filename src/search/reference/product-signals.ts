// The factors by which the signals of a catalog multiply the score of a product, by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { Product } from '../../domain/products/product.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import type { SignalFactor } from '../../domain/products/score-explanation.ts';
import { readSignals } from '../product-signals.ts';

export const buildSignals = (
  products: readonly Product[],
  contents: CatalogContents,
  fields: ProductFields,
  at: number | undefined,
): ((product: Product) => SignalFactor[]) =>
  readSignals(
    contents,
    fields,
    at,
    products.some(({ popularity }) => popularity !== undefined),
  );
