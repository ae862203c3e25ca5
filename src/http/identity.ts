// The identity of a caller, what the log may say about it, and what a connection remembers for its next request.

import type { Operation } from '../contract/operation.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { Environment, Scope, WorkspaceScope } from '../domain/access/scope.ts';
import type { Token } from '../domain/access/token.ts';

/** What decides whether a caller may enter. */
export type Entry = Pick<Operation, 'scope' | 'access'>;

/** What the headers of a request say about its sender, once verified. */
export interface Identity {
  /** Short. Identities that differ in anything but their revision never share it. */
  readonly key: string;
  readonly scope: Scope;
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  readonly isOperator: boolean;
  /** The access revision of the workspace when this was read. NaN: nothing derived from it may outlive the request. */
  readonly revision: number;
}

/** The caller as the log may name them: a token's id, or the operator. Empty for anonymous callers. */
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

/** The caller of a connection's last request, and the headers they were identified by. */
export interface KnownCaller {
  readonly operation: Entry;
  readonly host: string;
  readonly headers: readonly (string | undefined)[];
  readonly identity: Identity;
}

/** The last visitor id computed for a connection: computing one costs as much as a search. */
export interface KnownVisitor {
  readonly workspace: WorkspaceScope;
  readonly ip: string;
  readonly userAgent: string;
  readonly day: number;
  readonly id: string;
}

/** What a connection has shown so far. The next request usually comes from the same caller, who is then not looked up again. */
export interface Peer {
  caller: KnownCaller | undefined;
  visitor: KnownVisitor | undefined;
}
