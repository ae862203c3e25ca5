// One request and its response on their way through the edge, whether the router brought them or not.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Search } from '../../domain/access/caller.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { FailureName } from '../../domain/failures/failures.ts';
import type { Refusal } from '../../domain/metric.ts';
import { CallerIdentity } from '../caller/caller-identity.ts';
import { type Asker, askerOf, type Identity, type Peer } from '../caller/identity.ts';

/** What only the router or the connection can tell. */
export interface ExchangeOrigin {
  readonly id: string;
  /** As the `Host` header says, or a trusted proxy. */
  readonly host: string;
  /** Of the connection, or behind a trusted proxy. */
  readonly ip: string;
  readonly params: unknown;
  /** What is known of whoever is at the other end of the connection; absent: it tells nothing about the caller. */
  readonly peer?: Peer | undefined;
}

const NO_HEADERS: readonly string[] = [];
const NOTHING_TO_RELEASE = (): void => {};

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly host: string;
  readonly ip: string;
  readonly params: unknown;
  readonly peer: Peer | undefined;
  /** Known once the scoping headers or the host were read. */
  scope: Scope | undefined;
  /** Known once the token was checked too. */
  caller: Caller | undefined;
  /** Who asks, for the log: also whoever was not let in. */
  asker: Asker | undefined;
  /** What the operation reports to have searched for. */
  search: Search | undefined;
  /** What the request was answered with, when it failed. */
  failureName: FailureName | undefined;
  isFromCache = false;
  /** Gives back the place that the request takes among those of its tenant; more than once does no harm. */
  release: () => void = NOTHING_TO_RELEASE;
  /** Of this response alone, names and values in turn: how many requests are left. */
  headers: readonly string[] = NO_HEADERS;
  /** Why it was refused, when that was to protect others. */
  refusal: Refusal | undefined;
  /** Bytes of the body that went out. */
  sentBytes = 0;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { id, host, ip, params, peer }: ExchangeOrigin,
  ) {
    this.request = request;
    this.response = response;
    this.id = id;
    this.host = host;
    this.ip = ip;
    this.params = params;
    this.peer = peer;
  }

  get userAgent(): string {
    return this.request.headers['user-agent'] ?? '';
  }

  get isRead(): boolean {
    return this.request.method === 'GET' || this.request.method === 'HEAD';
  }

  admit(identity: Identity, secret: string | Buffer): void {
    this.scope = identity.scope;
    this.asker = askerOf(identity);
    this.caller = new CallerIdentity(this, identity, secret);
  }
}
