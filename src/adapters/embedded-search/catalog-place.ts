// Which index is meant: one catalog as one environment sees it.

import { type Scope, scopeKey } from '../../domain/access/scope.ts';

export interface CatalogPlace {
  readonly scope: Scope;
  readonly catalogId: string;
}

/** Of one index among all. */
export const placeKey = ({ scope, catalogId }: CatalogPlace): string => `${scopeKey(scope)} ${catalogId}`;
