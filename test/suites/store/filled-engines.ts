// Databases with rows in every table, and what is in them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { migrate } from '../../../src/adapters/store/migrations/migrate.ts';
import { openPostgresEngine } from '../../../src/adapters/store/postgres/open-engine.ts';
import type { Engine } from '../../../src/adapters/store/sql/engine.ts';
import { acrossWorkspaces } from '../../../src/adapters/store/sql/scoped-query.ts';
import { dataTables } from '../../../src/adapters/store/sql/table-keys.ts';
import { openSqliteEngine } from '../../../src/adapters/store/sqlite/open-engine.ts';
import { buildStore, type Store } from '../../../src/adapters/store/store.ts';
import type { PostgresStores } from '../../fixtures/postgres-stores.ts';
import { ACME, everyKind, putAll, putEvent, uuid } from './store-fixture.ts';

const OTHER = { tenantId: 'other', workspaceId: 'web' };

/** Without a schema. */
export const openEmpty = async (t: TestContext): Promise<Engine> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  return engine;
};

export const openMigrated = async (t: TestContext): Promise<Engine> => {
  const engine = await openEmpty(t);
  await migrate(engine);
  return engine;
};

type OpenTarget = (t: TestContext) => Promise<Engine>;

export const openMigratedPostgres =
  (postgres: PostgresStores): OpenTarget =>
  async (t) => {
    const engine = await openPostgresEngine(await postgres.createDatabase(), { connections: 4 });
    t.after(() => engine.close());
    return engine;
  };

/** What a store is copied or restored to. */
export const targetsWith = (postgres: PostgresStores): Readonly<Record<string, OpenTarget>> => ({
  SQLite: openMigrated,
  PostgreSQL: openMigratedPostgres(postgres),
});

export const openFilled = async (
  t: TestContext,
  open: OpenTarget = openMigrated,
): Promise<{ engine: Engine; store: Store }> => {
  const engine = await open(t);
  const store = buildStore(engine);
  for (const workspace of [ACME, OTHER]) await putAll(store, workspace, everyKind(workspace));
  await store.appendSearchEvents([
    { ...ACME, catalogId: uuid(1), at: '2026-03-04T05:06:07.000Z', term: 'zelt ⛺', total: 3, visitor: 'v' },
  ]);
  await putEvent(store, ACME);
  return { engine, store };
};

/** Every row of every table. */
export const readAll = async (engine: Engine): Promise<Record<string, unknown[]>> => {
  const all: Record<string, unknown[]> = {};
  for (const table of dataTables) {
    const rows = await acrossWorkspaces(engine.reads)
      .selectFrom(table as 'record')
      .selectAll()
      .execute();
    all[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return all;
};
