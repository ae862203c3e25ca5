// What a shop needs: search, facets, suggestions, products, content, forms and events. The entry `@vitrine/client`.

import { buildClient } from './build-client.ts';
import type { Calls } from './call-types.ts';
import type { ClientOptions } from './send-request.ts';
import { storefrontOperations } from './storefront-operations.ts';

export type { InputOf, OperationId, ResultOf, Schemas } from './call-types.ts';
export { type ItemOf, type PaginateOptions, paginate } from './paginate.ts';
export type { CallOptions, ClientOptions, Scope } from './send-request.ts';
export { createSuggester, type Suggest, type SuggesterOptions, type Suggestions } from './suggester.ts';
export {
  type FailureDetails,
  type FailureName,
  VitrineError,
  type VitrineErrorName,
} from './vitrine-error.ts';

export type StorefrontClient = Calls<typeof storefrontOperations>;

/** A client of one shop. It keeps no connection and needs no closing. */
export const createClient = (options: ClientOptions = {}): StorefrontClient =>
  buildClient(storefrontOperations, options);
