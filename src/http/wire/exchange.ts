// One request and its response, with or without the router.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Search } from '../../domain/access/caller.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { FailureName } from '../../domain/failures/failures.ts';
import type { Refusal } from '../../domain/metric.ts';
import type { RequestTrace } from '../../domain/trace.ts';
import { CallerIdentity } from '../caller-identity.ts';
import { type Asker, askerOf, type Identity, type Peer } from '../identity.ts';

/** What only the router or the connection can tell. */
export interface ExchangeOrigin {
  readonly id: string;
  /** From the `Host` header, or from a trusted proxy. */
  readonly host: string;
  /** Of the connection, or from a trusted proxy. */
  readonly ip: string;
  readonly params: unknown;
  /** What is known about the other end of the connection; absent: it says nothing about the caller. */
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
  /** Set once the scoping headers or the host were read. */
  scope: Scope | undefined;
  /** Set once the token was checked too. */
  caller: Caller | undefined;
  /** The caller for the log, refused ones included. */
  asker: Asker | undefined;
  /** What the operation reports to have searched for. */
  search: Search | undefined;
  /** Finds when the response may change without a commit. */
  expiry: (() => number) | undefined;
  /** The failure that was sent. */
  failureName: FailureName | undefined;
  /** The feed position that the response must include at least. */
  position: number | undefined;
  isFromCache = false;
  /** Frees the request's slot among those of its tenant; calling it again does nothing. */
  release: () => void = NOTHING_TO_RELEASE;
  /** Headers of this response alone, names and values in turn: the rate limits. */
  headers: readonly string[] = NO_HEADERS;
  /** Why it was refused, when that was to protect others. */
  refusal: Refusal | undefined;
  /** Absent: the request is not recorded. */
  trace: RequestTrace | undefined;
  /** Bytes of the body that were sent. */
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
