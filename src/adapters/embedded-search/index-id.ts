// Identifies an index: one catalog in one environment.

import { type Scope, scopeKey } from '../../domain/access/scope.ts';

export interface IndexId {
  readonly scope: Scope;
  readonly catalogId: string;
}

/** A request asks for the key of its index several times. */
let last: (IndexId & { readonly key: string }) | undefined;

export const indexKey = ({ scope, catalogId }: IndexId): string => {
  if (last?.scope !== scope || last.catalogId !== catalogId)
    last = { scope, catalogId, key: `${scopeKey(scope)} ${catalogId}` };
  return last.key;
};
