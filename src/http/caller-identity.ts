// The caller as a use case sees them. What is costly to find out is computed on first use.

import type { Caller, Search } from '../domain/access/caller.ts';
import type { Environment, Scope } from '../domain/access/scope.ts';
import type { Token } from '../domain/access/token.ts';
import { addressId } from '../operations/access/visitor-marks.ts';
import type { Identity } from './identity.ts';

/** The parts of the exchange that a caller needs. */
interface Asking {
  readonly ip: string;
  search: Search | undefined;
  expiry: (() => number) | undefined;
  readonly position: number | undefined;
}

export class CallerIdentity implements Caller {
  readonly scope: Scope;
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  readonly isOperator: boolean;
  readonly #exchange: Asking;
  readonly #secret: string | Buffer;

  constructor(
    exchange: Asking,
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

  get addressId(): string {
    return addressId(this.#exchange.ip, this.#secret);
  }

  get position(): number | undefined {
    return this.#exchange.position;
  }

  noteSearch(search: Search): void {
    this.#exchange.search = search;
  }

  noteExpiry(find: () => number): void {
    const { expiry } = this.#exchange;
    this.#exchange.expiry = expiry === undefined ? find : () => Math.min(expiry(), find());
  }
}
