// Tells an empty workspace from one that does not exist, so that an empty result is never returned for the latter.

import type { PlainCaller } from '../../domain/access/caller.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';

/** Throws if the caller's workspace does not exist. Call it when a lookup in the workspace found nothing. */
export const requireWorkspace = async (
  { scope, isOperator }: PlainCaller,
  resources: Pick<ResourceStore, 'findResource'>,
): Promise<void> => {
  // A token of a workspace proves that the workspace exists; the operator's token does not.
  if (!isOperator) return;
  const { tenantId, workspaceId } = scope;
  const found = await resources.findResource({ tenantId, workspaceId }, 'workspace', { id: workspaceId });
  if (found === undefined) throw resourceNotFound('workspace');
};
