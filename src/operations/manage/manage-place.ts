// Finds the workspace and the key that the path and the caller of a management request name, in normalized spelling.
// A path with an impossible key is treated like a key that does not exist.

import type { ManagedKind } from '../../contract/manage/managed-kind.ts';
import type { PlainCaller } from '../../domain/access/caller.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { type Failure, missingParameter, resourceNotFound } from '../../domain/failures/failures.ts';
import { invalidValues } from '../../domain/failures/field-failures.ts';
import type { Counted } from '../../domain/failures/first-hundred.ts';
import type { ResourceKey } from '../../domain/manage/managed-resource.ts';
import { fieldErrorOf, type ObjectFault, type ObjectReader } from '../../domain/manage/object-reader.ts';

/** The path, query and headers of a request, validated. */
export interface ManageInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The collection in the path. */
export interface Place {
  readonly workspace: WorkspaceScope;
  /** Fields that every object in it has in common: `{ catalog_id }`. */
  readonly parent: ResourceKey;
}

type Reader = Pick<ObjectReader, 'readKey'>;

export const placeOf = (
  row: ManagedKind,
  { scope }: PlainCaller,
  params: Readonly<Record<string, string>>,
  { readKey }: Reader,
): Place => {
  const parentId = readParent(row, params, readKey);
  if (row.access === 'operator') {
    return { workspace: { tenantId: parentId ?? '', workspaceId: '' }, parent: {} };
  }
  return {
    workspace: { tenantId: scope.tenantId, workspaceId: scope.workspaceId },
    parent: row.parent === undefined ? {} : { [row.parent.param]: parentId ?? '' },
  };
};

const readParent = (
  { parent }: ManagedKind,
  params: Readonly<Record<string, string>>,
  readKey: ObjectReader['readKey'],
): string | undefined => {
  if (parent === undefined) return undefined;
  const read = readKey(parent.kind, { id: params[parent.param] });
  if ('faults' in read) throw resourceNotFound(parent.kind);
  return read.key['id'];
};

/** The workspace that holds the object. A tenant or workspace counts as being inside itself. */
export const workspaceOf = (row: ManagedKind, { workspace }: Place, id: unknown): WorkspaceScope => {
  if (row.access === 'manage') return workspace;
  return row.kind === 'tenant'
    ? { tenantId: String(id), workspaceId: '' }
    : { tenantId: workspace.tenantId, workspaceId: String(id) };
};

/** The key in the path, or what is wrong with it. */
export const readPathKey = (
  row: ManagedKind,
  { parent }: Place,
  params: Readonly<Record<string, string>>,
  { readKey }: Reader,
): ReturnType<ObjectReader['readKey']> => {
  const own = Object.entries(row.keys).map(([param, field]) => [field, params[param]]);
  return readKey(row.kind, { ...parent, ...Object.fromEntries(own) });
};

/** An impossible key counts as one that does not exist. */
export const findablePathKey = (
  row: ManagedKind,
  place: Place,
  params: Readonly<Record<string, string>>,
  reader: Reader,
): ResourceKey => {
  const read = readPathKey(row, place, params, reader);
  if ('faults' in read) throw resourceNotFound(row.one);
  return read.key;
};

/** Missing values are reported before other faults, as everywhere. */
export const refuseFaults = ({ first, count }: Counted<ObjectFault>): Failure => {
  const missing = first.find(({ fault }) => fault === 'missing');
  const unknown = first.find(({ fault }) => fault === 'unknown_field');
  if (missing !== undefined) return missingParameter(missing.field, unknown?.field);
  return invalidValues({ first: first.map(fieldErrorOf), count });
};
