// A driver of Kysely over one function that runs a statement. It begins no transactions: the engine decides who may write
// and when.

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';

export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

/** The rows that a statement may reach, for a database that checks it too. */
export type RowScope = WorkspaceScope | 'every workspace';

export type RunStatement = (
  sql: string,
  parameters: readonly unknown[],
  scope?: RowScope,
) => Promise<StatementResult>;

export const buildDriver = (run: RunStatement, scope?: RowScope): Driver => {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await run(sql, parameters, scope);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: streaming would hold a cursor across awaits, so there is none.
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('the store reads in pages, never by streaming');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
};

const notHere = async (): Promise<void> => {
  throw new Error('transactions are begun by the engine');
};
