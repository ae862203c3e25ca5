// What every operation on records needs first: the model of the path, what the caller's token reaches, and whether he may
// see drafts. The operator, who reaches everything, comes from the command line only: over HTTP he is refused (Decision 0002).

import type { Caller } from '../../domain/access/caller.ts';
import type { Environment } from '../../domain/access/scope.ts';
import { reachesEnvironment } from '../../domain/access/token.ts';
import {
  contentModelNotFound,
  type Dependent,
  environmentNotFound,
  forbiddenPermission,
  hasDependents,
} from '../../domain/failures/failures.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import type { RecordView, RemoveResult } from '../../domain/records/record-ports.ts';

export interface Reach {
  /** Whose idempotency keys: another's never meet them. */
  readonly owner: string;
  readonly isWholeWorkspace: boolean;
  readonly reaches: (environmentId: string) => boolean;
}

export const reachOf = ({ token, isOperator }: Caller): Reach => {
  if (isOperator) return { owner: 'operator', isWholeWorkspace: true, reaches: () => true };
  if (token === undefined) throw new Error('an operation that needs one was called without a token');
  return {
    owner: token.id,
    isWholeWorkspace: token.environmentIds === null,
    reaches: (environmentId) => reachesEnvironment(token, environmentId),
  };
};

/** The model, and the environment that its records are seen in. A model is seen from every environment that exists. */
export const findModel = async (
  store: ScopedStore,
  { environment }: Caller,
  internalName: string,
): Promise<{ readonly model: ContentModel; readonly environment: Environment }> => {
  if (environment === undefined) throw environmentNotFound();
  const model = await store.findContentModelByName(internalName);
  if (model === undefined) throw contentModelNotFound('internal name');
  return { model, environment };
};

/** Drafts are for editors: whoever may only read is refused. */
export const viewFor = ({ token, isOperator }: Caller, preview: boolean | undefined): RecordView => {
  if (preview !== true) return 'published';
  if (!isOperator && token?.permission !== 'full') throw forbiddenPermission();
  return 'latest';
};

/** Throws when something needs the thing. Environments beyond the caller's reach count, but are not named to him. */
export const assertNotNeeded = (kind: string, result: RemoveResult, { reaches }: Reach): void => {
  if (result.kind !== 'needed') return;
  const mayKnow = (dependent: Dependent) => dependent.kind !== 'environment' || reaches(dependent.id);
  throw hasDependents(kind, result.dependents.filter(mayKnow), result.count);
};
