// A failure as a plain object, since class instances do not survive being sent between threads.

import { Failure, type FailureCode, type FailureName } from './failure.ts';

export interface PlainFailure {
  readonly status: number;
  readonly name: FailureName;
  readonly message: string;
  readonly code: FailureCode;
  readonly retryAfterSeconds: number | undefined;
}

export const toPlain = ({ status, name, message, code, retryAfterSeconds }: Failure): PlainFailure => ({
  status,
  name,
  message,
  code,
  retryAfterSeconds,
});

export const fromPlain = ({ status, name, message, code, retryAfterSeconds }: PlainFailure): Failure =>
  new Failure(status, name, message, {
    code,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
