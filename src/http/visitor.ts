// The mark of a visitor: the same all day for one browser at one address in one workspace, unlinkable across days and
// workspaces, and not to be turned back into an address without the secret.

import { createHmac } from 'node:crypto';
import { addressBlock } from '../domain/address-block.ts';
import type { WorkspaceScope } from '../domain/scope.ts';

const MARK_CHARS = 22;
const DAY_MS = 86_400_000;
const MARKS_KEPT_MAX = 5_000;

/** Marks made today: the same few visitors ask again and again, and a mark costs as much as a search. */
let marksDay = -1;
const marks = new Map<string, string>();

export const visitorOf = (
  remoteAddress: string,
  userAgent: string,
  workspace: WorkspaceScope,
  secret: string | Buffer,
  now: Date,
): string => {
  const day = Math.floor(now.getTime() / DAY_MS);
  if (day !== marksDay || marks.size >= MARKS_KEPT_MAX) marks.clear();
  marksDay = day;
  const key = `${workspace.tenantId}\n${workspace.workspaceId}\n${remoteAddress}\n${userAgent}`;
  let mark = marks.get(key);
  if (mark === undefined) {
    mark = visitorMark(secret, now, workspace, remoteAddress, userAgent);
    marks.set(key, mark);
  }
  return mark;
};

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

/** The same for one address, or for one network with IPv6, whatever else is said; for counting only. */
export const addressMark = (remoteAddress: string, secret: string | Buffer): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['address', addressBlock(remoteAddress)]))
    .digest('base64url')
    .slice(0, MARK_CHARS);
