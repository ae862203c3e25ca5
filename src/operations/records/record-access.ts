// What every operation on records needs first: the model in the path, the environments of the caller's token, and whether they
// may see drafts. The operator may use everything, but only from the command line: over HTTP they are refused (Decision 0002).

import type { PlainCaller } from '../../domain/access/caller.ts';
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
  /** Owner of the idempotency keys. Keys of different owners never collide. */
  readonly owner: string;
  readonly isWholeWorkspace: boolean;
  readonly reaches: (environmentId: string) => boolean;
}

export const reachOf = ({ token, isOperator }: PlainCaller): Reach => {
  if (isOperator) return { owner: 'operator', isWholeWorkspace: true, reaches: () => true };
  if (token === undefined) throw new Error('an operation was called without a token that it needs');
  return {
    owner: token.id,
    isWholeWorkspace: token.environmentIds === null,
    reaches: (environmentId) => reachesEnvironment(token, environmentId),
  };
};

/** The model, and the environment of the request. A model is visible in every environment of its workspace. */
export const findModel = async (
  store: ScopedStore,
  { environment }: PlainCaller,
  internalName: string,
): Promise<{ readonly model: ContentModel; readonly environment: Environment }> => {
  if (environment === undefined) throw environmentNotFound();
  const model = await store.findContentModelByName(internalName);
  if (model === undefined) throw contentModelNotFound('internal name');
  return { model, environment };
};

/** Drafts are for editors: a token that may only read is refused. */
export const viewFor = ({ token, isOperator }: PlainCaller, preview: boolean | undefined): RecordView => {
  if (preview !== true) return 'published';
  if (!isOperator && token?.permission !== 'full') throw forbiddenPermission();
  return 'latest';
};

/** Throws if the record or version is still needed. Environments outside the caller's token are counted but not named. */
export const assertNotNeeded = (kind: string, result: RemoveResult, { reaches }: Reach): void => {
  if (result.kind !== 'needed') return;
  const mayKnow = (dependent: Dependent) => dependent.kind !== 'environment' || reaches(dependent.id);
  throw hasDependents(kind, result.dependents.filter(mayKnow), result.count);
};
