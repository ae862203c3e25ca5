// Every position of an id in a request, with values to put there: an id of our own, and ids that exist only in
// another environment, workspace or tenant. The matrix test makes sure that no position of the route table is
// missing.

import { productForm } from '../../fixtures/form-body.ts';
import type { SampleData } from '../operations/good-calls.ts';
import { managedCatalog, managedResource } from '../operations/managed-things.ts';
import { absent, home, hostOf, type Place, STAGING, shared, staging } from '../service/fixture-bundle.ts';
import { operationNames, operationOf } from '../service/fixture-service.ts';
import { formPositions } from './isolation-form-positions.ts';
import { managedPositions } from './isolation-managed-positions.ts';
import { productPositions } from './isolation-product-positions.ts';
import { ofWorkspace, recordPositions } from './isolation-record-positions.ts';
import {
  abroad,
  catalogsHere,
  environmentsHere,
  type Foreign,
  free,
  inList,
  inParams,
  inQuery,
  known,
  type Origin,
  otherTenant,
  otherWorkspace,
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

const written = (samples: SampleData): Readonly<Record<string, Positions>> => ({
  ...productPositions,
  ...recordPositions,
  ...formPositions(samples),
  'manage-list-tokens': { search: inQuery('search', words) },
  'manage-create-token': { environment_ids: inList('environment_ids', environmentsHere) },
  'manage-get-token': tokenIn(samples),
  'manage-revoke-token': tokenIn(samples),
  'manage-bulk-write': bulkPositions('write'),
  'manage-bulk-delete': bulkPositions('delete'),
  'manage-import-files': {
    catalog_id: inQuery('catalog_id', catalogsHere),
    environment_id: inQuery('environment_id', environmentsHere),
    // Our own would be updated, any other created.
    id: {
      ...known('standing', absent.id, there.category, abroad.category),
      put: (call, value) => ({ ...call, body: productForm(value, 'Imported') }),
    },
  },
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
