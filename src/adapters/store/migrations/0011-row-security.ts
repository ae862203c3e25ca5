// Row-level security, where the database has it (decision 0054). It does not bind the owner of the tables, so nothing changes
// for a service that connects as the owner, nor for the previous release.
// Released migrations are never edited: later changes are new migrations.

import { sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildPolicyMakers } from './make-policies.ts';

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

/** How often all tables are tried to be locked together, how long each try may wait, and the pause in between: about five seconds in all. */
const TRIES_MAX = 25;
const LOCK_MAX = '100ms';
const PAUSE_S = 0.1;

/**
 * Locks all tables or none. A try waits only briefly: readers wait behind it, and one that reads two tables may wait for it in a circle,
 * which the server would end after a second by failing the reader.
 */
const lockAll = (tables: readonly string[]): string => `do $$
  declare tries integer := 0;
  begin
    set local lock_timeout = '${LOCK_MAX}';
    loop
      begin
        lock table ${tables.map((table) => `"${table}"`).join(', ')} in access exclusive mode;
        exit;
      exception when lock_not_available then
        tries := tries + 1;
        if tries >= ${TRIES_MAX} then raise; end if;
        perform pg_sleep(${PAUSE_S});
      end;
    end loop;
  end $$`;

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const make = buildPolicyMakers(tx, ddl);
  if (make === undefined) return;
  await sql.raw(lockAll(['tenant', ...workspaceTables])).execute(acrossWorkspaces(tx));
  for (const table of ['tenant', ...workspaceTables]) await make.ownRows(table);
  for (const [table, command] of Object.entries(across)) await make.acrossWorkspaces(table, command);
};
