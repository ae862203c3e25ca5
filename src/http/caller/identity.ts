// Who is asking: what was found out about them, what the log may say of it, and what a connection keeps of it for its next request.

import type { Operation } from '../../contract/operation.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Environment, Scope, WorkspaceScope } from '../../domain/access/scope.ts';
import type { Token } from '../../domain/access/token.ts';

/** What the head of a request says about who sends it, once it was found right. */
export interface Identity {
  /** Of this very finding, short: no two that may differ in anything share it. */
  readonly key: string;
  readonly scope: Scope;
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  readonly isOperator: boolean;
  /** The access revision of the workspace under which all of this was read. NaN where nothing may be made of it that outlives the request. */
  readonly revision: number;
}

/** Who asked, as far as the log may know: the id of the token, or that it was the operator's. Empty for nobody in particular. */
export interface Asker {
  readonly tokenId?: string;
  readonly operator?: true;
}

const NOBODY: Asker = {};
const OPERATOR: Asker = { operator: true };

export const askerOf = (caller: Pick<Caller, 'token' | 'isOperator'> | undefined): Asker => {
  if (caller?.isOperator === true) return OPERATOR;
  return caller?.token === undefined ? NOBODY : { tokenId: caller.token.id };
};

/** The caller of a connection's last request, and all that they were known by. */
export interface KnownCaller {
  readonly operation: Operation;
  readonly host: string;
  readonly headers: readonly (string | undefined)[];
  readonly identity: Identity;
}

/** The mark of whoever is behind a connection, as it was made last: it costs as much as a search. */
export interface KnownVisitor {
  readonly workspace: WorkspaceScope;
  readonly ip: string;
  readonly userAgent: string;
  readonly day: number;
  readonly mark: string;
}

/** What a connection has shown so far. Its next request mostly comes from the same caller, who is then not looked up again. */
export interface Peer {
  caller: KnownCaller | undefined;
  visitor: KnownVisitor | undefined;
}
