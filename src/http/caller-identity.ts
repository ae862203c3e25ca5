// The caller as an operation sees them: who they are is known, what is costly to know is made only when it is asked for.

import type { Caller, Search } from '../domain/caller.ts';
import type { Environment, Scope } from '../domain/scope.ts';
import type { Token } from '../domain/token.ts';
import type { Exchange } from './exchange.ts';
import type { Identity } from './identify.ts';
import { addressMark } from './visitor.ts';

export class CallerIdentity implements Caller {
  readonly scope: Scope;
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  readonly isOperator: boolean;
  readonly #exchange: Exchange;
  readonly #secret: string | Buffer;

  constructor(
    exchange: Exchange,
    { scope, environment, token, isOperator }: Identity,
    secret: string | Buffer,
  ) {
    this.scope = scope;
    this.environment = environment;
    this.token = token;
    this.isOperator = isOperator;
    this.#exchange = exchange;
    this.#secret = secret;
  }

  get addressMark(): string {
    return addressMark(this.#exchange.ip, this.#secret);
  }

  noteSearch(search: Search): void {
    this.#exchange.search = search;
  }
}
