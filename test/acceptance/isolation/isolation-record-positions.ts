// Positions of ids in the operations of content models, records, versions and pages.

import { absent, home, onlySlugOf, PRODUCTION, STAGING, shared, staging } from '../service/fixture-bundle.ts';
import {
  abroad,
  inBody,
  inParams,
  inQuery,
  otherTenant,
  otherWorkspace,
  type Position,
  type Positions,
  there,
  words,
} from './isolation-values.ts';

const inElement = (name: 'environment_id' | 'version_id', position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => {
    const element = { environment_id: PRODUCTION, version_id: shared.versions[0], [name]: value };
    return { ...call, body: { version_data: [element] } };
  },
});

/** Ids that belong to a whole workspace have no other environment: an id of another kind is used instead. */
export const ofWorkspace = (
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

export const recordPositions: Readonly<Record<string, Positions>> = {
  'get-content-model': { id: inParams('id', ofWorkspace('model', shared.model)) },
  'publish-versions': {
    ...ofRecord(),
    ...elements,
    version_id: inElement('version_id', ofWorkspace('versionOfShared', shared.versions[0])),
  },
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
};
