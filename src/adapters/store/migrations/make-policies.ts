// Row-level security for migrations, where the database has it (decision 0054). Every table with a tenant needs a policy for its own
// rows. Released migrations depend on it, so existing behaviour must not change.

import { type RawBuilder, sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossSetting, tenantSetting, workspaceSetting } from '../sql/row-settings.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

export interface PolicyMakers {
  /** Only the rows of the workspace that was set can be reached; of the table `tenant`, that of the tenant. */
  readonly ownRows: (table: string) => Promise<void>;
  /** Statements across workspaces may do this too. */
  readonly acrossWorkspaces: (table: string, command: 'select' | 'all') => Promise<void>;
}

/** Undefined: the database has no policies. */
export const buildPolicyMakers = (tx: Db, { hasRowSecurity }: Ddl): PolicyMakers | undefined => {
  if (!hasRowSecurity) return undefined;
  const run = (statement: RawBuilder<unknown>) => statement.execute(acrossWorkspaces(tx));
  const ofTenant = sql`tenant_id = ${setting(tenantSetting)}`;
  const ofWorkspace = sql`${ofTenant} and workspace_id = ${setting(workspaceSetting)}`;
  // As a truth value, which the planner takes for an even chance. A comparison it would take for a rare one.
  const everywhere = sql`nullif(${setting(acrossSetting)}, '')::boolean`;
  return {
    ownRows: async (table) => {
      await run(sql`alter table ${sql.table(table)} enable row level security`);
      // Without `with check`, what may be written is what may be read.
      await run(
        sql`create policy own_rows on ${sql.table(table)} using (${table === 'tenant' ? ofTenant : ofWorkspace})`,
      );
    },
    acrossWorkspaces: async (table, command) => {
      await run(
        sql`create policy across_workspaces on ${sql.table(table)} for ${sql.raw(command)} using (${everywhere})`,
      );
    },
  };
};

/** Null or empty if it was not set, which no tenant is. */
const setting = (named: string): RawBuilder<unknown> => sql`current_setting(${sql.lit(named)}, true)`;
