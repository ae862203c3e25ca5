// The mark of a visitor: the same all day for one browser at one address in one workspace, unlinkable across days and
// workspaces, and not to be turned back into an address without the secret.

import { createHmac } from 'node:crypto';
import { addressBlock } from '../../domain/access/address-block.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { Peer } from './identity.ts';

const MARK_CHARS = 22;
const DAY_MS = 86_400_000;

/** Whoever searches, as far as the request tells. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  readonly peer: Peer | undefined;
}

export const visitorOf = (
  { ip, userAgent, peer }: Visitor,
  workspace: WorkspaceScope,
  secret: string | Buffer,
  now: Date,
): string => {
  const day = Math.floor(now.getTime() / DAY_MS);
  const known = peer?.visitor;
  const isSame =
    known?.day === day && known.workspace === workspace && known.ip === ip && known.userAgent === userAgent;
  if (isSame) return known.mark;
  const mark = visitorMark(secret, now, workspace, ip, userAgent);
  if (peer !== undefined) peer.visitor = { workspace, ip, userAgent, day, mark };
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
