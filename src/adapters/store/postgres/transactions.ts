// Write transactions. What PostgreSQL rolled back for reasons that may pass is repeated a few times. Once the commit was sent
// nothing is repeated: if its response does not come, the outcome is unknown, and the caller is told so.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Engine, WriteOptions } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { isConflict, isLost } from './postgres-errors.ts';
import type { Reach } from './reach.ts';
import { assertMayMigrate } from './role-rights.ts';
import { buildTransactor, RolledBack, type TransactionParts } from './transaction.ts';
import { lockFeed } from './workspace-lock.ts';

const LOCK_TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 4;
const FIRST_PAUSE_MS = 20;
/** All nodes take it to migrate. The number is arbitrary. */
const SCHEMA_LOCK = 7_836_401_220_931;

export const buildTransactions = (
  parts: TransactionParts,
  reach: Reach,
): Pick<Engine, 'write' | 'lockWorkspace' | 'lockSchema'> => {
  const { attempt, openOf } = buildTransactor(parts);

  const write = async <T>(
    work: (tx: Db) => Promise<T>,
    { lockTimeoutMs = LOCK_TIMEOUT_MS, runsOnce = false }: WriteOptions = {},
  ): Promise<T> => {
    let hasBegun = false;
    const begin = (tx: Db): Promise<T> => {
      hasBegun = true;
      return work(tx);
    };
    for (let attempts = 1; ; attempts += 1) {
      try {
        reach.assertTried();
        return await attempt(begin, { lockTimeoutMs, runsOnce });
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        const { cause } = error;
        const isPassing = isLost(cause) || isConflict(cause);
        const mayRepeat = !(runsOnce && hasBegun) && attempts < ATTEMPTS_MAX && !reach.isLost();
        // One connection that broke says nothing about the next.
        if (!isPassing || !mayRepeat) throw reach.explain(cause, attempts > 1 || !hasBegun);
      }
      await sleep(FIRST_PAUSE_MS * 4 ** (attempts - 1) * (0.5 + Math.random()));
    }
  };

  return {
    write,
    lockWorkspace: async (tx, workspace) => {
      const { locked } = openOf(tx);
      await lockFeed(tx, workspace);
      locked.set(JSON.stringify([workspace.tenantId, workspace.workspaceId]), workspace);
    },
    lockSchema: async (tx) => {
      await assertMayMigrate(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(acrossWorkspaces(tx));
    },
  };
};
