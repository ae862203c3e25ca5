// One attempt at a write transaction, from the connection to the commit.

import type pg from 'pg';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { outcomeUnknown } from '../../../domain/failures/unavailable-failures.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import type { DeadlineSemaphore } from '../sql/deadline-semaphore.ts';
import type { Db, WriteOptions } from '../sql/engine.ts';
import { type PostgresClient, runOn, timeLimits } from './connections.ts';
import { buildDb } from './dialect.ts';
import { buildPlanStatistics } from './plan-statistics.ts';
import { isFromServer, isLost } from './postgres-errors.ts';
import type { Heads, Revisions } from './revisions.ts';
import { keepScope, REACH_EVERY_WORKSPACE } from './row-scope.ts';
import { headsOf, toHeads } from './workspace-lock.ts';

export interface TransactionParts {
  readonly pool: pg.Pool;
  /** As many places as the pool has connections: whoever waits for one waits as long as for a lock. */
  readonly places: DeadlineSemaphore;
  readonly revisions: Pick<Revisions, 'noteCommit'>;
  /** For each transaction, beside the timeouts: SQL or `''`. */
  readonly settings: string;
  /** See `buildDb`. */
  readonly isScoped: boolean;
  /** SQL, see `timeline.ts`. */
  readonly timeline: string;
  readonly metrics: Pick<StoreMetrics, 'waitedToWrite'> | undefined;
}

/** A transaction in progress. */
export interface OpenTransaction {
  readonly client: PostgresClient;
  readonly locked: Map<string, WorkspaceScope>;
  /** The first error of a statement. All later ones only say that the transaction has failed. */
  failure: unknown;
}

/** Thrown for every error before the commit was sent, as its cause: the server has rolled back, or will. */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super('the transaction was rolled back', { cause });
  }
}

export interface Transactor {
  /** Throws `RolledBack`, or `outcomeUnknown`. */
  attempt<T>(work: (tx: Db) => Promise<T>, options: Required<WriteOptions>): Promise<T>;
  openOf(tx: Db): OpenTransaction;
}

export const buildTransactor = ({
  pool,
  places,
  revisions,
  settings,
  isScoped,
  timeline,
  metrics,
}: TransactionParts): Transactor => {
  const opened = new WeakMap<Db, OpenTransaction>();

  const runWork = async <T>(
    open: OpenTransaction,
    work: (tx: Db) => Promise<T>,
    { lockTimeoutMs, runsOnce }: Required<WriteOptions>,
  ): Promise<T> => {
    const run = keepScope(runOn(open.client, lockTimeoutMs));
    const analyzeIfDue = buildPlanStatistics(open.client);
    const tx = buildDb(async (...statement) => {
      try {
        await analyzeIfDue(statement[1].length);
        return await run(...statement);
      } catch (error) {
        open.failure ??= error;
        throw error;
      }
    }, isScoped);
    opened.set(tx, open);
    try {
      await open.client.query(
        `begin isolation level read committed; ${timeLimits(lockTimeoutMs, runsOnce)}${settings}`,
      );
      const result = await work(tx);
      if (open.failure !== undefined) throw open.failure;
      return result;
    } catch (error) {
      throw new RolledBack(open.failure ?? error);
    }
  };

  return {
    openOf: (tx) => {
      const open = opened.get(tx);
      if (open === undefined) throw new Error('not a transaction');
      return open;
    },
    attempt: async (work, options) => {
      const askedAt = performance.now();
      const leave = await places.acquire(askedAt + options.lockTimeoutMs);
      const client = await pool.connect().catch((error: unknown) => {
        leave();
        throw new RolledBack(error);
      });
      let isUsable = false;
      const open: OpenTransaction = { client, locked: new Map(), failure: undefined };
      // What the server says when it ends a connection that asks for nothing.
      const noteEnd = (error: Error): void => {
        open.failure ??= error;
      };
      client.on('error', noteEnd);
      try {
        metrics?.waitedToWrite(performance.now() - askedAt);
        const result = await runWork(open, work, options);
        const heads = await commit(open, timeline, isScoped);
        isUsable = true;
        revisions.noteCommit(heads);
        return result;
      } catch (error) {
        if (error instanceof RolledBack && !isLost(error.cause)) isUsable = await rollBack(client);
        throw error;
      } finally {
        client.off('error', noteEnd);
        client.release(!isUsable);
        leave();
      }
    },
  };
};

const SUCCESSFUL_COMPLETION = '00000';

/** Reads the heads of the locked feeds and commits, with one message. Returns the heads. */
const commit = async (
  { client, locked }: OpenTransaction,
  timeline: string,
  isScoped: boolean,
): Promise<Heads> => {
  const places = [...locked.values()].map(
    ({ tenantId, workspaceId }) =>
      `(${client.escapeLiteral(tenantId)}, ${client.escapeLiteral(workspaceId)})`,
  );
  const heads = places.length === 0 ? 'select 1 where false' : headsOf(timeline, `(${places.join(', ')})`);
  let results: pg.QueryResult[];
  let warning: Error | undefined;
  // By its code: the server translates the word WARNING.
  const noteWarning = (notice: { code?: string | undefined; message?: string | undefined }): void => {
    if (notice.code !== SUCCESSFUL_COMPLETION) warning ??= new Error(notice.message);
  };
  client.on('notice', noteWarning);
  try {
    // Of several statements without parameters the driver returns a list of results, which its types do not know.
    results = (await client.query(
      `${isScoped ? REACH_EVERY_WORKSPACE : ''}${heads}; commit`,
    )) as unknown as pg.QueryResult[];
  } catch (error) {
    throw isFromServer(error) ? new RolledBack(error) : outcomeUnknown(error);
  } finally {
    client.off('notice', noteWarning);
  }
  // A commit that gave up waiting for its standby succeeds with a warning. A failover would lose it.
  if (warning !== undefined) throw outcomeUnknown(warning);
  const [found, committed] = results.slice(-2);
  // The commit of a transaction that has failed succeeds, as a rollback.
  if (committed?.command !== 'COMMIT') throw new Error('the database rolled the transaction back');
  return toHeads(found?.rows ?? []);
};

/** Whether the connection can be used again. */
const rollBack = async (client: PostgresClient): Promise<boolean> => {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
};
