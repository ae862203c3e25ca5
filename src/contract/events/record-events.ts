// Events of shoppers on the wire: what they viewed, clicked, put into the cart and bought.

import { Type } from 'typebox';
import { openFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { shopperQuery } from '../products/product-criteria.ts';
import { closedObject, identifier, namedObject, text } from '../values.ts';
import { eventTypeNames } from './event-types.ts';

export const EVENTS_MAX = 100;

const event = namedObject('ProductEvent', {
  type: Type.Enum([...eventTypeNames], { description: 'What the shopper did.' }),
  product_id: identifier('Id of the product. An event of an unknown product is ignored.'),
  visitor: Type.Optional(
    identifier(
      'Whatever tells your shoppers apart, such as a random id. It is stored only as a mark that changes every day. Without a token with the permission `full` it is ignored: everyone behind one network address is one visitor.',
    ),
  ),
  search_term: Type.Optional(text('The search that led to the product.')),
});

export const recordEvents = defineOperation({
  name: 'record-events',
  tag: 'Events',
  method: 'POST',
  path: '/apis/ecommerce-service/public/discovery/v2/events',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isUnmetered: true,
  summary: 'Record events of shoppers',
  description:
    'Takes up to 100 events. They are stored later: a valid request is always accepted, and events are dropped while too many wait. However often a visitor repeats an event on a day, it counts once. Events make products popular (`sort_by=popularity`, suggestions) and can be reported.',
  params: closedObject({}),
  query: closedObject({ store_id: shopperQuery.store_id }),
  headers: closedObject({}),
  body: namedObject('EventBatch', {
    events: Type.Array(event, {
      minItems: 1,
      maxItems: EVENTS_MAX,
      description: `The events, up to ${EVENTS_MAX}.`,
    }),
  }),
  success: namedObject('EventsAccepted', {
    accepted: Type.Integer({ minimum: 1, description: 'Number of events in the request.' }),
  }),
  successStatus: 202,
  successDescription: 'The events were accepted.',
  requestExample: {
    events: [
      { type: 'view', product_id: 'jacket-7' },
      { type: 'add_to_cart', product_id: 'jacket-7', search_term: 'down jacket' },
    ],
  },
  successExample: { accepted: 2 },
  failures: { ...openFailures, 404: 'The host, the environment or the store does not exist.' },
});
