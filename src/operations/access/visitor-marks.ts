// The marks that stand for visitors: not reversible without the secret. Those that are stored change every day and differ between
// workspaces, so that nobody can be followed.

import { createHmac } from 'node:crypto';
import { addressBlock } from '../../domain/access/address-block.ts';
import { isIpV4 } from '../../domain/access/ip-address.ts';
import { canonicalIpV6 } from '../../domain/access/ip-v6.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';

const MARK_CHARS = 22;

type Secret = string | Buffer;

/** JSON keeps different lists of parts from joining into the same text. */
const digest = (secret: Secret, parts: readonly string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, MARK_CHARS);

/** One browser at one address. `day`: `YYYY-MM-DD`. */
export const browserMark = (
  secret: Secret,
  day: string,
  { tenantId, workspaceId }: WorkspaceScope,
  remoteAddress: string,
  userAgent: string,
): string => digest(secret, [day, tenantId, workspaceId, remoteAddress, userAgent]);

/** A visitor whom the shop names itself. */
export const namedMark = (
  secret: Secret,
  day: string,
  { tenantId, workspaceId }: WorkspaceScope,
  visitor: string,
): string => digest(secret, ['visitor', day, tenantId, workspaceId, visitor]);

/** Everyone behind one address. `of`: see `addressId`. */
export const addressMark = (
  secret: Secret,
  day: string,
  { tenantId, workspaceId }: WorkspaceScope,
  of: string,
): string => digest(secret, ['network', day, tenantId, workspaceId, of]);

/** How a connection or a proxy may have written an address. */
export const addressSpellings = (address: string): readonly string[] => {
  const block = addressBlock(address);
  const canonical = canonicalIpV6(address);
  return [
    ...new Set([
      address,
      ...(canonical === undefined ? [] : [canonical]),
      ...(isIpV4(block) ? [block, `::ffff:${block}`] : []),
    ]),
  ];
};

/** The same for one address, or for one IPv6 network, whatever the other headers say. For counting only, never stored. */
export const addressId = (remoteAddress: string, secret: Secret): string =>
  digest(secret, ['address', addressBlock(remoteAddress)]);
