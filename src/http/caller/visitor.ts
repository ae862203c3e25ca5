// The visitor id: stable for a day for one browser at one address in one workspace, unlinkable across days and workspaces,
// and not reversible without the secret.

import { createHmac } from 'node:crypto';
import { addressBlock } from '../../domain/access/address-block.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { Peer } from './identity.ts';

const ID_CHARS = 22;
const DAY_MS = 86_400_000;

/** The visitor, as far as the request tells. */
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
  if (isSame) return known.id;
  const id = visitorId(secret, now, workspace, ip, userAgent);
  if (peer !== undefined) peer.visitor = { workspace, ip, userAgent, day, id };
  return id;
};

export const visitorId = (
  secret: string | Buffer,
  now: Date,
  workspace: WorkspaceScope,
  remoteAddress: string,
  userAgent: string,
): string => {
  const day = now.toISOString().slice(0, 10);
  // JSON keeps different lists of parts from joining into the same text.
  const parts = JSON.stringify([day, workspace.tenantId, workspace.workspaceId, remoteAddress, userAgent]);
  return createHmac('sha256', secret).update(parts).digest('base64url').slice(0, ID_CHARS);
};

/** The same for one address, or for one IPv6 network, whatever the other headers say. For counting only. */
export const addressId = (remoteAddress: string, secret: string | Buffer): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['address', addressBlock(remoteAddress)]))
    .digest('base64url')
    .slice(0, ID_CHARS);
