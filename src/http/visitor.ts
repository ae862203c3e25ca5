// The mark of a visitor: the same all day for one browser at one address in one workspace, unlinkable across days and
// workspaces, and not to be turned back into an address without the secret.

import { createHmac } from 'node:crypto';
import type { WorkspaceScope } from '../domain/scope.ts';

const MARK_CHARS = 22;

export const visitorMark = (
  secret: string | Buffer,
  now: Date,
  workspace: WorkspaceScope,
  remoteAddress: string,
  userAgent: string,
): string => {
  const day = now.toISOString().slice(0, 10);
  // As JSON, so that no two different lists of parts are ever the same text.
  const parts = JSON.stringify([day, workspace.tenantId, workspace.workspaceId, remoteAddress, userAgent]);
  return createHmac('sha256', secret).update(parts).digest('base64url').slice(0, MARK_CHARS);
};
