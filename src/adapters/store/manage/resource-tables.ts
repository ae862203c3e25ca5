// Maps managed resources to tables and keys. A tenant or workspace is addressed by its own scope: callers pass the scope of
// the very tenant or workspace they ask for, so a key never leads out of its scope.

import { hash } from 'node:crypto';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type {
  ManagedResource,
  ResourceKey,
  ResourceKind,
  ResourceObject,
} from '../../../domain/manage/managed-resource.ts';
import { documentTables } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import type { Columns, RowSet } from '../sql/key-range.ts';
import { type BatchQuery, isOneOf, prepareBatches } from '../sql/prepared-batches.ts';
import { type PreparedQuery, prepareInWorkspace } from '../sql/prepared-query.ts';
import { prefixAcrossWorkspaces, workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';

const TAG_CHARS = 22;

export const tagOf = (doc: string): string => hash('sha256', doc, 'base64url').slice(0, TAG_CHARS);

export const toResource = (kind: ResourceKind, doc: string): ManagedResource => ({
  object: toObject(kind, doc),
  tag: tagOf(doc),
});

export const toObject = (kind: ResourceKind, doc: string): ResourceObject => ({
  kind,
  ...parseStored<object>(doc),
});

/** A whole primary key. */
export interface Place {
  readonly workspace: WorkspaceScope;
  /** The columns after tenant and workspace. */
  readonly key: Columns;
}

/** Undefined if the key names nothing in this scope. */
export const placeOf = (
  workspace: WorkspaceScope,
  kind: ResourceKind,
  key: ResourceKey,
): Place | undefined => {
  if (kind === 'tenant' && key['id'] !== workspace.tenantId) return undefined;
  if (kind === 'workspace' && key['id'] !== workspace.workspaceId) return undefined;
  return { workspace, key: keyColumns(kind, key) };
};

/** The resources of a kind whose keys begin with the values of `parent`. */
export const rowsOf = (workspace: WorkspaceScope, kind: ResourceKind, parent: ResourceKey): RowSet => {
  if (kind === 'tenant') return { table: 'tenant', prefix: prefixAcrossWorkspaces({}), key: ['tenant_id'] };
  if (kind === 'workspace') {
    const prefix = prefixAcrossWorkspaces({ tenant_id: workspace.tenantId });
    return { table: 'workspace', prefix, key: ['workspace_id'] };
  }
  const { table, key } = documentTables[kind];
  const columns = keyColumns(kind, parent);
  return {
    table,
    prefix: workspacePrefix(workspace, columns),
    key: key.slice(Object.keys(columns).length),
  };
};

/** With the property names of the bundle. */
export const keyOf = (object: BundleObject & ResourceObject): ResourceKey => {
  const names = object.kind === 'tenant' || object.kind === 'workspace' ? ['id'] : namesOf(object.kind);
  return Object.fromEntries(names.map((name) => [name, String((object as ResourceObject)[name])]));
};

const namesOf = (kind: ResourceKind): readonly string[] => documentTables[kind].names;

/** The leading key columns that `key` has values for. */
const keyColumns = (kind: ResourceKind, key: ResourceKey): Columns => {
  const columns: Record<string, string> = {};
  for (const [index, column] of documentTables[kind].key.entries()) {
    const value = key[namesOf(kind)[index] ?? ''];
    if (value === undefined) break;
    columns[column] = column === 'host' ? value.toLowerCase() : value;
  }
  return columns;
};

export interface ResourceRows {
  /** The stored document. */
  find(db: Db, kind: ResourceKind, place: Place): Promise<string | undefined>;
  /** Of each key in turn; undefined where there is nothing. */
  findLengths(
    db: Db,
    kind: ResourceKind,
    workspace: WorkspaceScope,
    keys: readonly Columns[],
  ): Promise<(number | undefined)[]>;
  findEach(
    db: Db,
    kind: ResourceKind,
    workspace: WorkspaceScope,
    keys: readonly Columns[],
  ): Promise<(string | undefined)[]>;
  delete(tx: Db, kind: ResourceKind, place: Place): Promise<void>;
}

export const buildResourceRows = (db: Db): ResourceRows => {
  const finds = new Map<ResourceKind, PreparedQuery<Columns & WorkspaceScope, { doc: string }>>();
  const findLengths = findSeveral(db, (doc) => sql<number>`octet_length(${doc})`);
  const findEach = findSeveral(db, (doc) => sql<string>`${doc}`);
  const deletes = new Map<ResourceKind, PreparedQuery<Columns & WorkspaceScope, unknown>>();
  return {
    async find(from, kind, place) {
      let query = finds.get(kind);
      if (query === undefined) {
        query = prepareFind(db, kind, place.key);
        finds.set(kind, query);
      }
      return (await query.first(from, valuesOf(place)))?.doc;
    },
    findLengths,
    findEach,
    async delete(tx, kind, place) {
      let query = deletes.get(kind);
      if (query === undefined) {
        query = prepareDelete(db, kind, place.key);
        deletes.set(kind, query);
      }
      await query.all(tx, valuesOf(place));
    },
  };
};

const valuesOf = ({ workspace: { tenantId, workspaceId }, key }: Place) => ({
  ...key,
  tenantId,
  workspaceId,
});

/** All keys of a kind have the same columns, so the first one serves as the example. */
const prepareFind = (db: Db, kind: ResourceKind, example: Columns) =>
  prepareInWorkspace(db, example, (workspace, value) =>
    // All these tables have `doc`; their key columns are known at run time only.
    Object.keys(example).reduce(
      (query, column) => query.where(column as 'form_id', '=', value[column] ?? ''),
      workspace.selectFrom(documentTables[kind].table as 'form').select('doc'),
    ),
  );

/** One value of each document, in the order of the keys. */
const findSeveral = <T>(db: Db, read: (doc: RawBuilder<unknown>) => RawBuilder<T>) => {
  type Row = Columns & { readonly value: T };
  const queries = new Map<ResourceKind, BatchQuery<object, Columns, Row>>();
  return async (
    from: Db,
    kind: ResourceKind,
    { tenantId, workspaceId }: WorkspaceScope,
    keys: readonly Columns[],
  ): Promise<(T | undefined)[]> => {
    if (keys.length === 0) return [];
    const columns = Object.keys(keys[0] ?? {});
    let query = queries.get(kind);
    if (query === undefined) {
      query = prepareFindSeveral<Row>(db, kind, columns, read(sql.ref('doc')));
      queries.set(kind, query);
    }
    const found = await query(from, { tenantId, workspaceId }, keys);
    const nameOf = (key: Columns): string => JSON.stringify(columns.map((column) => key[column]));
    const values = new Map(found.map((row) => [nameOf(row), row.value]));
    return keys.map((key) => values.get(nameOf(key)));
  };
};

const prepareFindSeveral = <Row>(
  db: Db,
  kind: ResourceKind,
  columns: readonly string[],
  value: RawBuilder<unknown>,
): BatchQuery<object, Columns, Row> =>
  prepareBatches(
    db,
    {},
    Object.fromEntries(columns.map((column) => [column, ''])),
    // The columns are known at run time only.
    (workspace, _, rows) =>
      workspace
        .selectFrom(documentTables[kind].table as 'form')
        .select([...(columns as 'form_id'[]), value.as('value')])
        .where(isOneOf(columns, rows)) as Compilable<Row>,
    { mayRepeat: true },
  );

const prepareDelete = (db: Db, kind: ResourceKind, example: Columns) =>
  prepareInWorkspace(db, example, (workspace, value) =>
    Object.keys(example).reduce(
      (query, column) => query.where(column as 'form_id', '=', value[column] ?? ''),
      workspace.deleteFrom(documentTables[kind].table as 'form'),
    ),
  );
