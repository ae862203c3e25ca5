// How many statements a write sends: each is a round trip to the server. Lines of a bulk request and of an import share them.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { countStatements, type StatementCount } from '../../../../test/fixtures/count-statements.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { ACME, CATALOG, line, uuid, versionIn } from '../../../../test/suites/store/store-fixture.ts';
import {
  create,
  putModels,
  requestOf,
  save,
  text,
} from '../../../../test/suites/store/store-records-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import type { BulkStep } from '../../../domain/manage/managed-resource.ts';
import { encodeLine } from '../../../import/bundle-codec.ts';
import { importBundle } from '../../../import/import-bundle.ts';
import type { Store } from '../store.ts';

const LINES = 500;
const NONE = { kind: 'none' } as const;

const postgres = usePostgres();

const open = async (t: TestContext): Promise<Store> => {
  const store = await postgres.open(t);
  await putModels(store, ACME);
  return store;
};

const product = (number: number, brand = `b${number % 5}`) =>
  line('product', {
    id: `p${String(number).padStart(6, '0')}`,
    name: `Product ${number}`,
    brand,
    category_ids: [`c${number % 9}`],
    attributes: { color: ['red'], size: [String(number % 7)], fit: ['slim'], year: ['2026'] },
  });
const item = (number: number) =>
  line('content_item', { provider_id: `w${number}`, title: `t${number}`, url: `/${number}` });
const record = (number: number) => line('record', { id: uuid(1_000 + number) });
const version = (number: number) =>
  versionIn(uuid(500_000 + number), 1, ['en-us'], { record_id: uuid(1_000 + number) });
const publication = (number: number) =>
  line('publication', {
    record_id: uuid(1_000 + number),
    version_id: uuid(500_000 + number),
    locales: null,
  });

const series = (count: number, make: (index: number) => BundleObject | BundleObject[]): BundleObject[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();

/** With the statements that were sent most often, should there be too many. */
const assertAtMost = (name: string, { statements, byText }: StatementCount, allowed: number): void => {
  const often = [...byText].sort(([, one], [, other]) => other - one).slice(0, 8);
  assert.ok(
    statements <= allowed,
    `${name}: ${statements} statements, ${allowed} allowed\n${often.map(([sql, count]) => `${count} × ${sql}`).join('\n')}`,
  );
};

test('lines of a bulk request share statements', async (t) => {
  const store = await open(t);
  const write = async (name: string, perLine: number, outcome: string, objects: BundleObject[]) => {
    const steps = objects.map((object): BulkStep => ({ action: 'put', object }));
    const counted = await countStatements(() => store.writeBatch(ACME, steps));
    assert.deepEqual([...new Set(counted.result.map(({ kind }) => kind))], [outcome], name);
    assertAtMost(name, counted, perLine * objects.length);
  };
  await write('new products', 0.15, 'created', series(LINES, product));
  await write('the same again', 0.06, 'unchanged', series(LINES, product));
  await write(
    'changed products',
    0.2,
    'updated',
    series(LINES, (index) => product(index, 'other')),
  );
  await write(
    'products in no order',
    0.25,
    'created',
    series(LINES, (index) => product(1_000 + ((index * 7_919) % 100_003))),
  );
  await write('content items', 0.15, 'created', series(LINES, item));
  await write(
    'records, versions and publications',
    0.5,
    'created',
    series(LINES / 2, (index) => [record(index), version(index), publication(index)]),
  );
  await write(
    'the same records again',
    0.15,
    'unchanged',
    series(LINES / 2, (index) => [record(index), version(index), publication(index)]),
  );
});

test('lines of an import share statements', async (t) => {
  const store = await open(t);
  const objects = [
    ...series(1_000, product),
    ...series(LINES, record),
    ...series(LINES, version),
    ...series(LINES, publication),
  ];
  const scope = JSON.stringify({ kind: 'scope', tenant_id: ACME.tenantId, workspace_id: ACME.workspaceId });
  const bundle = Buffer.from([scope, ...objects.map((object) => encodeLine(object))].join('\n'));
  const spoolDir = tmpdir();
  const counted = await countStatements(() =>
    importBundle(
      store,
      (async function* () {
        yield bundle;
      })(),
      { keepGoing: false, spoolDir },
    ),
  );
  assert.equal(counted.result.created, objects.length, JSON.stringify(counted.result.faults));
  assertAtMost('import', counted, 0.3 * objects.length);
});

test('a single write sends few statements, whatever the number of lists and locales', async (t) => {
  const store = await open(t);
  const ask = async <T>(name: string, allowed: number, work: () => Promise<T>): Promise<T> => {
    const counted = await countStatements(work);
    assertAtMost(name, counted, allowed);
    return counted.result;
  };
  const localized = (mark: string) =>
    Object.fromEntries(['en-us', 'de-de', 'fr-fr', 'it-it'].map((each) => [each, text(`${mark} ${each}`)]));
  const [id, first, second] = [uuid(91), uuid(92), uuid(93)];
  const key = { catalog_id: CATALOG, id: product(1).id };
  await ask('create a product', 20, () => store.writeResource(ACME, product(1), NONE));
  await ask('update a product', 20, () => store.writeResource(ACME, product(1, 'other'), NONE));
  await ask('write it unchanged', 9, () => store.writeResource(ACME, product(1, 'other'), NONE));
  await ask('delete a product', 21, () =>
    store.deleteResource(ACME, 'product', key, { precondition: NONE, cascade: false }),
  );
  await ask('create a record', 38, () => create(store, id, first, { localized: localized('one'), key: 'k' }));
  await ask('save a version', 30, () => save(store, id, first, second, { localized: localized('two') }));
  await ask('publish', 33, () => store.publish(ACME, requestOf(id, first)));
  await ask('publish another version', 35, () => store.publish(ACME, requestOf(id, second)));
  await ask('unpublish', 36, () => store.unpublish(ACME, requestOf(id, second)));
});
