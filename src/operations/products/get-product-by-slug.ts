// One product, by its slug.

import type { getProductBySlug } from '../../contract/products/get-product-by-slug.ts';
import type { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { readOne } from './get-product.ts';
import type { ProductDependencies } from './product-request.ts';

export const buildGetProductBySlug =
  (dependencies: ProductDependencies): UseCase<typeof getProductBySlug, JsonText> =>
  (caller, input) =>
    readOne(dependencies, caller, input, { slug: input.query.slug });
