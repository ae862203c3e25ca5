// The shape of every use case: dependencies first, then who asks and what for. No use case knows HTTP or an envelope.

import type { Operation, OperationInput, OperationResult } from '../contract/operation.ts';
import type { Caller } from '../domain/caller.ts';

export interface UseCase<O extends Operation> {
  (caller: Caller, input: OperationInput<O>): Promise<OperationResult<O>>;
  /** What is still to be done each time when the same answer is given again from memory. Absent: nothing. */
  readonly onRepeat?: (input: OperationInput<O>, result: OperationResult<O>) => (who: Visit) => void;
}

/** Who is given an answer again: he was found entitled to it when it was made. */
export type Visit = Pick<Caller, 'scope' | 'visitor'>;
