// The primary key of each table, in order. A test compares it with the database.

import { scopeColumnsOf, type WorkspaceTable } from './scoped-query.ts';

/** Every table of a workspace, with the columns of its key after tenant and workspace. */
export const keysInWorkspace: { readonly [T in Exclude<WorkspaceTable, 'tenant'>]: readonly string[] } = {
  environment: ['environment_id'],
  domain: ['host'],
  content_model: ['model_id'],
  catalog: ['catalog_id'],
  commerce_store: ['store_id'],
  category: ['catalog_id', 'category_id'],
  product: ['catalog_id', 'product_id'],
  content_item: ['catalog_id', 'provider_id', 'locale'],
  synonyms: ['catalog_id', 'synonyms_id'],
  merchandising_rule: ['catalog_id', 'rule_id'],
  attribute: ['catalog_id', 'name'],
  facet: ['catalog_id', 'field'],
  record: ['record_id'],
  version: ['version_id'],
  version_mention: ['target_id', 'version_id', 'field'],
  version_slug: ['record_id', 'version_id', 'slug'],
  publication: ['environment_id', 'record_id', 'locale', 'version_id'],
  record_slot: ['record_id'],
  record_entry: ['environment_id', 'record_id', 'locale'],
  record_list: ['environment_id', 'model', 'list', 'locale', 'key', 'record_id'],
  form: ['form_id'],
  form_submission: ['form_id', 'submission_id'],
  list_entry: ['catalog_id', 'kind', 'block', 'id', 'locale'],
  list_block: ['catalog_id', 'kind', 'from_id', 'from_locale'],
  list_term: ['catalog_id', 'kind', 'term', 'block'],
  search_event: ['catalog_id', 'visitor', 'at', 'term'],
  popular_term: ['catalog_id', 'rank'],
  search_report: ['catalog_id'],
  search_report_part: ['catalog_id', 'generation', 'section', 'part'],
  product_event: ['catalog_id', 'environment_id', 'day', 'product_id', 'visitor', 'type'],
  product_popularity: ['catalog_id', 'environment_id', 'product_id'],
  token: ['token_id'],
  idempotency_claim: ['claim_key'],
  usage: ['place', 'kind'],
  usage_attribute: ['catalog_id', 'name'],
  workspace: [],
  change: ['position'],
  feed_head: [],
};

/** All tables that hold data, in a fixed order. */
export const dataTables: readonly WorkspaceTable[] = [
  'tenant',
  ...(Object.keys(keysInWorkspace) as (keyof typeof keysInWorkspace)[]),
];

export const keyOf = (table: WorkspaceTable): readonly string[] => [
  ...scopeColumnsOf(table),
  ...(table === 'tenant' ? [] : keysInWorkspace[table]),
];
