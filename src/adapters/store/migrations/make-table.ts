// Creates tables for migrations: columns of two types, keys that begin with tenant and workspace. Released migrations
// depend on it, so existing behaviour must not change.

import { type CreateTableBuilder, sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

type Column = 'text' | 'integer' | 'text?';
export type Columns = Readonly<Record<string, Column>>;
export type MakeTable = (tableName: string, key: readonly string[], columns: Columns) => Promise<void>;

export interface TableMakers {
  readonly table: MakeTable;
  /** Tenant and workspace come first, in the columns and in the key. A new table also needs a policy: `make-policies.ts`. */
  readonly workspaceTable: MakeTable;
}

export const buildTableMakers = (tx: Db, ddl: Ddl): TableMakers => {
  const table: MakeTable = async (tableName, key, columns) => {
    let builder: CreateTableBuilder<string, string> = acrossWorkspaces(tx)
      .schema.createTable(tableName)
      .ifNotExists();
    for (const [column, type] of Object.entries(columns)) {
      const dataType = sql.raw<unknown>(type === 'integer' ? ddl.integer : ddl.text);
      builder = builder.addColumn(column, dataType, (col) => (type === 'text?' ? col : col.notNull()));
    }
    const isSmall = columns['doc'] === undefined && columns['slots'] === undefined;
    await builder
      .addPrimaryKeyConstraint(`${tableName}_key`, [...key] as never[])
      .modifyEnd(sql.raw(isSmall ? ddl.inKeyOrder : ''))
      .execute();
  };
  return {
    table,
    workspaceTable: (tableName, key, columns) =>
      table(tableName, ['tenant_id', 'workspace_id', ...key], {
        tenant_id: 'text',
        workspace_id: 'text',
        ...columns,
      }),
  };
};
