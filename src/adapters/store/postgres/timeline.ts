// A failover begins a new timeline of the database. If the standby had not received everything, feed positions are given out
// a second time, with other contents: what was kept of the old timeline must not be taken for the state of the new one.

import type { RunStatement } from '../sql/driver.ts';
import { codeOf } from './postgres-errors.ts';

/** Null on a standby, whose state may be older than what was acknowledged. */
const TIMELINE = `case when pg_is_in_recovery() then null
  else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`;
/** Some hosted databases do not tell. There, only a position that goes back gives a failover away. */
const UNTOLD = `case when pg_is_in_recovery() then null else 'untold' end`;

/** The role may not call it, there is no such function, or this server has it and refuses it. */
const refusals: ReadonlySet<string> = new Set(['42501', '42883', '0A000']);

/** The SQL expression that tells the timeline. */
export const findTimeline = async (read: RunStatement): Promise<string> => {
  try {
    await read(`select ${TIMELINE}`, []);
    return TIMELINE;
  } catch (error) {
    if (refusals.has(codeOf(error))) return UNTOLD;
    throw error;
  }
};
