// The use cases of the management interface: list, create, get, put and delete. They are the same for every kind; the table
// of kinds has the differences. The store checks what an object may refer to.

import { randomUUID } from 'node:crypto';
import { MANAGE_LIST_LIMIT, type ManageVerb } from '../../contract/manage/manage-operations.ts';
import { keyFieldsOf } from '../../contract/manage/manage-resources.ts';
import type { ManagedKind } from '../../contract/manage/managed-kind.ts';
import type { PlainCaller } from '../../domain/access/caller.ts';
import {
  alreadyExists,
  type Failure,
  hasDependents,
  invalidInput,
  preconditionFailed,
  refusedByState,
  resourceNotFound,
} from '../../domain/failures/failures.ts';
import type { Counted } from '../../domain/failures/first-hundred.ts';
import { type Allowance, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type {
  ManagedResource,
  Precondition,
  ResourceKey,
  ResourceObject,
  ResourceStore,
  WriteResult,
} from '../../domain/manage/managed-resource.ts';
import type { ObjectFault, ObjectReader } from '../../domain/manage/object-reader.ts';
import { requireWorkspace } from '../access/require-workspace.ts';
import { assertPatternsRun } from '../models/check-patterns.ts';
import { type GuardDependencies, writeGuardedModel } from '../models/guard-model.ts';
import { assertPageFits, pageOf } from '../page.ts';
import { readListQuery } from './manage-filters.ts';
import {
  findablePathKey,
  type ManageInput,
  type Place,
  placeOf,
  readPathKey,
  refuseFaults,
  workspaceOf,
} from './manage-place.ts';
import { entityTag, preconditionOf } from './manage-preconditions.ts';

export interface ResourceDependencies extends GuardDependencies {
  readonly reader: ObjectReader;
  readonly now: () => Date;
}

const LIST_ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'leave out the search and the filters, or list a smaller collection',
};

const WRITE_ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'body',
  advice: 'give the model fewer patterns',
};

export type ManageUseCase = (caller: PlainCaller, input: ManageInput) => Promise<unknown>;

type Build = (row: ManagedKind, dependencies: ResourceDependencies) => ManageUseCase;

const buildList: Build =
  (row, { resources, reader, meter }) =>
  async (caller, { params, query }) => {
    const page = pageOf(query, MANAGE_LIST_LIMIT.default);
    const narrowed = readListQuery(row, query);
    const place = placeOf(row, caller, params, reader);
    const { workspace, parent } = place;
    return meter.run(workspace, LIST_ALLOWANCE, async (budget) => {
      const { items, total } = await resources.listResources(
        workspace,
        row.kind,
        parent,
        page,
        narrowed,
        budget,
      );
      if (total === 0) await assertPlaceExists(row, caller, place, resources);
      const shown = items.map(({ object }) => withoutKind(object));
      await assertPageFits(shown, budget);
      return { total_count: total, items: shown };
    });
  };

/** Throws if the collection does not exist, so that it is never reported as empty. */
const assertPlaceExists = async (
  { parent, access }: ManagedKind,
  caller: PlainCaller,
  { workspace, parent: key }: Place,
  resources: ResourceStore,
): Promise<void> => {
  if (parent !== undefined) {
    const id = access === 'operator' ? workspace.tenantId : (key[parent.param] ?? '');
    const found = await resources.findResource(workspace, parent.kind, { id });
    if (found === undefined) throw resourceNotFound(parent.kind);
  } else if (access === 'manage') {
    await requireWorkspace(caller, resources);
  }
};

const buildGet: Build =
  (row, { resources, reader }) =>
  async (caller, { params }) => {
    const place = placeOf(row, caller, params, reader);
    const key = findablePathKey(row, place, params, reader);
    const found = await resources.findResource(workspaceOf(row, place, key['id']), row.kind, key);
    if (found === undefined) throw resourceNotFound(row.one);
    return toPayload(found);
  };

const buildCreate: Build =
  (row, { resources, reader, meter, now }) =>
  async (caller, { params, body }) => {
    const place = placeOf(row, caller, params, reader);
    const made = { id: randomUUID, created_at: () => now().toISOString() };
    const missing = row.made.filter((field) => isLeftOut(body, field));
    const given = { ...body, ...Object.fromEntries(missing.map((field) => [field, made[field]()])) };
    const object = readWith(row, place.parent, given, reader);
    const workspace = workspaceOf(row, place, object['id']);
    await meter.run(workspace, WRITE_ALLOWANCE, (budget) => assertPatternsRun(object, budget));
    const result = await resources.writeResource(workspace, object, { kind: 'absent' });
    if (result.kind === 'refused') throw alreadyExists(row.one, 'use put to replace it');
    return toPayload(written(row, result));
  };

const buildPut: Build =
  (row, dependencies) =>
  async (caller, { params, headers, query, body }) => {
    const { resources, reader, meter } = dependencies;
    const precondition = preconditionOf(headers);
    const place = placeOf(row, caller, params, reader);
    const read = readPathKey(row, place, params, reader);
    if ('faults' in read) throw refuseFaults(inParams(row, read.faults));
    const object = readWith(row, read.key, body, reader);
    const workspace = workspaceOf(row, place, object['id']);
    await meter.run(workspace, WRITE_ALLOWANCE, (budget) => assertPatternsRun(object, budget));
    const isGuarded = row.kind === 'content_model' && query['force'] !== true;
    const result = isGuarded
      ? await writeGuardedModel(dependencies, workspace, object, precondition)
      : await resources.writeResource(workspace, object, precondition);
    const { item, _meta_ } = toPayload(written(row, result));
    return { item, _meta_: { ..._meta_, outcome: result.kind } };
  };

const buildDelete: Build =
  (row, { resources, reader }) =>
  async (caller, { params, headers, query }) => {
    const precondition: Precondition = preconditionOf(headers);
    const place = placeOf(row, caller, params, reader);
    const key = findablePathKey(row, place, params, reader);
    const result = await resources.deleteResource(workspaceOf(row, place, key['id']), row.kind, key, {
      precondition,
      cascade: query['cascade'] === true,
    });
    switch (result.kind) {
      case 'absent':
        throw resourceNotFound(row.one);
      case 'refused':
        throw changed(result.current);
      case 'needed':
        throw hasDependents(row.one, result.dependents, result.count, ', or use cascade');
      default:
        return { deleted: true };
    }
  };

export const buildResourceUseCase: Readonly<Record<ManageVerb, Build>> = {
  list: buildList,
  create: buildCreate,
  get: buildGet,
  put: buildPut,
  delete: buildDelete,
};

const isLeftOut = (value: Readonly<Record<string, unknown>>, field: string): boolean =>
  !Object.hasOwn(value, field) || value[field] === null;

/** The object in the body, completed with the key in the path. If both have a field, they must agree. */
const readWith = (
  row: ManagedKind,
  fixed: ResourceKey,
  body: Readonly<Record<string, unknown>>,
  { readObject }: ObjectReader,
): ResourceObject => {
  const added = Object.entries(fixed).filter(([field]) => isLeftOut(body, field));
  const read = readObject(row.kind, { ...body, ...Object.fromEntries(added) });
  if ('faults' in read) throw refuseFaults(read.faults);
  for (const field of keyFieldsOf(row)) {
    if (fixed[field] !== undefined && read.object[field] !== fixed[field]) {
      throw invalidInput('conflicting', field, `${field} differs from the one in the path`);
    }
  }
  return read.object;
};

/** Renames faulty fields to the path parameters that the caller wrote. */
const inParams = ({ keys }: ManagedKind, { first, count }: Counted<ObjectFault>): Counted<ObjectFault> => ({
  first: first.map((fault) => {
    const param = Object.entries(keys).find(([, field]) => field === fault.field)?.[0];
    return param === undefined ? fault : { ...fault, field: param };
  }),
  count,
});

const written = (row: ManagedKind, result: WriteResult): ManagedResource => {
  if (result.kind === 'refused') throw changed(result.current);
  if (result.kind !== 'fault') return result.resource;
  // The missing object is the parent in the path, not one that the object refers to.
  if (result.field === row.parent?.param) throw resourceNotFound(row.parent.kind);
  if (result.field === 'workspace_id') throw resourceNotFound('workspace');
  throw refusedByState(result.field, result.message);
};

const changed = (current: ManagedResource | undefined): Failure =>
  preconditionFailed({ current: current === undefined ? null : toPayload(current) });

const toPayload = ({ object, tag }: ManagedResource) => ({
  item: withoutKind(object),
  _meta_: { etag: entityTag(tag) },
});

const withoutKind = ({ kind: _, ...fields }: ResourceObject): Readonly<Record<string, unknown>> => fields;
