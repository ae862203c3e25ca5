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

/** Values that statements were given, which grow with the rows that are written. */
const FIRST_AFTER_VALUES = 20_000;
const GROWTH = 8;

/** Call the result before each statement of one transaction, with how many values it is given. */
export const buildPlanStatistics = (
  client: PostgresClient,
): ((values: number) => Promise<void> | undefined) => {
  let given = 0;
  let next = FIRST_AFTER_VALUES;
  return (values) => {
    given += values;
    if (given < next) return undefined;
    next *= GROWTH;
    // Tables that another transaction analyzes are left out, and so are those that the role may not analyze.
    return client.query(`analyze (skip_locked) ${tables.join(', ')}`).then(() => {});
  };
};
