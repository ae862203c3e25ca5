// The two failure shapes of the interface (Resources and their fields, Envelopes), and what a failure may carry beside its
// `Error` where a caller needs more to go on.

import { Type } from 'typebox';
import { closedObject, namedObject } from './values.ts';

export const errorObject = namedObject('Error', {
  message: Type.String({ description: 'For people.' }),
  name: Type.String({ description: 'The kind of failure.' }),
  code: Type.Optional(Type.String({ description: 'A stable machine string that pins the cause.' })),
});

const details = {
  field_errors: Type.Optional(
    Type.Array(
      namedObject('FieldError', {
        field: Type.String(),
        locale: Type.Optional(Type.String()),
        code: Type.String(),
        message: Type.String(),
      }),
      { description: 'One for each field that is not valid.' },
    ),
  ),
  dependents: Type.Optional(
    Type.Array(namedObject('Dependent', { kind: Type.String(), id: Type.String() }), {
      description: 'What still needs the thing that was to be deleted: the first hundred.',
    }),
  ),
  dependent_count: Type.Optional(Type.Integer({ description: 'How many they are in all.' })),
  breaks: Type.Optional(
    Type.Array(
      namedObject('ModelBreak', {
        model: Type.String(),
        field: Type.Optional(Type.String()),
        records: Type.Integer({ description: 'How many records it touches.' }),
        message: Type.String(),
      }),
      { description: 'What of the data a change of a content model would break.' },
    ),
  ),
  limit: Type.Optional(
    closedObject(
      {
        name: Type.String(),
        allowed: Type.Integer(),
        wanted: Type.Integer({ description: 'What there would be.' }),
        setting: Type.String({ description: 'What raises the limit; only the operator can.' }),
      },
      { description: 'The limit that the write would go beyond.' },
    ),
  ),
  current: Type.Optional(Type.Unknown({ description: 'What stands there now; null when nothing does.' })),
  current_version_id: Type.Optional(Type.String({ description: 'The latest version of the record.' })),
  changes: Type.Optional(
    Type.Array(Type.Unknown(), {
      description: 'What was changed since the base: as in the comparison of two versions.',
    }),
  ),
};

const failure = { Status: Type.Literal('failure'), Error: errorObject };

export const bareFailure = namedObject('BareFailure', failure);

export const wrappedFailure = namedObject('WrappedFailure', {
  Status: Type.Literal('failure'),
  Data: namedObject('FailureData', { ...failure, ...details }),
});
