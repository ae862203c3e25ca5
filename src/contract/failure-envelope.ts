// The two failure shapes of the interface (Resources and their fields, Envelopes).

import { Type } from 'typebox';
import { closedObject } from './values.ts';

export const errorObject = closedObject({
  message: Type.String({ description: 'For people.' }),
  name: Type.String({ description: 'The kind of failure.' }),
  code: Type.Optional(Type.String({ description: 'A stable machine string that pins the cause.' })),
});

export const bareFailure = closedObject({ Status: Type.Literal('failure'), Error: errorObject });

export const wrappedFailure = closedObject({ Status: Type.Literal('failure'), Data: bareFailure });
