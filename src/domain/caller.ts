// Who is asking, and where: what an operation gets beside its input.

import type { Environment, Scope } from './scope.ts';
import type { Token } from './token.ts';

export interface Caller {
  readonly scope: Scope;
  /** Absent when the scope names no environment; each operation answers that as its own "not found". */
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  /** An opaque, daily changing mark of one visitor; it cannot be turned back into an address. */
  readonly visitor: string;
}
