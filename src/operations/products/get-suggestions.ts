// Suggestions, as a link.

import type { getSuggestions as contract } from '../../contract/products/get-suggestions.ts';
import type { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import type { ProductDependencies } from './product-request.ts';
import { suggestFor } from './suggest-searches.ts';

export const buildGetSuggestions =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  (caller, input) =>
    suggestFor(dependencies, caller, input, input.query.search_term);
