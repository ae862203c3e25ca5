// A driver of Kysely over one function that runs a statement. It begins no transactions: the engine decides who may write
// and when.

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

export type RunStatement = (sql: string, parameters: readonly unknown[]) => Promise<StatementResult>;

export const buildDriver = (run: RunStatement): Driver => {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await run(sql, parameters);
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
