// Roles: what the role of a service may do, what is said if it may not, and what the owner has to run.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { APPLICATION_ROLE, asApplication } from '../../../../test/fixtures/postgres-server.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { ACME, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { dataTables } from '../sql/table-keys.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { prepareDatabase } from './prepare-database.ts';

const postgres = usePostgres();

const connect = async (t: TestContext, url: string): Promise<pg.Client> => {
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  return client;
};

const runAsSuperuser = async (url: string, sql: string): Promise<void> =>
  (await postgres.server()).run(sql, new URL(url).pathname.slice(1));

const openAs = (url: string) => openPostgresStore({ url, server: { connections: 2 } });

const NEWEST = 'select max(number) from schema_migration';

describe('every table with a tenant', () => {
  it('has row-level security and a policy that checks its tenant and its workspace', async (t) => {
    const client = await connect(t, await postgres.createDatabase());
    const { rows } = await client.query<{ table: string; has_workspace: boolean; policy: string | null }>(`
      select c.relname as table, p.qual as policy, exists (select from information_schema.columns w
        where w.table_name = c.relname and w.column_name = 'workspace_id') as has_workspace
      from information_schema.columns t join pg_class c on c.relname = t.table_name and c.relkind = 'r'
        and c.relnamespace = 'public'::regnamespace
      left join pg_policies p on p.tablename = c.relname and p.policyname = 'own_rows' and p.cmd = 'ALL'
        and c.relrowsecurity
      where t.column_name = 'tenant_id' and t.table_schema = 'public'`);
    assert.deepEqual(rows.map(({ table }) => table).sort(), [...dataTables].sort());
    const setting = (name: string) => `current_setting('vitrine.${name}'::text, true)`;
    for (const { table, has_workspace, policy } of rows) {
      const ofTenant = `(tenant_id = ${setting('tenant')})`;
      const ofWorkspace = `(${ofTenant} AND (workspace_id = ${setting('workspace')}))`;
      assert.equal(policy, has_workspace ? ofWorkspace : ofTenant, table);
    }
  });
});

describe('a role that owns nothing', () => {
  it('may read and write rows, and nothing else', async (t) => {
    const client = await connect(t, asApplication(await postgres.createDatabase()));
    for (const statement of [
      'create table intruder (number int)',
      'alter table product disable row level security',
      'drop policy own_rows on product',
      'truncate product',
      'drop table product',
      "insert into schema_migration values (99, 'later', '2030-01-01', null)",
    ]) {
      await assert.rejects(client.query(statement), { code: '42501' }, statement);
    }
    // Refused by a warning before PostgreSQL 17, never by an error.
    await client.query('analyze (skip_locked) product');
  });

  it('is told what to run before the schema is made, after it has grown, and without rights', async (t) => {
    const url = await (await postgres.server()).createDatabase();
    const advice = new RegExp(`Run "vitrine database prepare --role ${APPLICATION_ROLE}"`);
    await assert.rejects(openAs(asApplication(url)), advice);
    await (await openAs(url)).close();
    const database = new URL(url).pathname.slice(1);
    await runAsSuperuser(url, `revoke connect on database ${database} from public`);
    await assert.rejects(openAs(asApplication(url)), /permission denied for database.*Run "vitrine database/);
    await runAsSuperuser(url, `grant connect on database ${database} to ${APPLICATION_ROLE}`);
    await assert.rejects(openAs(asApplication(url)), (error: Error) => {
      assert.match(error.message, /may not read and write the tables .*\bproduct\b/);
      assert.match(error.message, advice);
      return true;
    });
    await runAsSuperuser(url, `revoke connect on database ${database} from ${APPLICATION_ROLE}`);
    assert.equal(await prepareDatabase(url, APPLICATION_ROLE), undefined);
    assert.equal(await prepareDatabase(url, APPLICATION_ROLE), undefined);
    const store = await postgres.openIn(t, asApplication(url));
    await putAll(store, ACME, workspaceLines(ACME));
    await runAsSuperuser(url, `delete from schema_migration where number = (${NEWEST})`);
    await assert.rejects(
      openAs(asApplication(url)),
      /not that of this version, and the role vitrine_app may not/,
    );
  });

  it('is bound where the schema of the tables is not the first of its search path', async (t) => {
    const url = await postgres.createDatabase();
    await runAsSuperuser(
      url,
      `create schema ${APPLICATION_ROLE} authorization ${APPLICATION_ROLE}; create schema vitrine authorization vitrine`,
    );
    assert.equal(await prepareDatabase(url, APPLICATION_ROLE), undefined);
    const store = await postgres.openIn(t, asApplication(url));
    assert.equal(store.rowSecurityLack, undefined);
    await putAll(store, ACME, workspaceLines(ACME));
    assert.equal(await store.headPosition(ACME), 4);
  });

  it('is bound in a schema whose name needs quotes', async (t) => {
    const url = await (await postgres.server()).createDatabase();
    const database = new URL(url).pathname.slice(1);
    await runAsSuperuser(
      url,
      `create schema "Shop-1" authorization vitrine; alter database ${database} set search_path = "Shop-1"`,
    );
    assert.equal(await prepareDatabase(url, APPLICATION_ROLE), undefined);
    const store = await postgres.openIn(t, asApplication(url));
    assert.equal(store.rowSecurityLack, undefined);
    await putAll(store, ACME, workspaceLines(ACME));
    const client = await connect(t, url);
    const { rows } = await client.query('select tenant_id, workspace_id from "Shop-1".workspace');
    assert.deepEqual(rows, [{ tenant_id: 'acme', workspace_id: 'web' }]);
  });

  it('goes on after a migration of the next version that allows it', async () => {
    const url = await postgres.createDatabase();
    await runAsSuperuser(
      url,
      `insert into schema_migration values ((${NEWEST}) + 1, 'later', '2030-01-01', (${NEWEST}))`,
    );
    await (await openAs(asApplication(url))).close();
    await runAsSuperuser(
      url,
      `insert into schema_migration values ((${NEWEST}) + 1, 'later', '2030-01-01', null)`,
    );
    await assert.rejects(openAs(asApplication(url)), /newer version: it has migration/);
  });
});

describe('a role that row-level security does not bind', () => {
  it('works as it is, and the store says what it lacks', async (t) => {
    const url = await postgres.createDatabase();
    const owner = await postgres.openIn(t, url);
    assert.match(owner.rowSecurityLack ?? '', /^the role vitrine owns the tables/);
    const superuser = await postgres.openIn(t, url.replace('//vitrine:', '//postgres:'));
    assert.match(superuser.rowSecurityLack ?? '', /^the role postgres is exempt/);
    const bound = await postgres.openIn(t, asApplication(url));
    assert.equal(bound.rowSecurityLack, undefined);
    await putAll(owner, ACME, workspaceLines(ACME));
    for (const store of [superuser, bound]) assert.equal(await store.headPosition(ACME), 4);
  });

  it('says so too when the database was empty', async (t) => {
    const store = await postgres.openIn(t, await (await postgres.server()).createDatabase());
    assert.match(store.rowSecurityLack ?? '', /^the role vitrine owns the tables/);
  });

  it('is refused as the role of services', async () => {
    const url = await postgres.createDatabase();
    assert.equal(await prepareDatabase(url, 'nobody'), 'unknown');
    assert.equal(await prepareDatabase(url, 'postgres'), 'exempt');
    assert.equal(await prepareDatabase(url, 'vitrine'), 'owner');
  });

  it('needs no scope, so that the previous release goes on', async (t) => {
    const url = await postgres.createDatabase();
    const store = await postgres.openIn(t, asApplication(url));
    await putAll(store, ACME, workspaceLines(ACME));
    const client = await connect(t, url);
    const { rows } = await client.query('select tenant_id, workspace_id from workspace');
    assert.deepEqual(rows, [{ tenant_id: 'acme', workspace_id: 'web' }]);
  });
});
