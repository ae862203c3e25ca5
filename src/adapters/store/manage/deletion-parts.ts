// What goes with a resource, in parts that are deleted few rows at a time (`deletion-steps.ts`). What others write meanwhile is found by
// another round, or by the last transaction.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKind, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import type { Db } from '../sql/engine.ts';
import { findHead } from '../sql/feed-rows.ts';
import { readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import {
  everyForm,
  everyObject,
  feedOf,
  objectsInCatalogs,
  type Part,
  plainRows,
  publications,
  records,
  someObjects,
  submissions,
  wholeWorkspaces,
} from './deletion-part-kinds.ts';
import {
  DOCUMENTS_AT_ONCE,
  having,
  kindsInCatalog,
  kindsOfEnvironments,
  listing,
  recordedIn,
  recordRows,
} from './dependents.ts';
import { detachFrom, removeObject } from './removal.ts';
import { rowsOf } from './resource-tables.ts';

/** Those who follow the feed and are not far behind go on. */
const CHANGES_KEPT = 1_000;

const recordedTables = [
  'search_event',
  'product_event',
  'product_popularity',
  // Before its parts: without it nobody reads them.
  'search_report',
  'search_report_part',
] as const;

/** Kinds of resources that something can depend on. */
export const hasParts = (kind: ResourceKind): boolean => kindsWithParts.has(kind);

const kindsWithParts: ReadonlySet<ResourceKind> = new Set([
  'tenant',
  'workspace',
  'environment',
  'content_model',
  'catalog',
  'form',
]);

/** Without `cascade`, only what does not prevent the deletion. */
export async function* partsOf(
  db: Db,
  workspace: WorkspaceScope,
  object: ResourceObject,
  cascade: boolean,
): AsyncIterable<Part> {
  if (cascade) yield* dependentParts(db, workspace, object);
  const id = String(object['id']);
  switch (object.kind) {
    case 'environment':
      yield publications(workspace, id);
      for await (const set of recordedIn(db, workspace, id)) yield plainRows(workspace, set);
      break;
    case 'workspace':
      yield* logOf(db, workspace);
      break;
    case 'catalog':
      yield* recordedOfCatalogs(workspace, id);
      break;
  }
}

async function* dependentParts(
  db: Db,
  workspace: WorkspaceScope,
  object: ResourceObject,
): AsyncIterable<Part> {
  const id = String(object['id']);
  switch (object.kind) {
    case 'tenant':
      for await (const own of workspacesOf(db, workspace)) {
        yield* partsOfWorkspace(own);
        yield* logOf(db, own);
      }
      yield wholeWorkspaces(workspace);
      break;
    case 'workspace':
      yield* partsOfWorkspace(workspace);
      break;
    case 'environment':
      yield* attachedTo(workspace, id);
      break;
    case 'content_model': {
      const model = String(object['internal_name']);
      yield records(workspace, recordRows(workspace, model), model);
      break;
    }
    case 'catalog':
      yield someObjects(workspace, 'store', having('catalog_id', id), removeObject);
      yield* objectsOfCatalogs(workspace, id);
      break;
    case 'form':
      yield submissions(workspace, id);
      break;
  }
}

/** In all of its catalogs, models and forms at once. Relations do not matter: all records go. */
function* partsOfWorkspace(workspace: WorkspaceScope): Iterable<Part> {
  yield* objectsOfCatalogs(workspace);
  yield* recordedOfCatalogs(workspace);
  const all = { table: 'record', prefix: workspacePrefix(workspace), key: ['record_id'] } as const;
  yield records(workspace, all);
  yield submissions(workspace);
  yield everyForm(workspace);
  for (const kind of ['domain', 'store'] as const) yield everyObject(workspace, kind);
}

/** What happened in the workspace: its feed, and the requests that need not be repeated. */
async function* logOf(db: Db, workspace: WorkspaceScope): AsyncIterable<Part> {
  const claims = { table: 'idempotency_claim', prefix: workspacePrefix(workspace) } as const;
  yield plainRows(workspace, { ...claims, key: keysInWorkspace.idempotency_claim });
  yield feedOf(workspace, (await findHead(db, workspace)) - CHANGES_KEPT);
}

const objectsOfCatalogs = (workspace: WorkspaceScope, catalogId?: string): Part[] =>
  kindsInCatalog.map((kind) => objectsInCatalogs(workspace, kind, catalogId));

const recordedOfCatalogs = (workspace: WorkspaceScope, catalogId?: string): Part[] =>
  recordedTables.map((table) => {
    const where = catalogId === undefined ? {} : { where: sql`catalog_id = ${catalogId}` };
    const set = { table, prefix: workspacePrefix(workspace), key: keysInWorkspace[table], ...where };
    return plainRows(workspace, set);
  });

const attachedTo = (workspace: WorkspaceScope, environmentId: string): Part[] => [
  ...(['domain', 'store'] as const).map((kind) =>
    someObjects(workspace, kind, having('environment_id', environmentId), removeObject),
  ),
  ...kindsOfEnvironments.map((kind) =>
    someObjects(workspace, kind, listing(environmentId), (removal, own, object) =>
      detachFrom(removal, own, object, environmentId),
    ),
  ),
];

async function* workspacesOf(db: Db, tenant: WorkspaceScope): AsyncIterable<WorkspaceScope> {
  const options = { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE };
  for await (const batch of readRows(db, rowsOf(tenant, 'workspace', {}), options)) {
    for (const { workspace_id: workspaceId = '' } of batch) yield { tenantId: tenant.tenantId, workspaceId };
  }
}
