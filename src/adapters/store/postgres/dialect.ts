// Kysely over PostgreSQL. It does not begin transactions: the engine does, since it decides what is repeated.

import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { buildDriver, type RowScope, type RunStatement } from '../sql/driver.ts';
import type { Db } from '../sql/engine.ts';
import { hideTables } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';

/** Of one `Db`. A transaction has few; the reads of a service may have as many as there are workspaces. */
const SCOPES_MAX = 1_000;

/** `isScoped`: the server checks which rows a statement may reach, so each statement comes with its scope. */
export const buildDb = (run: RunStatement, isScoped: boolean): Db => {
  if (!isScoped) return hideTables(buildKysely(run), (sql, parameters) => run(sql, parameters));
  const known = new Map<string, Kysely<Tables>>();
  return hideTables(buildKysely(refuse), run, (scope) => {
    const key = typeof scope === 'string' ? scope : JSON.stringify([scope.tenantId, scope.workspaceId]);
    let kysely = known.get(key);
    if (kysely === undefined) {
      if (known.size >= SCOPES_MAX) known.clear();
      kysely = buildKysely(run, scope);
      known.set(key, kysely);
    }
    return kysely;
  });
};

const refuse: RunStatement = async () => {
  throw new Error('a statement without a scope');
};

const buildKysely = (run: RunStatement, scope?: RowScope): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => buildDriver(run, scope),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
