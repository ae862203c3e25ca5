// What our routes and requests carry beside Fastify's own properties. Types only.

import type { Operation } from '../../contract/operation.ts';
import type { FailureName } from '../../domain/failures/failures.ts';
import type { Refusal } from '../../domain/metric.ts';
import type { RequestTrace } from '../../domain/trace.ts';
import type { Asker } from '../identity.ts';
import type { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on everything that is no operation of the interface. */
    readonly operation?: Operation;
    /** For people: a slash too much at the end of its address leads there all the same. */
    readonly isPage?: boolean;
  }

  interface FastifyRequest {
    /** Set for operations, once their handler runs. */
    exchange: Exchange | undefined;
    /** The caller for the log, where there is no exchange. */
    asker: Asker | undefined;
    /** The failure that was sent. */
    failureName: FailureName | undefined;
    /** Why it was refused, when that was to protect others. */
    refusal: Refusal | undefined;
    /** Absent: the request is not recorded. */
    trace: RequestTrace | undefined;
  }
}
