// The product of a found document.

import type { Product } from '../../../domain/products/product.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import type { FoundDocument } from './opened-catalog.ts';

export const readProduct = ({ _id, _source }: FoundDocument): Product => {
  if (_source?.source === undefined) throw new Error(`the document ${_id} has no source`);
  return parseJson(_source.source) as Product;
};
