// The shape of every use case: dependencies first, then who asks and what for. No use case knows HTTP, an envelope or a cache.

import type { Operation, OperationInput, OperationResult } from '../contract/operation.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { JsonText } from './json-text.ts';

/** `Result` may be the same as JSON that is ready. */
export type UseCase<
  O extends Operation,
  Result extends OperationResult<O> | JsonText = OperationResult<O>,
> = (caller: Caller, input: OperationInput<O>) => Promise<Result>;

/** Any of them. */
export type AnyUseCase<O extends Operation> = UseCase<O, OperationResult<O> | JsonText>;
