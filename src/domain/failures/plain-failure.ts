// A failure as a plain object, since class instances do not survive being sent between threads.

import { Failure, type FailureName, type FailureOptions } from './failure.ts';

export interface PlainFailure {
  readonly status: number;
  readonly name: FailureName;
  readonly message: string;
  readonly options: Pick<FailureOptions, 'code' | 'retryAfterSeconds' | 'refusal' | 'details'>;
}

export const toPlain = (failure: Failure): PlainFailure => {
  const { status, name, message, code, retryAfterSeconds, refusal, details } = failure;
  return {
    status,
    name,
    message,
    options: {
      code,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(refusal === undefined ? {} : { refusal }),
      ...(details === undefined ? {} : { details }),
    },
  };
};

export const fromPlain = ({ status, name, message, options }: PlainFailure): Failure =>
  new Failure(status, name, message, options);
