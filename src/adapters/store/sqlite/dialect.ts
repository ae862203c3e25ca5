// Kysely over one node:sqlite connection. It does not begin transactions: the engine decides who may write and when.

import {
  type Dialect,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { YieldIfDue } from '../../../runtime/yield-to-event-loop.ts';
import { buildDriver, type RunStatement } from '../sql/driver.ts';
import type { Db } from '../sql/engine.ts';
import { hideTables } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';
import { LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './sqlite-errors.ts';

type Runs = Pick<Connection, 'run'>;

interface DbOptions {
  /** For statements outside a write transaction: SQLite may refuse them while it recovers a journal. */
  readonly retryBusy: boolean;
  /** Before each statement: other requests may run, so that a transaction is many short steps. */
  readonly yieldIfDue?: YieldIfDue;
}

export const buildDb = (connection: Runs, { retryBusy, yieldIfDue }: DbOptions): Db => {
  const run: RunStatement = async (sql, parameters) => {
    const pause = yieldIfDue?.();
    if (pause !== undefined) await pause;
    const attempt = () => connection.run(sql, parameters);
    try {
      return attempt();
    } catch (error) {
      if (!retryBusy || !isBusy(error)) throw error;
    }
    return whileBusy(attempt, performance.now() + LOCK_TIMEOUT_MS);
  };
  const dialect: Dialect = {
    createAdapter: () => new SingleThreadAdapter(),
    createDriver: () => buildDriver(run),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StableLimitCompiler(),
  };
  return hideTables(new Kysely<Tables>({ dialect }), run);
};

/** A statement runs to completion synchronously, so the connection needs no lock. */
class SingleThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite plans a query for the value of `limit ?`, and so prepares it again whenever another value is bound, be it the same one: a
 * statement that is kept would be prepared for each run. It looks at plain parameters only.
 */
class StableLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(node.limit);
    this.append(' as integer)');
  }
}
