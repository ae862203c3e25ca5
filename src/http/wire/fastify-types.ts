// What our routes and requests carry beside Fastify's own. Types only.

import type { Operation } from '../../contract/operation.ts';
import type { FailureName } from '../../domain/failures/failures.ts';
import type { Refusal } from '../../domain/metric.ts';
import type { Asker } from '../caller/identity.ts';
import type { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on everything that is no operation of the interface. */
    readonly operation?: Operation;
  }

  interface FastifyRequest {
    /** Of an operation; absent before its turn has come. */
    exchange: Exchange | undefined;
    /** Who asks, for the log, where there is no exchange. */
    asker: Asker | undefined;
    /** What the request was answered with, when it failed. */
    failureName: FailureName | undefined;
    /** Why it was refused, when that was to protect others. */
    refusal: Refusal | undefined;
  }
}
