// Isolation by construction: queries on workspace tables are built by `inWorkspace` and in no other way. The compiler
// rejects most others, since `Db` offers no table; this test reads the sources for the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, read, sources } from './import-graph.ts';

const STORE = 'src/adapters/store/';
const HELPER = `${STORE}sql/scoped-query.ts`;

/** Files that may work across workspaces, how often, and why. */
const acrossWorkspaces: Readonly<Record<string, readonly [uses: number, reason: string]>> = {
  'access/directory.ts': [2, 'a host name or a token tells which workspace a request belongs to'],
  'access/token-store.ts': [2, 'the operator lists and revokes tokens by id, whatever workspace they are of'],
  'access/visitor-secret.ts': [2, 'one secret for the whole installation'],
  'copy/incomplete-copy.ts': [4, 'a copy of the whole database is marked as incomplete until it is verified'],
  'copy/table-rows.ts': [5, 'a copy has the rows of all workspaces'],
  'events/event-rows.ts': [2, 'events of all workspaces are dropped by age'],
  'feed/feed-reader.ts': [1, 'trimming looks for every feed that has grown too long'],
  'leases/lease-store.ts': [5, 'leases belong to the whole installation'],
  'limits/usage-rows.ts': [1, 'one statement adds to the counters of a workspace and of its tenant'],
  'manage/resource-tables.ts': [2, 'tenants are listed, and the workspaces of a tenant'],
  'objects/bundle-reader.ts': [1, 'an export lists the workspaces that it then reads one by one'],
  'objects/integrity-checks.ts': [1, 'a host name belongs to one workspace of the whole installation'],
  'postgres/open-engine.ts': [1, 'writes nothing, to see whether the server takes writes'],
  'postgres/role-rights.ts': [3, 'rights of a role concern whole tables, and no row'],
  'postgres/transactions.ts': [1, 'the lock of the schema is no table'],
  'postgres/workspace-lock.ts': [1, 'the lock of a workspace that has no feed yet is no table'],
  'search/all-catalogs.ts': [1, 'popular terms and popularity are computed for every catalog'],
  'search/search-places.ts': [1, 'indexes are made ready for every workspace that has changed'],
  'sql/key-range.ts': [1, 'raw SQL, bound by a prefix that only `workspacePrefix` makes'],
  'sql/prepared-query.ts': [1, 'runs a statement that is built and compiled already'],
  'store.ts': [1, 'whether the database holds any tenant'],
  'terms/popular-terms-store.ts': [3, 'searches of all workspaces are recorded together and dropped by age'],
};

/** SQL as text: below the query builder, or along a key whose columns are only known at run time. */
const rawSql: Readonly<Record<string, string>> = {
  'postgres/feed-watcher.ts': 'the positions of all workspaces in use, with one statement',
  'postgres/role-rights.ts': 'rights are revoked from a role, which is no table',
  'postgres/workspace-lock.ts': 'the positions of the workspaces that a transaction locked, with its commit',
  'sql/key-range.ts': 'bound by a prefix that only `workspacePrefix` makes',
  'sqlite/revisions.ts': 'asked synchronously with every request, by tenant and workspace',
};

/** Migrations create and fill the tables of all workspaces. */
const isMigration = (file: string): boolean => file.startsWith(`${STORE}migrations/`);

const tables = [...read(`${STORE}sql/tables.ts`).matchAll(/^ {2}readonly (\w+): /gm)].map(
  ([, table]) => table ?? '',
);

/** Without imports and comments; line numbers are preserved. */
const codeOf = (text: string): string =>
  text.replace(/^import [^;]*;$|\/\*.*?\*\/|(?<!['":])\/\/[^\n]*/gms, (found) => found.replace(/[^\n]/g, ''));

/** The start of a query, and what it is called on. */
const STARTS =
  /([\w.]+|\([^()]*\))\s*\.(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(/g;
const CALLED_ON = /(?:^|[^\w.])(?:inWorkspace|acrossWorkspaces)\s*$/;

/** By convention, a value that `inWorkspace` returned. */
const WORKSPACE = 'workspace';

const faultsOf = (file: string, source: string): string[] => {
  const name = file.slice(STORE.length);
  const text = codeOf(source);
  const faults: string[] = [];
  const fault = (index: number, problem: string): void => {
    faults.push(`${file}:${text.slice(0, index).split('\n').length}: ${problem}`);
  };
  for (const { 0: call, 1: receiver = '', index } of text.matchAll(STARTS)) {
    const isBound = receiver === WORKSPACE || CALLED_ON.test(text.slice(0, index));
    if (!isBound) fault(index, `${call.replace(/\s+/g, '')} is not called on inWorkspace(…)`);
  }
  for (const { index } of text.matchAll(/\bclearWhere\b/g))
    fault(index, 'clearWhere drops the workspace too');
  for (const { index } of text.matchAll(/\.(?:where|on|having)\(\s*sql[^`]*`[^`]*\bor\b/gi)) {
    fault(index, '`or` in raw SQL reaches around the workspace: use eb.or');
  }
  for (const { index } of text.matchAll(/\bas unknown as (?:Kysely|Db)\b|\bnew Kysely\b|\bhideTables\(/g)) {
    if (!/^(?:sqlite|postgres)\/dialect\.ts$/.test(name)) fault(index, 'only the engine makes a Db');
  }
  const inSql = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:["']?(?:${tables.join('|')})\\b|\\$\\{)`,
    'gi',
  );
  for (const { 0: found, index } of text.matchAll(inSql)) {
    const isSql = /["'`][^"'`\n]*$|`[^`]*$/.test(text.slice(0, index));
    if (isSql && rawSql[name] === undefined) fault(index, `${found} as text: use inWorkspace`);
  }
  const uses = [...text.matchAll(/\b(?:acrossWorkspaces|prefixAcrossWorkspaces|reachBound|runBound)\(/g)]
    .length;
  const [allowed] = acrossWorkspaces[name] ?? [0];
  if (uses !== allowed) fault(0, `works across workspaces ${uses} times, ${allowed} allowed`);
  return faults;
};

const checked = sources.filter(
  (file) => file.startsWith(STORE) && !isTest(file) && !isMigration(file) && file !== HELPER,
);

test('every query of the store is built inside a workspace, but for those with a reason', () => {
  assert.deepEqual(
    checked.flatMap((file) => faultsOf(file, read(file))),
    [],
  );
  const known = new Set(checked.map((file) => file.slice(STORE.length)));
  const gone = [...Object.keys(acrossWorkspaces), ...Object.keys(rawSql)].filter((file) => !known.has(file));
  assert.deepEqual(gone, []);
});

/** A temporary database without a file has data of no workspace. */
const isTemporary = (text: string): boolean =>
  text.includes("new DatabaseSync('')") && !/new DatabaseSync\((?!''\))/.test(text);

test('nobody else reaches the database', () => {
  const faults = sources.filter(
    (file) =>
      file.startsWith('src/') &&
      !file.startsWith(STORE) &&
      !isTest(file) &&
      /from '(?:kysely|node:sqlite)'/.test(read(file)) &&
      !isTemporary(read(file)),
  );
  assert.deepEqual(faults, []);
});

/** Queries that forget the workspace, as somebody might write them. */
const planted: Readonly<Record<string, string>> = {
  'a query on the connection': "const rows = await tx\n  .selectFrom('record')\n  .selectAll();",
  'a subquery of a bound table': "(eb) => eb.selectFrom('version as latest').select('number')",
  'a query across workspaces': "acrossWorkspaces(reads).selectFrom('record').selectAll()",
  'a key prefix across workspaces': 'const set = { prefix: prefixAcrossWorkspaces({ model }) };',
  'a compiled statement': 'await runBound(tx, tenantId, undefined, query.sql, [id]);',
  'a dropped filter': "inWorkspace(tx, scope).deleteFrom('record').clearWhere()",
  'raw SQL': `await sql\`select doc from record where record_id = \${id}\`.execute(db);`,
  'raw SQL on any table': `await sql\`delete from \${sql.table(name)}\`.execute(db);`,
  'a statement as text': "connection.run('update token set revoked_at = ?', [at]);",
  'a raw alternative': `workspace.selectFrom('record').where(sql<boolean>\`model = \${a} or model = \${b}\`)`,
  'another connection': 'const db = new Kysely<Tables>({ dialect });',
  'a cast': 'const all = tx as unknown as Kysely<Tables>;',
};

for (const [what, text] of Object.entries(planted)) {
  test(`refused: ${what}`, () => {
    assert.equal(faultsOf(`${STORE}records/planted.ts`, `// A file.\n${text}\n`).length, 1);
  });
}

test('accepted: queries that are built inside a workspace', () => {
  const text = `
    const workspace = inWorkspace(tx, scope);
    await workspace.selectFrom(['record', 'version']).select('record.doc').execute();
    await inWorkspace(tx, scope)
      .updateTable('record')
      .set({ doc })
      .execute();
    // A comment on rows that are deleted from record.
    throw new Error('the update of a record failed');`;
  assert.deepEqual(faultsOf(`${STORE}records/planted.ts`, text), []);
});
