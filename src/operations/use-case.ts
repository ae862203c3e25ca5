// The shape of every use case: dependencies first, then who asks and what for. No use case knows HTTP, an envelope or a cache.

import type { Operation, OperationInput, OperationResult } from '../contract/operation.ts';
import type { Caller } from '../domain/caller.ts';

export type UseCase<O extends Operation> = (
  caller: Caller,
  input: OperationInput<O>,
) => Promise<OperationResult<O>>;
