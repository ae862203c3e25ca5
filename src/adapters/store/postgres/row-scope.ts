// Tells the server whose rows a statement may reach, in the message that carries the statement: it costs no round trip. What
// is set ends with the transaction, so the next user of the connection, behind a pooler too, starts with nothing.

import pg from 'pg';
import type { RowScope, RunStatement } from '../sql/driver.ts';
import { acrossSetting, tenantSetting, workspaceSetting } from '../sql/row-settings.ts';

const SET_SCOPE = `select set_config('${tenantSetting}', $1, true), set_config('${workspaceSetting}', $2, true), set_config('${acrossSetting}', $3, true)`;

/** Before the other statements of a message without parameters. */
export const REACH_EVERY_WORKSPACE = `set local ${acrossSetting} = 'on'; `;

const valuesOf = (scope: RowScope): string[] =>
  scope === 'every workspace' ? ['', '', 'on'] : [scope.tenantId, scope.workspaceId, ''];

/** For the statements of one transaction, one after the other: sets the scope only where it changes. */
export const keepScope = (run: RunStatement): RunStatement => {
  let current: RowScope | undefined;
  return (sql, parameters, scope) => {
    if (scope === undefined || isSameScope(scope, current)) return run(sql, parameters);
    current = scope;
    return run(sql, parameters, scope);
  };
};

const isSameScope = (one: RowScope, other: RowScope | undefined): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    one.tenantId === other.tenantId &&
    one.workspaceId === other.workspaceId);

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly query_timeout?: number;
}

type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/** Outside a transaction the scope holds for this statement, inside it until another one is set. */
export const queryInScope = (client: pg.ClientBase, scope: RowScope, statement: Statement): Promise<Result> =>
  new Promise((resolve, reject) => {
    client.query(
      new ScopedQuery(scope, statement, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });

/** What the driver's own queries are made of. Its types do not tell. */
interface DriverQuery extends pg.Submittable {
  prepare(connection: DriverConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

interface DriverConnection {
  parse(statement: { readonly text: string }): void;
  bind(values: { readonly values: readonly string[] }): void;
  execute(): void;
}

type Callback = (error: Error | null | undefined, result: Result) => void;

const Query = pg.Query as unknown as new (
  config: object,
  values: undefined,
  callback: Callback,
) => DriverQuery;

/** Two statements up to one `Sync`: outside a transaction they are one of their own. */
class ScopedQuery extends Query {
  readonly query_timeout: number | undefined;
  readonly #scope: RowScope;
  #isSet = false;

  constructor(scope: RowScope, { query_timeout, ...statement }: Statement, callback: Callback) {
    super({ ...statement, queryMode: 'extended' }, undefined, callback);
    this.#scope = scope;
    this.query_timeout = query_timeout;
  }

  override prepare(connection: DriverConnection): void {
    connection.parse({ text: SET_SCOPE });
    connection.bind({ values: valuesOf(this.#scope) });
    connection.execute();
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}
