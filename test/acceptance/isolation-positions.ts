// Every place in a request where an id can stand, and what to put there: an id of our own, and ids that exist only in
// another environment, workspace or tenant. The matrix test makes sure that no such place of the route table is left out.

import type { OperationName } from '../../src/contract/routes.ts';
import {
  absent,
  home,
  hostOf,
  inStagingAlone,
  ownOf,
  type Place,
  PRODUCTION,
  STAGING,
  shared,
  staging,
} from './fixture-bundle.ts';
import type { Call } from './fixture-service.ts';

export type Origin = 'otherEnvironment' | 'otherWorkspace' | 'otherTenant';
export const origins: readonly Origin[] = ['otherEnvironment', 'otherWorkspace', 'otherTenant'];

export const otherWorkspace: Place = { ...home, workspace: 'outlet' };
export const otherTenant: Place = { ...home, tenant: 'globex' };
/** Its workspace id exists in the other tenant only. */
export const annex: Place = { ...home, tenant: 'globex', workspace: 'annex' };

const there = ownOf(otherWorkspace);
const abroad = ownOf(otherTenant);
const own = ownOf(home);

/** An id to put in; `leadsTo` where it names a scope in which the request then legitimately is. */
export interface Foreign {
  readonly value: string;
  readonly leadsTo?: Place;
}

export interface Position {
  /** The request with this id in this position. */
  readonly put: (call: Call, value: string) => Call;
  readonly own: string;
  readonly absent: string;
  readonly foreign: Readonly<Record<Origin, Foreign>>;
  /** Where a host of others is known to be one, but a token does not open it. */
  readonly isPublic?: boolean;
}

const scopeHeader = (part: keyof Place, foreign: Readonly<Record<Origin, Foreign>>): Position => ({
  put: (call, value) => ({ ...call, place: { ...home, [part]: value } }),
  own: home[part],
  absent: absent.id,
  foreign,
});

const inQuery = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({
    ...call,
    query: { ...(typeof call.query === 'object' ? call.query : {}), [name]: value },
  }),
});

const inParams = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, params: { ...call.params, [name]: value } }),
});

const inBody = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, body: { ...(call.body as object), [name]: value } }),
});

const inHeader = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, headers: [[name, value]] }),
});

const inElement = (name: 'environment_id' | 'version_id', position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => {
    const element = { environment_id: PRODUCTION, version_id: shared.versions[0], [name]: value };
    return { ...call, body: { version_data: [element] } };
  },
});

/** Ids of the catalog side that belong to a workspace, and in staging to a catalog that is not attached here. */
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

/** Words that stand in texts elsewhere and in none of ours. */
const words: Omit<Position, 'put'> = {
  own: 'acmeweb',
  absent: 'qqqqqqqq',
  foreign: {
    otherEnvironment: { value: 'onlystaging' },
    otherWorkspace: { value: 'acmeoutlet' },
    otherTenant: { value: 'globexweb' },
  },
};

/** What belongs to a workspace as a whole has no other environment: an id of another kind stands in for it. */
const ofWorkspace = (
  key: 'model' | 'modelName' | 'record' | 'versionOfShared',
  mine: string,
): Omit<Position, 'put'> => ({
  own: mine,
  absent: key === 'modelName' ? absent.id : absent.uuid,
  foreign: {
    otherEnvironment: { value: shared.catalogOf[STAGING] },
    otherWorkspace: { value: there[key] },
    otherTenant: { value: abroad[key] },
  },
});

const everywhere: Readonly<Record<string, Position>> = {
  'x-tenant-id': scopeHeader('tenant', {
    otherEnvironment: { value: STAGING },
    otherWorkspace: { value: 'outlet' },
    otherTenant: { value: 'globex', leadsTo: otherTenant },
  }),
  'x-workspace-id': scopeHeader('workspace', {
    otherEnvironment: { value: STAGING },
    otherWorkspace: { value: 'outlet', leadsTo: otherWorkspace },
    otherTenant: { value: 'annex' },
  }),
  'x-environment-id': scopeHeader('environment', {
    otherEnvironment: { value: STAGING, leadsTo: staging },
    otherWorkspace: { value: there.environment },
    otherTenant: { value: abroad.environment },
  }),
};

const host: Position = {
  put: (call, value) => ({ ...call, place: null, host: value }),
  own: hostOf(home),
  absent: absent.host,
  foreign: {
    otherEnvironment: { value: hostOf(staging), leadsTo: staging },
    otherWorkspace: { value: hostOf(otherWorkspace), leadsTo: otherWorkspace },
    otherTenant: { value: hostOf(otherTenant), leadsTo: otherTenant },
  },
  isPublic: true,
};

export const positions: Readonly<Record<OperationName, Readonly<Record<string, Position>>>> = {
  'search-content': {
    ...everywhere,
    catalog_id: inQuery('catalog_id', catalogs),
    q: inQuery('q', words),
  },
  'count-products': {
    ...everywhere,
    host,
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
    category_id: inBody('category_id', ofCatalog('category')),
    category_name: inBody('category_name', ofCatalog('categoryName')),
    collection_id: inBody('collection_id', ofCatalog('collection')),
    search_term: inBody('search_term', words),
  },
  'popular-terms': { ...everywhere, catalog_id: inQuery('catalog_id', catalogs) },
  'get-content-model': { ...everywhere, id: inParams('id', ofWorkspace('model', shared.model)) },
  'publish-versions': {
    ...everywhere,
    modelInternalName: inParams('modelInternalName', ofWorkspace('modelName', shared.modelName)),
    contentModelDataId: inParams('contentModelDataId', ofWorkspace('record', shared.record)),
    environment_id: inElement('environment_id', {
      own: PRODUCTION,
      absent: absent.id,
      foreign: {
        otherEnvironment: { value: STAGING, leadsTo: staging },
        otherWorkspace: { value: there.environment },
        otherTenant: { value: abroad.environment },
      },
    }),
    version_id: inElement('version_id', ofWorkspace('versionOfShared', shared.versions[0])),
  },
  'list-forms': { ...everywhere, host, search: inQuery('search', words) },
};
