// Kysely over one node:sqlite connection. It does not begin transactions: the engine decides who may write and when.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db } from '../sql/engine.ts';
import { hideTables } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';
import { LOCK_TIMEOUT_MS, whileBusy } from './busy.ts';
import type { Connection } from './connection.ts';
import { isBusy } from './sqlite-errors.ts';

type Runs = Pick<Connection, 'run'>;

/** `retryBusy` is for statements outside a write transaction: SQLite may refuse them while it recovers a journal. */
export const buildDb = (connection: Runs, options: { readonly retryBusy: boolean }): Db => {
  const dialect: Dialect = {
    createAdapter: () => new SingleThreadAdapter(),
    createDriver: () => new ConnectionDriver(new KyselyConnection(connection, options.retryBusy)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return hideTables(new Kysely<Tables>({ dialect }));
};

/** A statement runs to completion synchronously, so the connection needs no lock. */
class SingleThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class KyselyConnection implements DatabaseConnection {
  readonly #connection: Runs;
  readonly #retryBusy: boolean;

  constructor(connection: Runs, retryBusy: boolean) {
    this.#connection = connection;
    this.#retryBusy = retryBusy;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const attempt = () => this.#connection.run(sql, parameters);
    try {
      return asResult(attempt());
    } catch (error) {
      if (!this.#retryBusy || !isBusy(error)) throw error;
    }
    return asResult(await whileBusy(attempt, performance.now() + LOCK_TIMEOUT_MS));
  }

  // biome-ignore lint/correctness/useYield: streaming would hold a cursor across awaits, so there is none.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store reads in pages, never by streaming');
  }
}

const asResult = <R>({ rows, changes }: ReturnType<Connection['run']>): QueryResult<R> => ({
  rows: rows as R[],
  numAffectedRows: BigInt(changes),
});

const notHere = async (): Promise<void> => {
  throw new Error('transactions are begun by the engine');
};

class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly beginTransaction = notHere;
  readonly commitTransaction = notHere;
  readonly rollbackTransaction = notHere;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
