// Random facets and filter rules: values that parse for their field, and a few that do not.

import fc from 'fast-check';
import { filterActions } from '../../../src/contract/products/product-criteria.ts';
import type { FacetCriterion } from '../../../src/domain/products/product-filter.ts';

/** Each field with values that parse for it, and occasionally one that does not. */
const fieldValues: Readonly<Record<string, readonly string[]>> = {
  id: ['p1', 'P10', '1'],
  sku: ['sku-1', ' SKU', 'u-2 '],
  variant_skus: ['lamp-1', 'SKU', 'sku-2'],
  name: ['tent', 'camp lamp', ' ', 'e'],
  description: ['ten', 'p c'],
  brand: ['ACME', 'cme ', ''],
  price: ['10', '79.50', '4', '1e1', 'ten'],
  in_stock: ['true', 'false', 'yes'],
  created_at: ['2026-01-02', '2026-01-02T00:00:00Z', '0', '2026-01'],
  category_id: ['c1', 'C2'],
  collection_id: ['SALE', 'old'],
  any: ['red', ' red', 'ed ', '10', 'true', '2026-01-02', '1'],
  size: ['10', '9.5', '-4', '0'],
  since: ['2026-01-02', '2026-03-01', '2'],
  fresh: ['true', 'false'],
  hue: ['red', 'ROUGE', ' rouge', 'u'],
  unheard: ['1'],
};
const fieldAndValue = fc
  .constantFrom(...Object.keys(fieldValues))
  .chain((field) => fc.constantFrom(...(fieldValues[field] ?? [])).map((value) => ({ field, value })));

const bound = (...from: (string | number)[]) => fc.constantFrom(undefined, ...from);
export const facet: fc.Arbitrary<FacetCriterion> = fc.oneof(
  fieldAndValue.map((given) => ({ ...given, range: undefined, at: 'facets' })),
  fc
    .tuple(fc.constantFrom('price', 'size', 'unheard'), bound(0, '9.5', 10), bound(10, 80, '100'))
    .map(([field, min, max]) => ({ field, value: undefined, range: { min, max }, at: 'facets' })),
  fc
    .tuple(fc.constantFrom('created_at', 'since', 'hue'), bound('2026-01-02'), bound('2026-01-02T00:00:00Z'))
    .map(([field, min, max]) => ({ field, value: undefined, range: { min, max }, at: 'facets' })),
);

export const rule = fc
  .tuple(fieldAndValue, fc.constantFrom(...filterActions))
  .map(([given, action]) => ({ ...given, action, at: 'filter' }));
