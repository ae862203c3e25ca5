// The port of those who create, list and revoke tokens.

import type { WorkspaceScope } from './scope.ts';
import type { Token } from './token.ts';

/** Manages tokens, for the command line and the management interface. */
export interface TokenStore {
  /** Throws if the workspace (`resourceNotFound`) or one of the environments (`environmentNotFound`) does not exist. */
  createToken(token: Token, digest: string): Promise<void>;
  listTokens(filter: Partial<WorkspaceScope> & { readonly tokenId?: string }): Promise<Token[]>;
  /** False if there is no such token. Revoking again keeps the first time. */
  revokeToken(tokenId: string, at: string): Promise<boolean>;
}
