// Kysely over PostgreSQL. It does not begin transactions: the engine does, since it decides what is repeated.

import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { buildDriver, type RunStatement } from '../sql/driver.ts';
import type { Db } from '../sql/engine.ts';
import { hideTables } from '../sql/scoped-query.ts';
import type { Tables } from '../sql/tables.ts';

export const buildDb = (run: RunStatement): Db =>
  hideTables(
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => buildDriver(run),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  );
