// The two failure shapes of the interface (Resources and their fields, Envelopes), and the details that a failure may carry
// beside its `Error`.

import { Type } from 'typebox';
import { closedObject, namedObject } from './values.ts';

export const errorObject = namedObject('Error', {
  message: Type.String({ description: 'Says what went wrong, for people to read.' }),
  name: Type.String({ description: 'The kind of failure.' }),
  code: Type.String({ description: 'A stable string that identifies the cause, for programs to compare.' }),
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
      { maxItems: 100, description: 'One entry for each field that is not valid, the first hundred.' },
    ),
  ),
  field_error_count: Type.Optional(
    Type.Integer({ description: 'Total number of fields that are not valid.' }),
  ),
  dependents: Type.Optional(
    Type.Array(namedObject('Dependent', { kind: Type.String(), id: Type.String() }), {
      description: 'The first hundred objects that still need the one to be deleted.',
    }),
  ),
  dependent_count: Type.Optional(
    Type.Integer({ description: 'Total number of objects that still need it.' }),
  ),
  breaks: Type.Optional(
    Type.Array(
      namedObject('BreakingChange', {
        model: Type.String(),
        field: Type.Optional(Type.String()),
        records: Type.Integer({ description: 'Number of records affected.' }),
        message: Type.String(),
      }),
      {
        maxItems: 100,
        description: 'The data that the change of the content model would break, the first hundred.',
      },
    ),
  ),
  break_count: Type.Optional(
    Type.Integer({ description: 'Total number of entries that `breaks` would have.' }),
  ),
  limit: Type.Optional(
    closedObject(
      {
        name: Type.String(),
        allowed: Type.Integer(),
        wanted: Type.Integer({ description: 'What the write would have led to.' }),
        setting: Type.String({
          description: 'The setting that raises the limit. Only the operator can change it.',
        }),
      },
      { description: 'The limit that the write would exceed.' },
    ),
  ),
  current: Type.Optional(
    Type.Unknown({ description: 'The current state of the object, `null` if it does not exist.' }),
  ),
  current_version_id: Type.Optional(Type.String({ description: 'The latest version of the record.' })),
  changes: Type.Optional(
    Type.Array(Type.Unknown(), {
      description: 'What changed since the base version, in the form used to compare two versions.',
    }),
  ),
};

const failure = { Status: Type.Literal('failure'), Error: errorObject };

export const bareFailure = namedObject('BareFailure', failure);

export const wrappedFailure = namedObject('WrappedFailure', {
  Status: Type.Literal('failure'),
  Data: namedObject('FailureData', { ...failure, ...details }),
});
