// The positions of ids in the operations on events and recorded searches: recording, reporting and erasing them.

import {
  catalogsHere,
  environmentsHere,
  free,
  inParams,
  inQuery,
  type Position,
  type Positions,
  words,
} from './isolation-values.ts';

/** In the only event of the request. */
const inEvent = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  isFree: true,
  put: (call, value) => ({ ...call, body: { events: [{ type: 'view', product_id: 'p1', [name]: value }] } }),
});

/** The only thing that the visitor is found by. */
const inErasure = (name: string, own: string): Position => ({
  ...free(own),
  put: (call, value) => ({ ...call, body: { [name]: value } }),
});

export const eventPositions = (
  storeId: Position,
  products: Omit<Position, 'put'>,
): Readonly<Record<string, Positions>> => ({
  'record-events': {
    store_id: storeId,
    product_id: inEvent('product_id', products),
    visitor: inEvent('visitor', free('someone')),
    search_term: inEvent('search_term', words),
  },
  'list-product-visitors': {
    catalog_id: inParams('catalog_id', catalogsHere),
    environment_id: inQuery('environment_id', environmentsHere),
    search_term: inQuery('search_term', { ...words, isFree: true }),
  },
  'get-search-report': { catalog_id: inParams('catalog_id', catalogsHere) },
  'erase-visitor': {
    visitor: inErasure('visitor', 'nobody'),
    address: inErasure('address', '192.0.2.1'),
    mark: inErasure('mark', 'mark'),
  },
});
