// No read or write of the store goes through a whole table, or through a whole workspace: the plans that PostgreSQL chooses are
// checked on tables with many rows, which it has counted.

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import {
  ACME,
  ALL_FORMS,
  askEvents,
  CATALOG,
  collect,
  everyKind,
  FORM,
  line,
  putAll,
  putEvent,
  RECORD,
  uuid,
} from '../../../../test/suites/store/store-fixture.ts';
import { create, NOW, requestOf, save, text } from '../../../../test/suites/store/store-records-fixture.ts';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import { compileRecordQuery } from '../../../domain/records/record-query.ts';
import { toContentModel } from '../sql/documents.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import type { Store } from '../store.ts';

const ROWS = 12_000;
const WORKSPACES = 12;
const PROD = { ...ACME, environmentId: 'PROD' };
const [R1, R2, V1, V2, V3] = [uuid(101), uuid(102), uuid(201), uuid(202), uuid(203)] as const;

/** Of each workspace there are few, however large it is. */
const small: ReadonlySet<string> = new Set([
  ...[
    'environment',
    'domain',
    'content_model',
    'catalog',
    'commerce_store',
    'form',
    'workspace',
    'feed_head',
  ],
  ...[
    'synonyms',
    'merchandising_rule',
    'attribute',
    'facet',
    'popular_term',
    'search_report',
    'usage',
    'usage_attribute',
  ],
]);
const large = Object.keys(keysInWorkspace).filter((table) => !small.has(table));

/** In each table the columns that tell its rows apart. */
const telling =
  /^(record|version|target|product|category|provider|submission|token)_id$|^(slug|id|block|from_id|term|key|last_key|digest|claim_key|visitor|generation)$/;
const counting = /^(position|slot)$/;

/** Copies a row of each table, with other ids, into its own workspace and into others. */
const grow = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    'select table_name, column_name from information_schema.columns where table_name = any($1) order by 1, ordinal_position',
    [large],
  );
  const columnsOf = Map.groupBy(rows, ({ table_name }) => table_name);
  for (const [table, columns] of columnsOf) {
    const names = columns.map(({ column_name }) => column_name);
    const values = names.map((name) => {
      if (name === 'workspace_id') {
        return `case g % ${WORKSPACES} when 0 then workspace_id else 'other' || g % ${WORKSPACES} end`;
      }
      if (name === 'model') return `case g % 5 when 0 then model else 'other' || g % 5 end`;
      if (counting.test(name)) return `${name} + 1000000 + g`;
      return telling.test(name) ? `${name} || '-' || g` : name;
    });
    await client.query(
      `insert into ${table} (${names.join()}) select ${values.join()} from (select * from ${table} where tenant_id = 'acme' limit 1) as one, generate_series(1, ${ROWS}) as g`,
    );
    const { rows: counted } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${table}`,
    );
    assert.ok((counted[0]?.rows ?? 0) >= ROWS, `${table} has no row to copy`);
  }
  await client.query('analyze');
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

const isLarge = ({ 'Relation Name': name }: Plan): boolean => name !== undefined && large.includes(name);

/** Every row of a table, or of a workspace. */
const isScan = (plan: Plan): boolean => {
  const { 'Node Type': type, 'Index Cond': condition } = plan;
  if (!isLarge(plan)) return false;
  if (condition === undefined) return type === 'Seq Scan' || type.startsWith('Index');
  return !/\("?(?!tenant_id|workspace_id)\w+"? |ROW\(/.test(condition);
};

/** The statements that the store sends from now on, each once, with values. */
const watchStatements = (t: TestContext): Map<string, readonly unknown[]> => {
  const statements = new Map<string, readonly unknown[]>();
  const query = pg.Client.prototype.query;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...words: unknown[]): unknown {
    const [first, second] = words as [string | { text: string; values?: unknown[] }, unknown];
    const sql = typeof first === 'string' ? first : first.text;
    const values = typeof first === 'string' ? second : first.values;
    // Not what begins or ends a transaction, several statements in one.
    if (/^\s*(?:select|with|insert|update|delete)\b[^;]*$/i.test(sql) && !statements.has(sql)) {
      statements.set(sql, Array.isArray(values) ? values : []);
    }
    return Reflect.apply(query, this, words);
  });
  return statements;
};

const askLists = async (store: Store): Promise<void> => {
  const reader = store.recordsIn(PROD);
  const rules = [{ field: 'title', action: 'contains' as const, value: 'o', at: '' }];
  const none = { groups: [], search: undefined, sortBy: undefined, sortOrder: undefined };
  const some = {
    groups: [{ operator: 'AND' as const, rules }],
    search: 'o',
    sortBy: 'title',
    sortOrder: undefined,
  };
  for (const criteria of [none, some]) {
    const query = compileRecordQuery(toContentModel(line('content_model')), criteria);
    const search = { model: 'blog', view: 'latest' as const, chain: ['en-us'], page: { skip: 0, limit: 5 } };
    await reader.findPage(query, search);
  }
  const page = { skip: 0, limit: 5 };
  for (const query of [{ filters: [] }, { filters: [{ field: 'sku', value: 'x' }], search: 'shoe' }]) {
    await store.listResources(ACME, 'product', { catalog_id: CATALOG }, page, query);
  }
};

const askRecords = async (store: Store): Promise<void> => {
  const reader = store.recordsIn(PROD);
  await store.findVersion(ACME, R1, V1);
  await store.listVersions(ACME, R1, { skip: 0, limit: 5 });
  for (const view of ['published', 'latest'] as const) await reader.findRecords([R1, R2, RECORD], view);
  await collect(reader.readSlugHolders('/one'));
  await store.findPublishedRecord(PROD, CATALOG, R1);
};

const ANY = { environmentId: undefined, from: undefined, to: undefined };

const askCatalog = async (store: Store): Promise<void> => {
  const scoped = store.inScope(PROD);
  await scoped.findCatalog(CATALOG);
  await scoped.findCommerceStore(undefined);
  await scoped.listPopularTerms(CATALOG, { skip: 0, limit: 5 });
  await scoped.findContentModelByName('blog');
  await scoped.hasRecord('blog', R1);
  const budget = unbounded;
  await scoped.findForm(FORM, budget);
  await scoped.listForms(ALL_FORMS, budget);
  await putAll(store, ACME, [line('form', { display_name: 'Changed' })]);
  await scoped.listForms(ALL_FORMS, budget);
  await store.findDomain('shop.web.acme.test');
  await store.findEnvironment(PROD);
  await store.findToken('0'.repeat(64));
  await store.loadCatalog(PROD, CATALOG);
  await store.listIfSmall(PROD, CATALOG, 10);
  await store.findProduct(PROD, CATALOG, 'p1');
  await store.findContentItem(PROD, CATALOG, 'wp-1');
  await store.listChanges(ACME, await store.headPosition(ACME), 10);
  await store.changeFingerprint(ACME, 1);
  await store.findSubmission(ACME, FORM, SUBMISSION.id);
  await store.listSubmissions(ACME, FORM, ANY, { skip: 0, limit: 5 });
};

const DAY = '2026-03-20';

const putCounts = async (store: Store): Promise<void> => {
  const counts = { term: 'shoe', day: DAY, searches: 1, visitors: 1, zeros: 0, found: 1, low: new Map() };
  const options = { minVisitors: 1, now: new Date(NOW) };
  await store.replaceSearchCounts({ ...ACME, catalogId: CATALOG }, [counts], options);
};

const askReport = async (store: Store): Promise<void> => {
  const days = { period: { from: DAY, until: DAY }, before: undefined, lowTotal: 3 };
  const choose = async () => ({ places: [0] });
  const report = await store.reportSearches({ ...ACME, catalogId: CATALOG }, days, choose, unbounded);
  assert.deepEqual(report?.terms, ['shoe']);
};

const write = async (store: Store): Promise<void> => {
  const relations = [{ field: 'author', locale: 'en-us', recordId: RECORD, models: null }];
  await create(store, uuid(103), uuid(204), { key: 'other', relations });
  await save(store, uuid(103), uuid(204), uuid(205), {
    unique: [{ field: 'title', locale: 'en-us', value: 'other' }],
  });
  await store.publish(ACME, requestOf(uuid(103), uuid(205)));
  await store.unpublish(ACME, requestOf(uuid(103), uuid(205)));
  await store.removeRecord(ACME, 'blog', uuid(103), { cascade: false, now: NOW });
  await putAll(store, ACME, [line('product', { id: 'new' }), line('content_item', { provider_id: 'new' })]);
};

const SUBMISSION = { id: uuid(301), formId: FORM, environmentId: 'PROD', submittedAt: NOW, answers: {} };
const TOKEN = {
  ...ACME,
  id: 'token',
  name: 'a',
  permission: 'read' as const,
  environmentIds: null,
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
};

const postgres = usePostgres();

it('no statement reads a whole table', async (t) => {
  const url = await postgres.createDatabase();
  const store = await postgres.openIn(t, url);
  await putAll(store, ACME, everyKind(ACME));
  await create(store, R1, V1, { key: 'k', localized: { 'en-us': text('one', { author: RECORD }) } });
  await create(store, R2, V3);
  await save(store, R1, V1, V2, {});
  await store.publish(ACME, requestOf(R1, V2));
  await store.addSubmission(ACME, SUBMISSION);
  await putEvent(store, ACME);
  await putCounts(store);
  await store.createToken(TOKEN, '0'.repeat(64));
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  await grow(client);
  const statements = watchStatements(t);
  await askRecords(store);
  await askLists(store);
  await askCatalog(store);
  await askEvents(store, ACME);
  await askReport(store);
  await write(store);
  t.mock.reset();
  assert.ok(statements.size > 40, String(statements.size));
  const scans: string[] = [];
  for (const [sql, values] of statements) {
    const { rows } = await client.query(`explain (format json) ${sql}`, [...values]);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ readonly Plan: Plan }];
    for (const step of flatten(plan))
      if (isScan(step)) scans.push(`${step['Relation Name']} by ${step['Index Cond']}: ${sql}`);
  }
  assert.deepEqual(scans, []);
});
