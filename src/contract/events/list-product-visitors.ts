// The report of events on the wire: how many visitors each product had.

import { Type } from 'typebox';
import { manageFailures, NOT_FOUND } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, dayText, identifier, limit, namedObject, skip, text } from '../values.ts';
import { eventTypeNames } from './event-types.ts';

export const PRODUCT_VISITORS_LIMIT = { default: 20, max: 100 } as const;

const visitors = () => Type.Integer({ minimum: 0 });

export const listProductVisitors = defineOperation({
  name: 'list-product-visitors',
  tag: 'Events',
  method: 'GET',
  path: '/manage/v1/catalogs/{catalog_id}/product-visitors',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'List products by visitors',
  description:
    'Lists the products that had events in one environment, with the exact number of distinct visitors for each type of event. Products with the most visitors of `type` come first; ties are sorted by product id. A visitor who comes on two days counts twice, because marks change daily.',
  params: closedObject({
    catalog_id: Type.String({ title: 'CatalogId', description: 'Id of the catalog.' }),
  }),
  query: closedObject({
    environment_id: identifier('The environment in which the events happened.', 'EventEnvironment'),
    type: Type.Optional(
      Type.Enum([...eventTypeNames], { description: 'The type of event to sort by. Default `view`.' }),
    ),
    from: Type.Optional(
      dayText('The first day, such as `2026-01-31` (UTC). Default: 29 days before `until`.', 'FirstDay'),
    ),
    until: Type.Optional(dayText('The last day (UTC). Default: today.', 'LastDay')),
    search_term: Type.Optional(text('Only events that this search led to.', 'EventSearchTerm')),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(PRODUCT_VISITORS_LIMIT.default, PRODUCT_VISITORS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: namedObject('ProductVisitorList', {
    total_count: Type.Integer({ minimum: 0, description: 'Number of products before `skip` and `limit`.' }),
    items: Type.Array(
      namedObject('ProductVisitors', {
        product_id: Type.String(),
        visitors: namedObject('VisitorCounts', {
          view: visitors(),
          click: visitors(),
          add_to_cart: visitors(),
          purchase: visitors(),
        }),
      }),
    ),
  }),
  successDescription: 'One page of products, and the total number of products with such events.',
  successExample: {
    total_count: 1,
    items: [{ product_id: 'jacket-7', visitors: { view: 31, click: 12, add_to_cart: 4, purchase: 1 } }],
  },
  failures: { ...manageFailures, 404: NOT_FOUND },
});
