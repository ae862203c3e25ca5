// Three workspaces hold rows with the same ids: two of one tenant, and one of another tenant under the same workspace id.
// Each kind of query, run in one of them, reaches the rows of that one alone. What must not compile is tried here too.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { migrate } from '../migrations/migrate.ts';
import { openSqliteEngine } from '../sqlite/open-engine.ts';
import type { Db, Engine } from './engine.ts';
import { countRows, deleteRows } from './key-range.ts';
import { prepareInWorkspace } from './prepared-query.ts';
import { acrossWorkspaces, inWorkspace, workspacePrefix } from './scoped-query.ts';

const HERE: WorkspaceScope = { tenantId: 'acme', workspaceId: 'main' };
const SAME_TENANT: WorkspaceScope = { tenantId: 'acme', workspaceId: 'other' };
const SAME_NAME: WorkspaceScope = { tenantId: 'rival', workspaceId: 'main' };
const ALL = [HERE, SAME_TENANT, SAME_NAME];

const labelOf = ({ tenantId, workspaceId }: WorkspaceScope): string => `${tenantId}/${workspaceId}`;

/** A record with two versions in each workspace; documents say which workspace they are of. */
const open = async (t: TestContext): Promise<Engine> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-scoped-'));
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(engine);
  await engine.write(async (tx) => {
    for (const scope of ALL) {
      const workspace = inWorkspace(tx, scope);
      const doc = labelOf(scope);
      await workspace
        .insertInto('record')
        .values({ record_id: 'r', model: 'blog', doc, revision: 1 })
        .execute();
      const version = { record_id: 'r', locales: '[]', doc, revision: 1 };
      await workspace
        .insertInto('version')
        .values([
          { ...version, version_id: 'v1', number: 1 },
          { ...version, version_id: 'v2', number: scope === HERE ? 2 : 3 },
        ])
        .execute();
    }
  });
  return engine;
};

/** SQLite's rows have no prototype. */
const plain = <R extends object>(rows: readonly R[]): R[] => rows.map((row) => ({ ...row }));

/** Every row as the whole table has it: `tenant/workspace id doc`. */
const readVersions = async (db: Db): Promise<string[]> => {
  const rows = await acrossWorkspaces(db).selectFrom('version').selectAll().execute();
  return rows
    .map(
      ({ tenant_id, workspace_id, version_id, doc }) => `${tenant_id}/${workspace_id} ${version_id} ${doc}`,
    )
    .sort();
};

describe('a query in a workspace', () => {
  it('inserts there', async (t) => {
    const { reads } = await open(t);
    assert.deepEqual(
      await readVersions(reads),
      ALL.flatMap((scope) => ['v1', 'v2'].map((id) => `${labelOf(scope)} ${id} ${labelOf(scope)}`)).sort(),
    );
  });

  it('selects from one table there', async (t) => {
    const { reads } = await open(t);
    for (const scope of ALL) {
      const rows = await inWorkspace(reads, scope)
        .selectFrom('version')
        .select(['version_id', 'doc'])
        .execute();
      assert.deepEqual(
        plain(rows),
        ['v1', 'v2'].map((version_id) => ({ version_id, doc: labelOf(scope) })),
      );
    }
  });

  it('joins rows of that workspace only, whatever else the join says', async (t) => {
    const { reads } = await open(t);
    for (const scope of ALL) {
      const rows = await inWorkspace(reads, scope)
        .selectFrom(['record', 'version as newest'])
        .select(['record.doc', 'newest.doc as version_doc'])
        .execute();
      const doc = labelOf(scope);
      assert.deepEqual(plain(rows), [
        { doc, version_doc: doc },
        { doc, version_doc: doc },
      ]);
    }
  });

  it('joins what may be absent from that workspace only', async (t) => {
    const { reads } = await open(t);
    const workspace = inWorkspace(reads, HERE);
    const find = (number: number) =>
      workspace
        .leftJoin(workspace.selectFrom('record'), 'version', (join) => join.on('version.number', '=', number))
        .select(['record.doc', 'version.version_id'])
        .execute();
    assert.deepEqual(plain(await find(2)), [{ doc: labelOf(HERE), version_id: 'v2' }]);
    assert.deepEqual(plain(await find(3)), [{ doc: labelOf(HERE), version_id: null }]);
  });

  it('looks into a subquery of that workspace only', async (t) => {
    const { reads } = await open(t);
    for (const scope of ALL) {
      const workspace = inWorkspace(reads, scope);
      const rows = await workspace
        .selectFrom('record')
        .select((eb) =>
          workspace
            .subquery(eb, 'version as latest')
            .select((own) => own.fn.max('latest.number').as('number'))
            .whereRef('latest.record_id', '=', 'record.record_id')
            .as('number'),
        )
        .execute();
      assert.deepEqual(plain(rows), [{ number: scope === HERE ? 2 : 3 }]);
    }
  });

  it('updates there', async (t) => {
    const engine = await open(t);
    const before = await readVersions(engine.reads);
    await engine.write(async (tx) => {
      await inWorkspace(tx, HERE).updateTable('version').set({ doc: 'changed' }).execute();
    });
    const after = await readVersions(engine.reads);
    assert.deepEqual(
      after.filter((row) => !before.includes(row)),
      ['acme/main v1 changed', 'acme/main v2 changed'],
    );
  });

  it('deletes there', async (t) => {
    const engine = await open(t);
    const before = await readVersions(engine.reads);
    await engine.write(async (tx) => {
      await inWorkspace(tx, HERE).deleteFrom('version').execute();
    });
    const after = await readVersions(engine.reads);
    assert.deepEqual(
      before.filter((row) => !after.includes(row)),
      ['acme/main v1 acme/main', 'acme/main v2 acme/main'],
    );
  });

  it('is compiled once where it is prepared, and takes the workspace as a parameter', async (t) => {
    const { reads } = await open(t);
    let built = 0;
    const find = prepareInWorkspace(reads, { id: '' }, (workspace, value) => {
      built += 1;
      return workspace.selectFrom('version').select('doc').where('version_id', '=', value.id);
    });
    for (const scope of ALL) {
      assert.deepEqual(plain(await find.all(reads, { ...scope, id: 'v1' })), [{ doc: labelOf(scope) }]);
    }
    assert.equal(built, 1);
  });

  it('counts and deletes along a key there', async (t) => {
    const engine = await open(t);
    const before = await readVersions(engine.reads);
    const set = { table: 'version', prefix: workspacePrefix(HERE), key: ['version_id'] } as const;
    assert.equal(await countRows(engine.reads, set), 2);
    await engine.write((tx) => deleteRows(tx, set));
    const after = await readVersions(engine.reads);
    assert.deepEqual(
      before.filter((row) => !after.includes(row)),
      ['acme/main v1 acme/main', 'acme/main v2 acme/main'],
    );
  });

  it('finds the tenant by the tenant alone', async (t) => {
    const engine = await open(t);
    await engine.write(async (tx) => {
      for (const scope of [HERE, SAME_NAME]) {
        await inWorkspace(tx, scope)
          .insertInto('tenant')
          .values({ doc: scope.tenantId, revision: 1 })
          .execute();
      }
    });
    for (const scope of ALL) {
      const rows = await inWorkspace(engine.reads, scope).selectFrom('tenant').select('doc').execute();
      assert.deepEqual(plain(rows), [{ doc: scope.tenantId }]);
    }
  });
});

/** Never called: the compiler refuses each of these. */
export const refusedByTheCompiler = (db: Db): void => {
  const workspace = inWorkspace(db, HERE);
  // @ts-expect-error: a join with a table that is not bound to the workspace.
  workspace.selectFrom('record').innerJoin('version', 'version.record_id', 'record.record_id');
  // @ts-expect-error: a subquery of a table that is not bound to the workspace.
  workspace.selectFrom('record').where((eb) => eb.exists(eb.selectFrom('version').select('version_id')));
  // @ts-expect-error: a row for another workspace.
  workspace.insertInto('form').values({ form_id: 'f', doc: '', revision: 1, workspace_id: 'other' });
  // @ts-expect-error: a row moved to another tenant.
  workspace.updateTable('form').set({ tenant_id: 'other' });
  // @ts-expect-error: a query on the connection.
  db.selectFrom('form');
  // @ts-expect-error: raw SQL on the connection.
  sql`select doc from form`.execute(db);
  // @ts-expect-error: a range of keys that begins with a prefix made by hand.
  countRows(db, { table: 'form', prefix: { tenant_id: 'acme' }, key: ['form_id'] });
  // @ts-expect-error: a prefix of another workspace.
  workspacePrefix(HERE, { workspace_id: 'other' });
};
