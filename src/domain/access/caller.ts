// Who calls an operation, and in which scope: what a use case gets beside its input.

import type { Environment, Scope } from './scope.ts';
import type { Token } from './token.ts';

/** As data, which other threads can be sent. */
export interface PlainCaller {
  readonly scope: Scope;
  /** Absent if the environment does not exist. Each operation then returns its own "not found". */
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  /** The operator's token was sent, or a command works on the data folder. The operator has no `token` and belongs to no workspace. */
  readonly isOperator: boolean;
  /** A hash of the client address alone (of the network, with IPv6), used only to count requests. */
  readonly addressId: string;
  /** The feed position that what the caller reads must include at least; absent: what this process knows. */
  readonly position?: number | undefined;
}

export interface Caller extends PlainCaller {
  /** Records a search for popular terms. It returns at once and never fails. */
  noteSearch(search: Search): void;
  /**
   * Says when the response may change without a commit, in milliseconds since 1970; 0: it must not be stored at all. `find` is called
   * after the response is made. Of several, the earliest counts.
   */
  noteExpiry(find: () => number): void;
}

/** Only what is data. */
export const toPlainCaller = (caller: PlainCaller): PlainCaller => {
  const { scope, environment, token, isOperator, addressId, position } = caller;
  return { scope, environment, token, isOperator, addressId, position };
};

/** A completed search, as the operation interpreted it. */
export interface Search {
  readonly catalogId: string;
  readonly text: string;
  readonly total: number;
}
