// Positions of ids in the operations of a storefront: content and product search, products, suggestions, events.

import { absent, inStagingAlone, productsOf, STAGING, shared } from '../service/fixture-bundle.ts';
import type { Call } from '../service/fixture-service.ts';
import { eventPositions } from './isolation-event-positions.ts';
import {
  abroad,
  inBody,
  inHeader,
  inList,
  inParams,
  inQuery,
  otherTenant,
  otherWorkspace,
  own,
  type Position,
  type Positions,
  there,
  words,
} from './isolation-values.ts';

/** A category that a link chooses as a facet. */
const inFacet = (position: Omit<Position, 'put'>): Position => {
  const { put } = inQuery('facet', position);
  return { ...position, put: (call, value) => put(call, `categories:${value}`) };
};

/** Catalog ids of a workspace, and in staging of a catalog that is not attached here. */
const ofCatalog = (key: keyof typeof inStagingAlone): Omit<Position, 'put'> => ({
  own: own[key],
  absent: absent.id,
  foreign: {
    otherEnvironment: { value: inStagingAlone[key] },
    otherWorkspace: { value: there[key] },
    otherTenant: { value: abroad[key] },
  },
});

const catalogs: Omit<Position, 'put'> = {
  own: shared.catalog,
  absent: absent.uuid,
  foreign: {
    otherEnvironment: { value: shared.catalogOf[STAGING] },
    otherWorkspace: { value: there.catalog },
    otherTenant: { value: abroad.catalog },
  },
};

/** Whose products are asked for. */
const ofShopper: Positions = {
  store_id: inQuery('store_id', {
    own: own.store,
    absent: absent.id,
    foreign: {
      otherEnvironment: { value: shared.storeOf[STAGING] },
      otherWorkspace: { value: there.store },
      otherTenant: { value: abroad.store },
    },
  }),
  channel_id: inQuery('channel_id', ofCatalog('channel')),
  location_id: inQuery('location_id', ofCatalog('location')),
  'x-customer-group-id': inHeader('x-customer-group-id', ofCatalog('customerGroup')),
};

/** Whatever asks for products by criteria. */
const ofProducts: Positions = {
  ...ofShopper,
  category_id: inBody('category_id', ofCatalog('category')),
  category_name: inBody('category_name', ofCatalog('categoryName')),
  collection_id: inBody('collection_id', ofCatalog('collection')),
  search_term: inBody('search_term', words),
};

/** The same criteria in a query string. */
const ofLink: Positions = {
  ...ofShopper,
  category_id: inQuery('category_id', ofCatalog('category')),
  category_name: inQuery('category_name', ofCatalog('categoryName')),
  collection_id: inQuery('collection_id', ofCatalog('collection')),
  search_term: inQuery('search_term', words),
  facet: inFacet(ofCatalog('category')),
};

/** Ids of products that are only in the catalog of staging, or in the larger catalogs of other workspaces. */
const products: Omit<Position, 'put'> = {
  own: 'p1',
  absent: absent.id,
  foreign: {
    otherEnvironment: { value: 'p-staging' },
    otherWorkspace: { value: `p${productsOf(otherWorkspace)}` },
    otherTenant: { value: `p${productsOf(otherTenant)}` },
  },
};

/** The same position in another call. */
const inCall = (positions: Positions, name: string, more: Partial<Call>): Position => {
  const position = positions[name] as Position;
  return { ...position, put: (call, value) => position.put({ ...call, ...more }, value) };
};

export const productPositions: Readonly<Record<string, Positions>> = {
  'search-content': {
    catalog_id: inQuery('catalog_id', catalogs),
    q: inQuery('q', words),
  },
  'count-products': ofProducts,
  'search-products': ofProducts,
  'search-facets': ofProducts,
  'get-product-search': ofLink,
  'get-facet-search': ofLink,
  'get-product': {
    ...ofShopper,
    // Each of them restricts another product.
    location_id: inCall(ofShopper, 'location_id', { params: { product_id: 'p2' } }),
    'x-customer-group-id': inCall(ofShopper, 'x-customer-group-id', { params: { product_id: 'p12' } }),
    product_id: inParams('product_id', products),
  },
  'get-product-by-slug': {
    ...ofShopper,
    location_id: inCall(ofShopper, 'location_id', { query: { slug: `${own.productSlug}-2` } }),
    'x-customer-group-id': inCall(ofShopper, 'x-customer-group-id', {
      query: { slug: `${own.productSlug}-12` },
    }),
    slug: inQuery('slug', {
      own: own.productSlug,
      absent: absent.id,
      foreign: {
        otherEnvironment: { value: 'rain-staging' },
        otherWorkspace: { value: there.productSlug },
        otherTenant: { value: abroad.productSlug },
      },
    }),
  },
  'lookup-products': { ...ofShopper, ids: inList('ids', products) },
  'list-categories': ofShopper,
  'list-similar-products': {
    ...ofShopper,
    product_id: inParams('product_id', products),
  },
  'suggest-searches': {
    ...ofShopper,
    'x-customer-group-id': inCall(ofShopper, 'x-customer-group-id', { body: { search_term: 'wool' } }),
    search_term: inBody('search_term', words),
  },
  'get-suggestions': {
    ...ofShopper,
    'x-customer-group-id': inCall(ofShopper, 'x-customer-group-id', { query: { search_term: 'wool' } }),
    search_term: inQuery('search_term', words),
  },
  ...eventPositions(ofShopper['store_id'] as Position, products),
  'popular-terms': { catalog_id: inQuery('catalog_id', catalogs) },
};
