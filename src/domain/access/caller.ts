// Who is asking, and where: what an operation gets beside its input.

import type { Environment, Scope } from './scope.ts';
import type { Token } from './token.ts';

export interface Caller {
  readonly scope: Scope;
  /** Absent when the scope names no environment; each operation answers that as its own "not found". */
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  /** The operator's own token was sent, or a command works in the data folder. He stands above every workspace, and has no `token`. */
  readonly isOperator: boolean;
  /** An opaque mark of the address (of the network, with IPv6) alone, whatever the browser says; only for counting how often. */
  readonly addressId: string;
  /** Says what was searched for, so that it can count for popular terms. It costs the operation nothing and never fails. */
  noteSearch(search: Search): void;
}

/** A search that was carried out, as the operation understood it. */
export interface Search {
  readonly catalogId: string;
  readonly text: string;
  readonly total: number;
}
