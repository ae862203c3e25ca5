// Row-level security, where the database has it (decision 0054). It does not bind the owner of the tables, so nothing changes
// for a service that connects as the owner, nor for the previous release.
// Released migrations are never edited: later changes are new migrations.

import { type RawBuilder, sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossSetting, tenantSetting, workspaceSetting } from '../sql/row-settings.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

export const name = '0011-row-security';

/** All that have a workspace. The table `tenant` has none. */
const workspaceTables = [
  'workspace',
  'environment',
  'domain',
  'content_model',
  'catalog',
  'commerce_store',
  'category',
  'product',
  'content_item',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'record',
  'version',
  'version_mention',
  'version_slug',
  'publication',
  'record_slot',
  'record_entry',
  'record_list',
  'form',
  'form_submission',
  'list_entry',
  'list_block',
  'list_term',
  'search_event',
  'popular_term',
  'token',
  'idempotency_claim',
  'usage',
  'usage_attribute',
  'change',
  'feed_head',
] as const;

/** What may be done across workspaces, and by what. All other tables can be reached inside a workspace only. */
const across = {
  // Lists of tenants and of workspaces.
  tenant: 'select',
  workspace: 'select',
  // A host name or a token tells which workspace a request belongs to.
  domain: 'select',
  token: 'select',
  // The catalogs whose popular terms are computed, and the searches they are computed from.
  catalog: 'select',
  search_event: 'all',
  // The positions of all workspaces in use.
  feed_head: 'select',
  // Counters of a workspace and of its tenant are added to by one statement.
  usage: 'all',
} as const;

export const up = async (tx: Db, { hasRowSecurity }: Ddl): Promise<void> => {
  if (!hasRowSecurity) return;
  const run = (statement: RawBuilder<unknown>) => statement.execute(acrossWorkspaces(tx));
  const ofTenant = sql`tenant_id = ${setting(tenantSetting)}`;
  const ofWorkspace = sql`${ofTenant} and workspace_id = ${setting(workspaceSetting)}`;
  for (const table of ['tenant', ...workspaceTables]) {
    const own = table === 'tenant' ? ofTenant : ofWorkspace;
    await run(sql`alter table ${sql.table(table)} enable row level security`);
    // Without `with check`, what may be written is what may be read.
    await run(sql`create policy own_rows on ${sql.table(table)} using (${own})`);
  }
  // As a truth value, which the planner takes for an even chance. A comparison it would take for a rare one.
  const everywhere = sql`nullif(${setting(acrossSetting)}, '')::boolean`;
  for (const [table, command] of Object.entries(across)) {
    await run(
      sql`create policy across_workspaces on ${sql.table(table)} for ${sql.raw(command)} using (${everywhere})`,
    );
  }
};

/** Null or empty if it was not set, which no id is. */
const setting = (named: string): RawBuilder<unknown> => sql`current_setting(${sql.lit(named)}, true)`;
