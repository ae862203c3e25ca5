// How values of products are sorted, in every engine.

import type { AttributeScalar } from '../../domain/products/product.ts';
import type { FieldType } from '../../domain/products/product-fields.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { parseInstant } from '../../domain/text/instant.ts';

export const compare = <T extends string | number>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

/** Undefined if the value is none of its field, such as text in a field of dates. */
export const sortable = (type: FieldType, value: AttributeScalar): string | number | undefined => {
  if (type === 'text') return foldText(String(value)).trim();
  return type === 'date' ? parseInstant(String(value)) : Number(value);
};
