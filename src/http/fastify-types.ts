// What our routes and requests carry beside Fastify's own. Types only.

import type { Operation } from '../contract/operation.ts';
import type { Caller } from '../domain/caller.ts';
import type { FailureName } from '../domain/failures.ts';
import type { Scope } from '../domain/scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on everything that is no operation of the interface. */
    readonly operation?: Operation;
  }

  interface FastifyRequest {
    /** Known once the scoping headers or the host were read. */
    scope: Scope | undefined;
    /** Known once the token was checked too. */
    caller: Caller | undefined;
    /** What the request was answered with, when it failed. */
    failureName: FailureName | undefined;
  }
}
