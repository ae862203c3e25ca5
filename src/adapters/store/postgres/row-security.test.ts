// Row-level security as a second wall: what a statement reaches that has lost the filter of the application.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { asApplication } from '../../../../test/fixtures/postgres-server.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import {
  ACME,
  everyKind,
  line,
  putAll,
  workspaceLines,
} from '../../../../test/suites/store/store-fixture.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces, reachBound, scopeColumnsOf, type WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';
import { openPostgresEngine } from './open-engine.ts';

const postgres = usePostgres();
const OTHER = { tenantId: 'acme', workspaceId: 'other' };
const FOREIGN = { tenantId: 'foreign', workspaceId: 'web' };
const REFUSED = { code: '42501' };

/** Those that `acrossWorkspaces` may read, and those of them that it may write. */
const READ_ACROSS = [
  'tenant',
  'workspace',
  'domain',
  'token',
  'catalog',
  'product_event',
  'search_event',
  'feed_head',
  'usage',
];
const WRITTEN_ACROSS = ['product_event', 'search_event', 'usage'];

interface World {
  readonly url: string;
  /** Bound by row-level security. */
  readonly bound: Engine;
  /** The tables that hold rows of every workspace. */
  readonly filled: readonly WorkspaceTable[];
}

const open = async (t: TestContext, url: string): Promise<Engine> => {
  const engine = await openPostgresEngine(url, { connections: 2 });
  t.after(() => engine.close());
  return engine;
};

/** Three workspaces, two of one tenant, with rows in nearly all tables. */
const makeWorld = async (t: TestContext): Promise<World> => {
  const url = await postgres.createDatabase();
  const store = await postgres.openIn(t, asApplication(url));
  for (const workspace of [ACME, OTHER, FOREIGN]) await putAll(store, workspace, everyKind(workspace));
  const owner = await open(t, url);
  const filled: WorkspaceTable[] = [];
  for (const table of dataTables) {
    const rows = await run(acrossWorkspaces(owner.reads), `select tenant_id from ${table}`);
    if (rows.length > 0) filled.push(table);
  }
  assert.ok(filled.length > 22, `${filled}`);
  return { url, bound: await open(t, asApplication(url)), filled };
};

type Row = Readonly<Record<string, string>>;

const run = async (db: ReturnType<typeof acrossWorkspaces>, text: string): Promise<readonly Row[]> =>
  (await sql.raw<Row>(text).execute(db)).rows;

/** As a query of the workspace would be run, but with any text. */
const within = (db: Db, { tenantId, workspaceId }: WorkspaceScope) => reachBound(db, tenantId, workspaceId);

const changes = async (db: ReturnType<typeof acrossWorkspaces>, text: string): Promise<number> =>
  Number((await sql.raw(text).execute(db)).numAffectedRows);

/** What the owner finds, by table. */
const dump = async (t: TestContext, url: string): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const owner = await open(t, url);
  const tables: Record<string, readonly Row[]> = {};
  for (const table of dataTables)
    tables[table] = await run(
      acrossWorkspaces(owner.reads),
      `select * from ${table} order by ${table}::text`,
    );
  return tables;
};

describe('a policy', () => {
  it('is checked once for each statement, and changes no plan', async (t) => {
    const { bound } = await makeWorld(t);
    const lines = await run(
      within(bound.reads, ACME),
      `explain select doc from product where tenant_id = 'acme' and workspace_id = 'web' and catalog_id = 'c' and product_id = 'p'`,
    );
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    assert.match(plan, /One-Time Filter: .*vitrine\.tenant.*vitrine\.workspace/);
    assert.match(plan, /Index Scan using product_key/);
    assert.doesNotMatch(plan, /^\s*Filter:/m);
  });
});

describe('without the filter of the application', () => {
  it('a statement of a workspace reads nothing foreign, in reads, transactions and snapshots', async (t) => {
    const { bound, filled } = await makeWorld(t);
    const snapshot = await bound.openSnapshot();
    t.after(() => snapshot.close());
    const readAll = async (db: Db): Promise<void> => {
      for (const scope of [ACME, FOREIGN, OTHER]) {
        for (const table of filled) {
          const columns = scopeColumnsOf(table);
          const rows = await run(within(db, scope), `select distinct ${columns} from ${table}`);
          const own = table === 'tenant' ? [scope.tenantId] : [scope.tenantId, scope.workspaceId];
          assert.deepEqual(
            rows.map((row) => columns.map((column) => row[column])),
            [own],
            table,
          );
        }
      }
    };
    await readAll(bound.reads);
    await readAll(snapshot.db);
    await bound.write(readAll);
  });

  it('a statement of a workspace changes nothing foreign', async (t) => {
    const { url, bound, filled } = await makeWorld(t);
    const before = await dump(t, url);
    for (const table of filled) {
      const foreign = `tenant_id = 'foreign'`;
      await bound.write(async (tx) => {
        const db = within(tx, ACME);
        assert.equal(await changes(db, `delete from ${table} where ${foreign}`), 0, table);
        assert.equal(
          await changes(db, `update ${table} set tenant_id = tenant_id where ${foreign}`),
          0,
          table,
        );
      });
      const forged = bound.write((tx) =>
        run(
          within(tx, ACME),
          `insert into ${table} select (json_populate_record(r, '${JSON.stringify({ tenant_id: 'foreign' })}')).* from ${table} r`,
        ),
      );
      await assert.rejects(forged, REFUSED, `insert into ${table}`);
      const moved = bound.write((tx) => run(within(tx, ACME), `update ${table} set tenant_id = 'foreign'`));
      await assert.rejects(moved, REFUSED, `update ${table}`);
    }
    // A delete without any condition takes what is its own, and no more.
    await bound.write(async (tx) => {
      for (const table of filled) await run(within(tx, OTHER), `delete from ${table}`);
    });
    const isKept = (row: Row): boolean => row['tenant_id'] !== 'acme' || row['workspace_id'] !== 'other';
    const expected = Object.entries(before).map(([table, rows]) => [
      table,
      table === 'tenant' ? rows.filter((row) => row['tenant_id'] !== 'acme') : rows.filter(isKept),
    ]);
    assert.deepEqual(await dump(t, url), Object.fromEntries(expected));
  });

  it('a statement across workspaces reaches the tables that are searched so, and no other', async (t) => {
    const { bound, filled } = await makeWorld(t);
    for (const table of filled) {
      const rows = await run(acrossWorkspaces(bound.reads), `select distinct tenant_id from ${table}`);
      assert.equal(rows.length, READ_ACROSS.includes(table) ? 2 : 0, table);
      const written = bound.write(async (tx) => {
        const count = await changes(acrossWorkspaces(tx), `update ${table} set tenant_id = tenant_id`);
        assert.equal(count > 0, WRITTEN_ACROSS.includes(table), table);
      });
      await written;
    }
  });

  it('a connection without a scope reads nothing, also after it was used', async (t) => {
    const { url, filled } = await makeWorld(t);
    const client = new pg.Client(asApplication(url));
    await client.connect();
    t.after(() => client.end());
    const readNothing = async (): Promise<void> => {
      for (const table of filled) {
        const { rows } = await client.query(`select * from ${table} limit 1`);
        assert.deepEqual(rows, [], table);
      }
    };
    await readNothing();
    await client.query(`begin; select set_config('vitrine.tenant', 'acme', true); commit`);
    await readNothing();
    const settings = await client.query(`select current_setting('vitrine.tenant', true) as tenant`);
    assert.equal(settings.rows[0].tenant, '');
  });

  it('nothing is left of a scope on the connections of a store', async (t) => {
    const { bound } = await makeWorld(t);
    assert.equal((await run(within(bound.reads, ACME), 'select * from product')).length, 1);
    assert.deepEqual(await run(acrossWorkspaces(bound.reads), 'select * from product'), []);
    await bound.write(async (tx) => {
      assert.equal((await run(within(tx, FOREIGN), 'select * from product')).length, 1);
      assert.deepEqual(await run(acrossWorkspaces(tx), 'select * from product'), []);
      assert.equal((await run(within(tx, ACME), 'select * from product')).length, 1);
    });
    const bare = bound.reads as unknown as ReturnType<typeof acrossWorkspaces>;
    await assert.rejects(run(bare, 'select 1'), /a statement without a scope/);
  });
});

describe('tokens', () => {
  it('of one workspace are listed inside it: those of others are out of reach', async (t) => {
    const url = await postgres.createDatabase();
    const store = await postgres.openIn(t, asApplication(url));
    for (const workspace of [ACME, FOREIGN]) {
      await putAll(store, workspace, workspaceLines(workspace));
      const token = { ...workspace, id: workspace.tenantId, name: 'web', permission: 'full' } as const;
      const never = {
        environmentIds: null,
        createdAt: '2026-01-02T03:04:05Z',
        expiresAt: null,
        revokedAt: null,
      };
      await store.createToken({ ...token, ...never }, workspace.tenantId);
    }
    const idsOf = async (filter: Parameters<typeof store.listTokens>[0]): Promise<string[]> =>
      (await store.listTokens(filter)).map(({ id }) => id);
    assert.deepEqual(await idsOf({}), ['acme', 'foreign']);
    assert.deepEqual(await idsOf({ tenantId: 'foreign' }), ['foreign']);
    // Nothing is left that opens the table to statements across workspaces.
    await (await postgres.server()).run(
      'drop policy across_workspaces on token',
      new URL(url).pathname.slice(1),
    );
    assert.deepEqual(await idsOf({}), []);
    assert.deepEqual(await idsOf(ACME), ['acme']);
    assert.deepEqual(await idsOf({ ...ACME, tokenId: 'acme' }), ['acme']);
    assert.deepEqual(await idsOf({ ...ACME, tokenId: 'foreign' }), []);
  });
});

describe('nodes that are bound', () => {
  it('notice each other’s commits, and go on after their connections broke', async (t) => {
    const url = await postgres.createDatabase();
    const [writer, reader] = [
      await postgres.openIn(t, asApplication(url)),
      await postgres.openIn(t, asApplication(url)),
    ];
    await putAll(writer, ACME, workspaceLines(ACME));
    await waitUntil('the revision is known', () => reader.revision(ACME) === 4);
    const database = new URL(url).pathname.slice(1);
    await (await postgres.server()).run(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${database}' and application_name in ('vitrine', 'vitrine write')`,
    );
    assert.equal(await reader.headPosition(ACME), 4);
    await putAll(writer, ACME, [line('form')]);
    await waitUntil('the commit is noticed', () => reader.revision(ACME) === 5);
  });

  it('report an error of a statement as it is, and use the connection again', async (t) => {
    const { bound } = await makeWorld(t);
    const broken = run(within(bound.reads, ACME), 'select 1 / 0');
    await assert.rejects(broken, { code: '22012' });
    await assert.rejects(
      bound.write((tx) => run(within(tx, ACME), 'select 1 / 0')),
      { code: '22012' },
    );
    const { rows } = await sql<Row>`select ${'ä'}::text as text, ${7}::bigint as number`.execute(
      within(bound.reads, ACME),
    );
    assert.deepEqual(rows, [{ text: 'ä', number: 7 }]);
  });
});
