// The one way to build a query inside a workspace. Every table of the query is bound to the tenant and the workspace here,
// and `Db` offers no other way to a table: a query that forgets the workspace does not compile.

import type {
  AliasedSelectQueryBuilder,
  ColumnType,
  DeleteQueryBuilder,
  DeleteResult,
  ExpressionBuilder,
  InsertObject,
  InsertQueryBuilder,
  InsertResult,
  JoinBuilder,
  Kysely,
  Nullable,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { RowScope, RunStatement } from './driver.ts';
import type { Db } from './engine.ts';
import type { Tables } from './tables.ts';

/** The table `tenant` has no workspace: it is bound to the tenant alone. */
export type WorkspaceTable = Exclude<keyof Tables, 'schema_migration' | 'store_state' | 'lease'>;

/** A table, or a table under another name: `version as latest`. */
type Source = WorkspaceTable | `${WorkspaceTable} as ${string}`;
type NameOf<S extends string> = S extends `${string} as ${infer Alias}` ? Alias : S;
type TableNamed<S extends string, Name extends string> = S extends `${infer Table} as ${Name}`
  ? Table
  : Extract<S, Name>;

/** Can be read, but neither inserted nor updated: only `inWorkspace` writes these columns. */
type ScopeColumn = ColumnType<string, never, never>;

type BoundRow<Table extends string> = Table extends WorkspaceTable
  ? Omit<Tables[Table], 'tenant_id' | 'workspace_id'> & {
      readonly [Column in keyof Tables[Table] & ('tenant_id' | 'workspace_id')]: ScopeColumn;
    }
  : never;

/** Only the tables that are bound already. A join with any other table does not compile. */
type BoundTables<S extends string> = {
  readonly [Name in NameOf<S>]: BoundRow<TableNamed<S, Name>>;
};

type BoundTable<T extends WorkspaceTable> = { readonly [Name in T]: BoundRow<Name> };
type Rows<T extends WorkspaceTable> = InsertObject<BoundTable<T>, T>;

export interface WorkspaceQueries {
  selectFrom<S extends Source>(table: S): SelectQueryBuilder<BoundTables<S>, NameOf<S>, object>;
  /** An inner join: `where` says which rows belong together. */
  selectFrom<const S extends Exclude<Source, 'tenant'>>(
    tables: readonly S[],
  ): SelectQueryBuilder<BoundTables<S>, NameOf<S>, object>;
  /** The rows of another query, under the name it is given. */
  selectFrom<O, Name extends string>(
    query: AliasedSelectQueryBuilder<O, Name>,
  ): SelectQueryBuilder<{ readonly [Each in Name]: O }, Name, object>;
  leftJoin<DB, TB extends keyof DB, O, S extends Source>(
    query: SelectQueryBuilder<DB, TB, O>,
    table: S,
    on: (
      join: JoinBuilder<DB & BoundTables<S>, TB | NameOf<S>>,
    ) => JoinBuilder<DB & BoundTables<S>, TB | NameOf<S>>,
  ): SelectQueryBuilder<
    DB & { readonly [Name in NameOf<S>]: Nullable<BoundRow<TableNamed<S, Name>>> },
    TB | NameOf<S>,
    O
  >;
  /** A subquery that may name the columns of the query around it. */
  subquery<DB, TB extends keyof DB, S extends Source>(
    outer: ExpressionBuilder<DB, TB>,
    table: S,
  ): SelectQueryBuilder<DB & BoundTables<S>, TB | NameOf<S>, object>;
  insertInto<T extends WorkspaceTable>(
    table: T,
  ): { values(rows: Rows<T> | readonly Rows<T>[]): InsertQueryBuilder<BoundTable<T>, T, InsertResult> };
  updateTable<T extends WorkspaceTable>(table: T): UpdateQueryBuilder<BoundTable<T>, T, T, UpdateResult>;
  deleteFrom<T extends WorkspaceTable>(table: T): DeleteQueryBuilder<BoundTable<T>, T, DeleteResult>;
}

/**
 * Queries that are not bound to a workspace, for the few places that need them. `test/tidy/workspace-queries.test.ts` lists
 * each with its reason.
 */
export const acrossWorkspaces = (db: Db): Kysely<Tables> => reach(db, 'every workspace');

/**
 * For the engine, which opens the connections. `run` is for statements that are compiled already. `inScope` only if the database itself
 * checks which rows a statement may reach.
 */
export const hideTables = (kysely: Kysely<Tables>, run: RunStatement, inScope?: InScope): Db => {
  runs.set(kysely, run);
  if (inScope !== undefined) scoped.set(kysely, inScope);
  return kysely as unknown as Db;
};

type InScope = (scope: RowScope) => Kysely<Tables>;

const runs = new WeakMap<object, RunStatement>();
const scoped = new WeakMap<object, InScope>();

const reach = (db: Db, scope: RowScope): Kysely<Tables> =>
  scoped.get(db)?.(scope) ?? (db as unknown as Kysely<Tables>);

/** For raw statements. Without a workspace among the values they reach what `acrossWorkspaces` does. */
export const reachBound = (db: Db, tenantId: unknown, workspaceId: unknown): Kysely<Tables> =>
  reach(db, boundScope(tenantId, workspaceId));

/** The same for statements that are compiled already. They run without Kysely, which takes several turns of promises for each. */
export const runBound = async (
  db: Db,
  tenantId: unknown,
  workspaceId: unknown,
  sql: string,
  parameters: readonly unknown[],
): Promise<unknown[]> => {
  const run = runs.get(db) as RunStatement;
  return (await run(sql, parameters, boundScope(tenantId, workspaceId))).rows;
};

const boundScope = (tenantId: unknown, workspaceId: unknown): RowScope =>
  typeof tenantId === 'string' && typeof workspaceId === 'string'
    ? { tenantId, workspaceId }
    : 'every workspace';

declare const bound: unique symbol;

/** Values of the first columns of a key or an index, for raw SQL. Only the two functions below make one. */
export type KeyPrefix = Readonly<Record<string, string>> & { readonly [bound]: true };

/** The rows of the workspace that have these values. */
export const workspacePrefix = (
  { tenantId, workspaceId }: WorkspaceScope,
  columns: Readonly<Record<string, string>> & {
    readonly tenant_id?: never;
    readonly workspace_id?: never;
  } = {},
): KeyPrefix => ({ tenant_id: tenantId, workspace_id: workspaceId, ...columns }) as unknown as KeyPrefix;

/** Not bound to a workspace, for lists of tenants and of workspaces. Listed in the same test. */
export const prefixAcrossWorkspaces = (columns: Readonly<Record<string, string>>): KeyPrefix =>
  columns as KeyPrefix;

/** The columns that bind a row to its workspace. They come first in the primary key. */
export const scopeColumnsOf = (table: WorkspaceTable): ('tenant_id' | 'workspace_id')[] =>
  table === 'tenant' ? ['tenant_id'] : ['tenant_id', 'workspace_id'];

const scopeValues = (table: WorkspaceTable, { tenantId, workspaceId }: WorkspaceScope) =>
  table === 'tenant' ? { tenant_id: tenantId } : { tenant_id: tenantId, workspace_id: workspaceId };

export const inWorkspace = (db: Db, scope: WorkspaceScope): WorkspaceQueries => {
  const all = reach(db, scope);

  const bind = <Q>(query: Q, source: Source): Q => {
    let bound = query as Filterable;
    for (const [column, value] of boundColumns(source, scope)) bound = bound.where(column, '=', value);
    return bound as Q;
  };

  // The interface has the exact types. Here tables are known at run time only.
  const queries = {
    selectFrom: (sources: Source | readonly Source[] | Query) => {
      if (typeof sources === 'object' && 'alias' in sources) return all.selectFrom(sources);
      const [first, ...others] = [sources].flat() as [Source, ...Source[]];
      return others.reduce(
        (query, source) => follow(query, source, first),
        bind(all.selectFrom(sources as 'record'), first),
      );
    },
    leftJoin: (query: Joinable, source: Source, on: (join: Joined) => Joined) =>
      query.leftJoin(source, (join) => {
        let bound = join;
        for (const [column, value] of boundColumns(source, scope)) bound = bound.on(column, '=', value);
        return on(bound);
      }),
    subquery: (outer: ExpressionBuilder<Tables, 'record'>, source: Source) =>
      bind(outer.selectFrom(source as 'record'), source),
    insertInto: (table: WorkspaceTable) => ({
      values: (rows: object | readonly object[]) =>
        all
          .insertInto(table as 'record')
          .values([rows].flat().map((row) => ({ ...row, ...scopeValues(table, scope) }) as never)),
    }),
    updateTable: (table: WorkspaceTable) => bind(all.updateTable(table as 'record'), table),
    deleteFrom: (table: WorkspaceTable) => bind(all.deleteFrom(table as 'record'), table),
  };
  return queries as unknown as WorkspaceQueries;
};

/** Binds a table to the columns of another one, so that the planner starts with that one. */
const follow = <Q>(query: Q, source: Source, first: Source): Q => {
  let bound = query as Filterable;
  for (const column of scopeColumnsOf(first as WorkspaceTable)) {
    bound = bound.whereRef(`${nameOf(source)}.${column}`, '=', `${nameOf(first)}.${column}`);
  }
  return bound as Q;
};

type Query = AliasedSelectQueryBuilder<object, string>;

interface Filterable {
  where(column: string, operator: '=', value: string): Filterable;
  whereRef(column: string, operator: '=', other: string): Filterable;
}

interface Joined {
  on(column: string, operator: '=', value: string): Joined;
}

interface Joinable {
  leftJoin(table: string, on: (join: Joined) => Joined): unknown;
}

const nameOf = (source: Source): string => source.split(' as ')[1] ?? source;

const boundColumns = (source: Source, scope: WorkspaceScope): [column: string, value: string][] =>
  Object.entries(scopeValues(source.split(' as ')[0] as WorkspaceTable, scope)).map(([column, value]) => [
    `${nameOf(source)}.${column}`,
    value,
  ]);
