// Single statements that only read, over a pool of connections. A connection that breaks harms nobody: the statement is
// repeated over another one.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RowScope, RunStatement } from '../sql/driver.ts';
import { isLost } from './postgres-errors.ts';
import type { Reach } from './reach.ts';
import { queryInScope } from './row-scope.ts';

const ATTEMPTS_MAX = 3;
const FIRST_PAUSE_MS = 20;

export const buildReads =
  (pool: pg.Pool, reach: Reach): RunStatement =>
  async (sql, parameters, scope) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        reach.assertTried();
        const result = await (scope === undefined
          ? pool.query(sql, parameters as unknown[])
          : queryOn(pool, scope, sql, parameters));
        return { rows: result.rows, changes: result.rowCount ?? 0 };
      } catch (error) {
        if (!isLost(error) || attempts === ATTEMPTS_MAX || reach.isLost()) throw reach.explain(error);
      }
      await sleep(FIRST_PAUSE_MS * 4 ** (attempts - 1) * (0.5 + Math.random()));
    }
  };

/** As the pool does it: a connection on which anything failed is not used again. */
const queryOn = async (pool: pg.Pool, scope: RowScope, text: string, values: readonly unknown[]) => {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const result = await queryInScope(client, scope, { text, values });
    isUsable = true;
    return result;
  } finally {
    client.release(!isUsable);
  }
};
