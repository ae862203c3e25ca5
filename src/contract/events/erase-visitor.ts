// Erases what was recorded of one visitor, on the wire.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, namedObject, text } from '../values.ts';

export const eraseVisitor = defineOperation({
  name: 'erase-visitor',
  tag: 'Events',
  method: 'POST',
  path: '/manage/v1/visitors/erase',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Erase the traces of a visitor',
  description:
    'Permanently erases the events and recorded searches of one visitor in the workspace. Send exactly one of `visitor`, `address` and `mark`. What the visitor did in the last few seconds may not be stored yet; erase again to include it.',
  params: closedObject({}),
  query: closedObject({}),
  headers: closedObject({}),
  body: namedObject('VisitorErasure', {
    visitor: Type.Optional(identifier('The `visitor` that events were sent with.')),
    address: Type.Optional(
      identifier('The network address of the visitor, for events that were sent without a token.'),
    ),
    user_agent: Type.Optional(
      text('With `address`: the `User-Agent` of the visitor. Recorded searches are found only with it.'),
    ),
    mark: Type.Optional(identifier('The mark of a visitor on one day, as in an export of searches.')),
  }),
  success: namedObject('VisitorErasureResult', {
    events_erased: Type.Integer({ minimum: 0, description: 'Number of events erased.' }),
    searches_erased: Type.Integer({ minimum: 0, description: 'Number of recorded searches erased.' }),
  }),
  successDescription: 'The traces were erased.',
  requestExample: { visitor: 'shopper-4711' },
  successExample: { events_erased: 12, searches_erased: 0 },
  failures: { ...manageFailures, 404: 'The workspace does not exist.' },
});
