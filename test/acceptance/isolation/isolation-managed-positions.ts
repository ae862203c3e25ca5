// The positions of ids in the generated management operations: keys, parents, filters, and references between
// resources.

import type { ManagedKindName } from '../../../src/contract/manage/managed-kind.ts';
import { findManaged, roleOf } from '../operations/good-calls.ts';
import { idOf } from '../operations/managed-things.ts';
import { absent, home, shared } from '../service/fixture-bundle.ts';
import { operationOf } from '../service/fixture-service.ts';
import {
  abroad,
  catalogsHere,
  environmentsHere,
  free,
  inBody,
  inList,
  inParams,
  inQuery,
  known,
  otherTenant,
  otherWorkspace,
  type Position,
  type Positions,
  there,
  words,
} from './isolation-values.ts';

/** The possible references of each kind. Unless marked free, they must exist. */
const references: Readonly<Partial<Record<ManagedKindName, Positions>>> = {
  domain: { environment_id: inBody('environment_id', environmentsHere) },
  content_model: {
    group_id: inBody('group_id', free('group')),
    component_id: inField('component_id'),
    destination_relation_field_id: inField('destination_relation_field_id'),
  },
  catalog: {
    environment_ids: inList('environment_ids', environmentsHere),
    content_models: inList('content_models', free(shared.modelName)),
  },
  store: {
    environment_id: inBody('environment_id', environmentsHere),
    catalog_id: inBody('catalog_id', { ...catalogsHere, own: shared.catalog }),
    content_model_id: inBody('content_model_id', free(shared.model)),
    channel_ids: inList('channel_ids', free('channel-1')),
  },
  form: { environment_ids: inList('environment_ids', environmentsHere) },
  category: { parent_id: inBody('parent_id', free('standing')) },
  product: Object.fromEntries(
    ['category_ids', 'collection_ids', 'channel_ids', 'location_ids', 'customer_group_ids'].map((name) => [
      name,
      inList(name, free('standing')),
    ]),
  ),
  content_item: { environment_ids: inList('environment_ids', environmentsHere) },
  merchandising_rule: {
    ...Object.fromEntries(
      ['category_id', 'collection_id', 'customer_group_id', 'channel_id'].map((name) => [
        name,
        inRule((value) => ({ when: { [name]: value } })),
      ]),
    ),
    hide: inList('hide', free('standing')),
    pin: inList('pin', free('standing')),
    pin_at: inRule((id) => ({ pin_at: [{ id, position: 1 }] })),
    ids: inRule((id) => ({ boost: [{ factor: 2, ids: [id] }] })),
    environment_ids: inList('environment_ids', environmentsHere),
  },
};

function inRule(partOf: (value: string) => object): Position {
  return {
    ...free('standing'),
    put: (call, value) => ({ ...call, body: { ...(call.body as object), ...partOf(value) } }),
  };
}

function inField(name: string): Position {
  return {
    ...free('any'),
    put: (call, value) => {
      const { fields } = call.body as { readonly fields: readonly object[] };
      return { ...call, body: { ...(call.body as object), fields: [{ ...fields[0], [name]: value }] } };
    },
  };
}

/** The value that identifies the resource, in the path or the body. */
const keyPosition = (kind: ManagedKindName, mine: string): Omit<Position, 'put'> => ({
  ...known(
    mine,
    { domain: absent.host, content_model: absent.uuid, catalog: absent.uuid, form: absent.uuid }[
      kind as string
    ] ?? absent.id,
    idOf(kind, 'own', otherWorkspace),
    idOf(kind, 'own', otherTenant),
  ),
});

const filterPositions: Readonly<Record<string, Omit<Position, 'put'>>> = {
  environment_id: environmentsHere,
  category_id: known('c1', absent.id, there.category, abroad.category),
  parent_id: known('null', absent.id, there.category, abroad.category),
  search: { ...words, foreign: { ...words.foreign, otherEnvironment: { value: 'qqqqqqqz' } } },
};

const locales = known('en-us', 'zz', 'yy', 'xx');
const LOCALES = { ...locales, foreign: { ...locales.foreign, otherEnvironment: { value: 'ww' } } };

/** None for resources above all workspaces: only the operator manages those. */
export const managedPositions = (name: string): Positions => {
  const found = findManaged(name);
  if (found === undefined || found.row.access === 'operator') return {};
  const { row, verb } = found;
  const mine = idOf(row.kind, roleOf(verb), home);
  const [keyParam = '', keyField = ''] = Object.entries(row.keys)[0] ?? [];
  const key = keyPosition(row.kind, mine);
  const isWrite = verb === 'create' || verb === 'put';
  const taken = { isTaken: row.kind === 'domain' && isWrite };
  const filters = Object.keys(operationOf(name).query.properties).flatMap((filter) => {
    const position = filterPositions[filter];
    return position === undefined ? [] : [[filter, inQuery(filter, position)] as const];
  });
  const parent = row.parent?.param;
  return {
    ...(verb === 'list' ? Object.fromEntries(filters) : {}),
    ...(isWrite ? references[row.kind] : {}),
    ...(verb === 'create' ? { [keyField]: inBody(keyField, { ...key, ...taken, isFree: true }) } : {}),
    ...(parent === undefined ? {} : { [parent]: inParams(parent, catalogsHere) }),
    ...(verb === 'create' || verb === 'list' ? {} : { [keyParam]: inParams(keyParam, { ...key, ...taken }) }),
    ...('locale' in row.keys && verb !== 'create' && verb !== 'list'
      ? { locale: inParams('locale', LOCALES) }
      : {}),
    ...(verb === 'put' ? { id: inBody(keyField, key) } : {}),
    ...(isWrite && parent !== undefined ? { [`body.${parent}`]: inBody(parent, catalogsHere) } : {}),
  };
};
