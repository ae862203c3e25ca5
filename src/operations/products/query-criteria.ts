// The criteria of a product search in a query string, in the form that a request body has.

import type { OperationInput } from '../../contract/operation.ts';
import type { getProductSearch } from '../../contract/products/get-product-search.ts';
import type { searchProducts } from '../../contract/products/search-products.ts';
import { IDENTIFIER_MAX_CHARS, TEXT_MAX_CHARS } from '../../contract/values.ts';
import { type InputFault, invalidInput } from '../../domain/failures/failures.ts';
import { isBlankText } from '../../domain/text/blank.ts';

type Body = OperationInput<typeof searchProducts>['body'];
type Query = Pick<
  OperationInput<typeof getProductSearch>['query'],
  'search_term' | 'category_id' | 'category_name' | 'collection_id' | 'facet'
>;

/** Throws if a facet is not `field:value`. */
export const criteriaOf = ({
  search_term,
  category_id,
  category_name,
  collection_id,
  facet,
}: Query): Body => ({
  ...(search_term === undefined ? {} : { search_term }),
  ...(category_id === undefined ? {} : { category_id }),
  ...(category_name === undefined ? {} : { category_name }),
  ...(collection_id === undefined ? {} : { collection_id }),
  ...(facet === undefined ? {} : { facets: facet.map(readFacet) }),
});

const readFacet = (text: string): NonNullable<Body['facets']>[number] => {
  const colon = text.indexOf(':');
  if (colon === -1) throw refuse('malformed', 'must be a field and a value, such as color:blue');
  const [field, value] = [text.slice(0, colon), text.slice(colon + 1)];
  if (isBlankText(field)) throw refuse('blank_value', 'has no field before the colon, such as color:blue');
  if (isBlankText(value)) throw refuse('blank_value', 'has no value after the colon, such as color:blue');
  if (field.length > IDENTIFIER_MAX_CHARS)
    throw refuse('too_long', `must not have a field longer than ${IDENTIFIER_MAX_CHARS} characters`);
  if (value.length > TEXT_MAX_CHARS)
    throw refuse('too_long', `must not have a value longer than ${TEXT_MAX_CHARS} characters`);
  return { field_internal_name: field, value };
};

const refuse = (fault: InputFault, what: string) => invalidInput(fault, 'facet', `facet ${what}`);
