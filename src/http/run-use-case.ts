// Reads the body of a request and runs the use case with it: a small body at once, a large one in turns of its tenant.

import type { Operation, OperationInput } from '../contract/operation.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { AnyUseCase } from '../operations/use-case.ts';
import { REQUEST_CHARS_MAX } from './cache/response-cache.ts';
import type { Identity } from './identity.ts';
import type { LargeRequestScheduler } from './input/large-request-scheduler.ts';
import type { InputReader } from './input/read-input.ts';
import type { Exchange } from './wire/exchange.ts';

type Body = OperationInput<Operation>['body'];

type RunUseCase = (
  exchange: Exchange,
  head: ReturnType<InputReader['readHead']>,
  /** Undefined: without a body. */
  bytes: Buffer | undefined,
  scope: Identity['scope'],
) => ReturnType<AnyUseCase<Operation>>;

/**
 * What is read of the body is known in here only. Who calls this may have waited so long for the turn of the request that the garbage
 * collector takes all of the caller for old, and keeps what that refers to until the next full collection (Decision 0133).
 */
export const buildRunUseCase = (
  input: Pick<InputReader, 'parseBody'>,
  useCase: AnyUseCase<Operation>,
  largeRequests: LargeRequestScheduler,
): RunUseCase => {
  const parse = (exchange: Exchange, bytes: Buffer, { tenantId }: Identity['scope']) =>
    bytes.length <= REQUEST_CHARS_MAX
      ? input.parseBody(exchange, bytes, undefined)
      : largeRequests.inTurns(tenantId, (pauseIfDue) => input.parseBody(exchange, bytes, pauseIfDue));

  return (exchange, head, bytes, scope) => {
    const run = (body: Body) => {
      const work = () => useCase(exchange.caller as Caller, { ...head, body });
      return exchange.trace === undefined ? work() : exchange.trace.within(work);
    };
    if (bytes === undefined) return run(undefined);
    const body = parse(exchange, bytes, scope);
    return body instanceof Promise ? body.then(run) : run(body);
  };
};
