// Every position of an id in a request, with values to put there: an id of our own, and ids that exist only in
// another environment, workspace or tenant. The matrix test makes sure that no position of the route table is
// missing.

import { emailAt, type SampleData } from '../operations/good-calls.ts';
import { idOf, managedCatalog, managedResource } from '../operations/managed-things.ts';
import {
  absent,
  home,
  hostOf,
  inStagingAlone,
  onlySlugOf,
  type Place,
  PRODUCTION,
  productsOf,
  STAGING,
  shared,
  staging,
} from '../service/fixture-bundle.ts';
import { type Call, operationNames, operationOf } from '../service/fixture-service.ts';
import { eventPositions } from './isolation-event-positions.ts';
import { managedPositions } from './isolation-managed-positions.ts';
import {
  abroad,
  catalogsHere,
  environmentsHere,
  type Foreign,
  free,
  inBody,
  inHeader,
  inList,
  inParams,
  inQuery,
  known,
  type Origin,
  otherTenant,
  otherWorkspace,
  own,
  type Position,
  type Positions,
  there,
  words,
} from './isolation-values.ts';

const scopeHeader = (part: keyof Place, foreign: Readonly<Record<Origin, Foreign>>): Position => ({
  put: (call, value) => ({ ...call, place: { ...home, [part]: value } }),
  isPlace: true,
  own: home[part],
  absent: absent.id,
  foreign,
});

const inElement = (name: 'environment_id' | 'version_id', position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => {
    const element = { environment_id: PRODUCTION, version_id: shared.versions[0], [name]: value };
    return { ...call, body: { version_data: [element] } };
  },
});

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

/** Ids that belong to a whole workspace have no other environment: an id of another kind is used instead. */
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

const everyHeader: Readonly<Record<string, Position>> = {
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
  isPlace: true,
};

const placesOf = (name: string): Positions => {
  const { scope } = operationOf(name);
  const { 'x-environment-id': environment, ...workspace } = everyHeader;
  if (scope === 'none' || environment === undefined) return {};
  if (scope === 'workspace') return workspace;
  return scope === 'headers' ? everyHeader : { ...everyHeader, host };
};

const ofModel = {
  modelInternalName: inParams('modelInternalName', ofWorkspace('modelName', shared.modelName)),
};
const ofRecord = (record: string = shared.record) => ({
  ...ofModel,
  contentModelDataId: inParams('contentModelDataId', ofWorkspace('record', record)),
});
const versionIn = (param: string, version: string): Positions => ({
  [param]: inParams(param, ofWorkspace('versionOfShared', version)),
});
const elements: Positions = {
  environment_id: inElement('environment_id', {
    own: PRODUCTION,
    absent: absent.id,
    foreign: {
      otherEnvironment: { value: STAGING, leadsTo: staging },
      otherWorkspace: { value: there.environment },
      otherTenant: { value: abroad.environment },
    },
  }),
};

const freeUuid = (mine: string): Omit<Position, 'put'> => ({
  own: mine,
  absent: absent.uuid,
  foreign: {
    otherEnvironment: { value: shared.catalogOf[STAGING] },
    otherWorkspace: { value: there.record },
    otherTenant: { value: abroad.record },
  },
  isFree: true,
});

const formsHere = {
  ...known(shared.form, absent.uuid, idOf('form', 'own', otherWorkspace), idOf('form', 'own', otherTenant)),
};
const form: Positions = { form_id: inParams('form_id', formsHere) };
const shownForm: Positions = {
  form_id: inParams('form_id', {
    ...formsHere,
    foreign: { ...formsHere.foreign, otherEnvironment: { value: shared.formOf[STAGING] } },
  }),
};

/** Each is published in one environment only. */
const slugs: Omit<Position, 'put'> = {
  own: onlySlugOf(home),
  absent: '/only/nowhere',
  foreign: {
    otherEnvironment: { value: onlySlugOf(staging) },
    otherWorkspace: { value: onlySlugOf(otherWorkspace) },
    otherTenant: { value: onlySlugOf(otherTenant) },
  },
};

const submission = (samples: SampleData): Positions => ({
  ...form,
  submission_id: inParams(
    'submission_id',
    known('', absent.uuid, samples.submissionIdOf(otherWorkspace), samples.submissionIdOf(otherTenant)),
  ),
});

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

const written = (samples: SampleData): Readonly<Record<string, Positions>> => ({
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
  'get-content-model': { id: inParams('id', ofWorkspace('model', shared.model)) },
  'publish-versions': {
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
  'list-forms': { search: inQuery('search', words) },
  'get-page': { record_id: inParams('record_id', ofWorkspace('record', shared.record)) },
  'get-page-by-slug': { slug: inQuery('slug', slugs) },
  'list-content-models': { search: inQuery('search', words) },
  'create-record': { ...ofModel, id: inBody('id', freeUuid(shared.passingRecord)) },
  'list-records': { ...ofModel, search: inQuery('search', words) },
  'get-record': ofRecord(),
  'delete-record': ofRecord(shared.passingRecord),
  'save-version': {
    ...ofRecord(shared.passingRecord),
    base_version_id: inBody('base_version_id', ofWorkspace('versionOfShared', shared.passingVersions[1])),
    id: inBody('id', freeUuid(absent.uuid.replace('9999', '9998'))),
  },
  'list-versions': ofRecord(),
  'get-version': { ...ofRecord(), ...versionIn('version_id', shared.versions[0]) },
  'delete-version': {
    ...ofRecord(shared.passingRecord),
    ...versionIn('version_id', shared.passingVersions[0]),
  },
  'compare-versions': {
    ...ofRecord(),
    ...versionIn('version_id', shared.versions[0]),
    ...versionIn('other_version_id', shared.versions[1]),
  },
  'unpublish-versions': {
    ...ofRecord(),
    ...elements,
    version_id: inElement('version_id', ofWorkspace('versionOfShared', shared.versions[1])),
  },
  'get-form': shownForm,
  'submit-form': {
    ...shownForm,
    _stamp: inBody('_stamp', {
      own: samples.stampOf(home),
      absent: 'forged.stamp',
      foreign: {
        otherEnvironment: { value: samples.stampOf(staging) },
        otherWorkspace: { value: samples.stampOf(otherWorkspace) },
        otherTenant: { value: samples.stampOf(otherTenant) },
      },
    }),
  },
  'list-submissions': { ...form, environment_id: inQuery('environment_id', environmentsHere) },
  'get-submission': submission(samples),
  'delete-submission': submission(samples),
  'export-submissions': { ...form, environment_id: inQuery('environment_id', environmentsHere) },
  'erase-submissions': {
    form_id: inBody('form_id', formsHere),
    value: inBody('value', {
      ...known('nobody@nowhere.test', 'no@where.test', emailAt(otherWorkspace), emailAt(otherTenant)),
      isFree: true,
    }),
  },
  'manage-list-tokens': { search: inQuery('search', words) },
  'manage-create-token': { environment_ids: inList('environment_ids', environmentsHere) },
  'manage-get-token': tokenIn(samples),
  'manage-revoke-token': tokenIn(samples),
  'manage-bulk-write': bulkPositions('write'),
  'manage-bulk-delete': bulkPositions('delete'),
});

const tokenIn = (samples: SampleData): Positions => ({
  token_id: inParams(
    'token_id',
    known('', absent.uuid, samples.tokenIdOf(otherWorkspace), samples.tokenIdOf(otherTenant)),
  ),
});

const lines = (...objects: object[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('');

/** Our own are published, so they are still in use. */
const deletedRecords: Positions = {
  record: {
    ...ofWorkspace('record', shared.record),
    put: (call, id) => ({ ...call, body: lines({ kind: 'record', id }) }),
  },
  version: {
    ...ofWorkspace('versionOfShared', shared.versions[0]),
    put: (call, id) => ({ ...call, body: lines({ kind: 'version', record_id: shared.record, id }) }),
  },
};

const bulkPositions = (verb: 'write' | 'delete'): Positions => {
  const product = {
    ...(verb === 'write' ? managedResource('product', 'standing', home) : { id: 'passing' }),
    kind: 'product',
    catalog_id: managedCatalog,
  };
  const inLine = (field: string, position: Omit<Position, 'put'>): Position => ({
    ...position,
    put: (call, value) => ({ ...call, body: lines({ ...product, [field]: value }) }),
  });
  const inScope = (field: string, position: Omit<Position, 'put'>): Position => ({
    ...position,
    put: (call, value) => {
      const scope = { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace, [field]: value };
      return { ...call, body: lines(scope, product) };
    },
  });
  return {
    // Unknown ids and ids in none of our catalogs are both `absent`.
    catalog_id: inLine('catalog_id', { ...catalogsHere, isFree: verb === 'delete' }),
    id: inLine('id', free(verb === 'write' ? 'standing' : 'passing')),
    tenant_id: inScope('tenant_id', known(home.tenant, absent.id, 'outlet', 'globex')),
    workspace_id: inScope('workspace_id', known(home.workspace, absent.id, 'outlet', 'annex')),
    ...(verb === 'delete' ? deletedRecords : {}),
  };
};

/**
 * Every position of an id in every operation. Operations above all workspaces have none: only the operator calls
 * them.
 */
export const buildPositions = (samples: SampleData): Readonly<Record<string, Positions>> => {
  const byName = written(samples);
  return Object.fromEntries(
    operationNames.map((name) => [name, { ...placesOf(name), ...byName[name], ...managedPositions(name) }]),
  );
};
