// The shape of every use case: dependencies first, then caller and input. No use case knows HTTP, an envelope or a cache.

import type { Operation, OperationInput, OperationResult } from '../contract/operation.ts';
import type { Caller, PlainCaller } from '../domain/access/caller.ts';
import type { JsonText, LargeJsonResult } from './json-text.ts';

/** `Result` may be JSON text that is ready to send. */
export type UseCase<
  O extends Operation,
  Result extends OperationResult<O> | JsonText | LargeJsonResult = OperationResult<O>,
> = (caller: Caller, input: OperationInput<O>) => Promise<Result>;

/** Takes data and returns data, so that it can run in any thread: a read that takes long, a write with a large body. */
export type MovableUseCase<O extends Operation> = (
  caller: PlainCaller,
  input: OperationInput<O>,
) => Promise<OperationResult<O>>;

/** A use case with any kind of result. */
export type AnyUseCase<O extends Operation> = UseCase<O, OperationResult<O> | JsonText | LargeJsonResult>;
