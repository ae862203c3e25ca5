// The planner knows nothing of rows that a long transaction has only just written: autovacuum does not see them yet. It would then
// look one row up by reading the whole workspace. So a transaction that writes much has its tables analyzed now and then.

import type { Tables } from '../sql/tables.ts';
import type { PostgresClient } from './connections.ts';

/** Those that grow with what is imported. */
const tables: readonly (keyof Tables)[] = [
  'product',
  'content_item',
  'category',
  'record',
  'version',
  'publication',
  'version_mention',
  'version_slug',
  'record_slot',
  'record_entry',
  'record_list',
  'list_entry',
  'list_block',
  'list_term',
];

const FIRST_AFTER_STATEMENTS = 2_000;
const GROWTH = 8;

/** Call the result before each statement of one transaction. */
export const buildPlanStatistics = (client: PostgresClient): (() => Promise<void> | undefined) => {
  let statements = 0;
  let next = FIRST_AFTER_STATEMENTS;
  return () => {
    statements += 1;
    if (statements < next) return undefined;
    next *= GROWTH;
    // Tables that another transaction analyzes are left out, and so are those that the role may not analyze.
    return client.query(`analyze (skip_locked) ${tables.join(', ')}`).then(() => {});
  };
};
