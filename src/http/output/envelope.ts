// The two envelopes of the interface (Resources and their fields, Envelopes), built here and nowhere else. No handler and no
// use case sees one: the operation's `envelope` property decides.

import type { Envelope } from '../../contract/operation.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { LargeJson } from '../../domain/text/large-json.ts';
import { JsonText, LargeJsonResult } from '../../operations/json-text.ts';

/** The envelope of everything that is no operation. */
export const OUTSIDE_ENVELOPE: Envelope = 'bare';

/** A success as JSON, before its envelope. */
export interface SuccessJson {
  readonly json: string | LargeJson;
  /** Whether each character of a string is one byte already. */
  readonly isBytes: boolean;
}

export const successJson = (payload: unknown): SuccessJson => {
  if (payload instanceof JsonText) return { json: payload.bytes, isBytes: true };
  if (payload instanceof LargeJsonResult) return { json: payload.json, isBytes: true };
  return { json: JSON.stringify(payload), isBytes: false };
};

export type ReadyJson = JsonText | LargeJsonResult;

export const isReadyJson = (payload: unknown): payload is ReadyJson =>
  payload instanceof JsonText || payload instanceof LargeJsonResult;

/** What stands before and after the JSON of a success. */
export const frames: Readonly<Record<Envelope, readonly [before: string, after: string]>> = {
  bare: ['', ''],
  wrapped: ['{"Status":"success","Data":', '}'],
};

export const failureBody = (envelope: Envelope, failure: Failure): string => {
  const { message, name, code, details } = failure;
  const bare = {
    Status: 'failure',
    Error: { message, name, ...(code === undefined ? {} : { code }) },
    ...details,
  };
  return JSON.stringify(envelope === 'bare' ? bare : { Status: 'failure', Data: bare });
};
