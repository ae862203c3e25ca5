// What the payload of a success says about the response beside its body: the same in every thread that makes one.

import type { Operation, OperationInput } from './operation.ts';

export interface SuccessHead {
  readonly status: 200 | 201 | 202;
  /** The path of the created object. */
  readonly location: string | undefined;
  /** Of an object that has one of its own. */
  readonly entityTag: string | undefined;
}

export const successHeadOf = (
  { successStatus = 200, isCreated, locationOf, entityTagOf }: Operation,
  payload: unknown,
  params: OperationInput<Operation>['params'],
): SuccessHead => {
  const status = isCreated?.(payload) === true ? 201 : successStatus;
  return {
    status,
    location: status === 201 ? locationOf?.(payload, params) : undefined,
    entityTag: entityTagOf?.(payload),
  };
};
