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

/** For the lock of one table. Whoever wants to read it meanwhile waits behind. */
const LOCK_MAX = '5s';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const make = buildPolicyMakers(tx, ddl);
  if (make === undefined) return;
  await sql`set local lock_timeout = ${sql.lit(LOCK_MAX)}`.execute(acrossWorkspaces(tx));
  for (const table of ['tenant', ...workspaceTables]) await make.ownRows(table);
  for (const [table, command] of Object.entries(across)) await make.acrossWorkspaces(table, command);
};
