// What our routes and requests carry beside Fastify's own. Types only.

import type { Operation } from '../contract/operation.ts';
import type { Caller } from '../domain/caller.ts';
import type { FailureName } from '../domain/failures.ts';
import type { Refusal } from '../domain/metric.ts';
import type { Scope } from '../domain/scope.ts';
import type { AnswerPlace } from './answer-memory.ts';

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
    /** Where the answer may be kept in memory. */
    answerPlace: AnswerPlace | undefined;
    /** The tag of the answer, where it is known before the answer is sent. */
    entityTag: string | undefined;
    /** What the request was answered with, when it failed. */
    failureName: FailureName | undefined;
    /** Why it was refused, when that was to protect others. */
    refusal: Refusal | undefined;
    /** Whether it was answered from memory. */
    isGivenAgain: boolean;
    /** Bytes of the body that went out, where no header of the reply says so. */
    sentBytes: number | undefined;
  }
}
