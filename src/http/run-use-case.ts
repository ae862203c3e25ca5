// Reads the body of a request and runs the use case with it: a small body at once, a large one in turns of its tenant, and a large one of a
// write in another thread, unread.

import type { Operation, OperationInput } from '../contract/operation.ts';
import { type Caller, toPlainCaller } from '../domain/access/caller.ts';
import type { LargeWrites } from '../domain/limits/large-writes.ts';
import { readyJson } from '../operations/json-text.ts';
import type { AnyUseCase } from '../operations/use-case.ts';
import type { LargeRequestScheduler } from '../runtime/large-request-scheduler.ts';
import { REQUEST_CHARS_MAX } from './cache/response-cache.ts';
import type { Identity } from './identity.ts';
import type { InputReader } from './input/read-input.ts';
import type { Exchange } from './wire/exchange.ts';

/** Shorter ones are read and written within a few slices of the main thread. */
export const LARGE_WRITE_BYTES = 65_536;

export const isLargeWrite = ({ runsAsideWhenLarge }: Operation, bytes: number): boolean =>
  runsAsideWhenLarge === true && bytes > LARGE_WRITE_BYTES;

type Body = OperationInput<Operation>['body'];

type Head = ReturnType<InputReader['readHead']>;

type RunUseCase = (
  exchange: Exchange,
  head: Head,
  /** Undefined: without a body. */
  bytes: Buffer | undefined,
  scope: Identity['scope'],
) => ReturnType<AnyUseCase<Operation>>;

/** What takes care of large bodies. */
export interface LargeBodies {
  readonly largeRequests: LargeRequestScheduler;
  /** Absent: all writes run here. */
  readonly largeWrites: LargeWrites | undefined;
}

/**
 * What is read of the body is known in here only. Who calls this may have waited so long for the turn of the request that the garbage
 * collector takes all of the caller for old, and keeps what that refers to until the next full collection (Decision 0133).
 */
export const buildRunUseCase = (
  operation: Operation,
  input: Pick<InputReader, 'parseBody'>,
  useCase: AnyUseCase<Operation>,
  { largeRequests, largeWrites }: LargeBodies,
): RunUseCase => {
  const parse = (exchange: Exchange, bytes: Buffer, { tenantId }: Identity['scope']) =>
    bytes.length <= REQUEST_CHARS_MAX
      ? input.parseBody(exchange, bytes, undefined)
      : largeRequests.inTurns(tenantId, (pauseIfDue) => input.parseBody(exchange, bytes, pauseIfDue));

  const runAside = (caller: Caller, head: Head, body: Buffer) => {
    if (!isLargeWrite(operation, body.length)) return undefined;
    const result = largeWrites?.run({ operation: operation.name, caller: toPlainCaller(caller), head, body });
    return result?.then((written) => readyJson(written.json, written.head));
  };

  return (exchange, head, bytes, scope) => {
    const caller = exchange.caller as Caller;
    const run = (body: Body) => {
      const work = () => useCase(caller, { ...head, body });
      return exchange.trace === undefined ? work() : exchange.trace.within(work);
    };
    if (bytes === undefined) return run(undefined);
    const aside = runAside(caller, head, bytes);
    if (aside !== undefined) return aside;
    const body = parse(exchange, bytes, scope);
    return body instanceof Promise ? body.then(run) : run(body);
  };
};
