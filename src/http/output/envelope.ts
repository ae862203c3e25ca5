// The two envelopes of the interface (Resources and their fields, Envelopes), built here and nowhere else. No handler and no
// use case sees one: the operation's `envelope` property decides.

import type { Envelope } from '../../contract/operation.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import { JsonText } from '../../operations/json-text.ts';

/** The envelope of everything that is no operation. */
export const OUTSIDE_ENVELOPE: Envelope = 'bare';

export const successBody = (envelope: Envelope, payload: unknown): string => {
  if (!(payload instanceof JsonText))
    return JSON.stringify(envelope === 'bare' ? payload : { Status: 'success', Data: payload });
  return envelope === 'bare' ? payload.bytes : `{"Status":"success","Data":${payload.bytes}}`;
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
