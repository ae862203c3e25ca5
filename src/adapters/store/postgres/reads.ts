// Single statements that only read, over a pool of connections. A connection that breaks harms nobody: the statement is
// repeated over another one.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { RunStatement } from '../sql/driver.ts';
import { isLost } from './postgres-errors.ts';
import type { Reach } from './reach.ts';

const ATTEMPTS_MAX = 3;
const FIRST_PAUSE_MS = 20;

export const buildReads =
  (pool: pg.Pool, reach: Reach): RunStatement =>
  async (sql, parameters) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        reach.assertTried();
        const result = await pool.query(sql, parameters as unknown[]);
        reach.noteSuccess();
        return { rows: result.rows, changes: result.rowCount ?? 0 };
      } catch (error) {
        if (!isLost(error) || attempts === ATTEMPTS_MAX || reach.isLost()) throw reach.explain(error);
      }
      await sleep(FIRST_PAUSE_MS * 4 ** (attempts - 1) * (0.5 + Math.random()));
    }
  };
