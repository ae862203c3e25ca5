// The route table: every operation of the interface, once. HTTP, OpenAPI, the isolation matrix and the tests all read it.

import { countProducts } from './count-products.ts';
import { getContentModel } from './get-content-model.ts';
import { listForms } from './list-forms.ts';
import { popularTerms } from './popular-terms.ts';
import { publishVersions } from './publish-versions.ts';
import { searchContent } from './search-content.ts';

export const routes = {
  'search-content': searchContent,
  'count-products': countProducts,
  'popular-terms': popularTerms,
  'get-content-model': getContentModel,
  'publish-versions': publishVersions,
  'list-forms': listForms,
} as const;

export type OperationName = keyof typeof routes;
