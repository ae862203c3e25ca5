// Identifies an index: one catalog in one environment.

import { type Scope, scopeKey } from '../../domain/access/scope.ts';

export interface IndexId {
  readonly scope: Scope;
  readonly catalogId: string;
}

export const indexKey = ({ scope, catalogId }: IndexId): string => `${scopeKey(scope)} ${catalogId}`;
