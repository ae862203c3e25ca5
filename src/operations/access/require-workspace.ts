// Nothing in a workspace that does not exist is another answer than nothing in one that does.

import type { Caller } from '../../domain/access/caller.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';

/** Throws when the caller asks for a workspace that does not exist. To be asked where nothing was found in it. */
export const requireWorkspace = async (
  { scope, isOperator }: Caller,
  resources: Pick<ResourceStore, 'findResource'>,
): Promise<void> => {
  // Whoever has a token of a workspace has shown that there is one; the operator has not.
  if (!isOperator) return;
  const { tenantId, workspaceId } = scope;
  const found = await resources.findResource({ tenantId, workspaceId }, 'workspace', { id: workspaceId });
  if (found === undefined) throw resourceNotFound('workspace');
};
