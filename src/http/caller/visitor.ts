// The visitor id: stable for a day for one browser at one address in one workspace, unlinkable across days and workspaces,
// and not reversible without the secret.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { browserMark } from '../../operations/access/visitor-marks.ts';
import type { Peer } from '../identity.ts';

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
): string => browserMark(secret, now.toISOString().slice(0, 10), workspace, remoteAddress, userAgent);
