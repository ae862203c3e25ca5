// The counters: after any writes and deletes they equal a full recount. The same holds after a migration.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { keptUsage, recountUsage } from '../../../../test/fixtures/usage-recount.ts';
import {
  ACME,
  CATALOG,
  everyKind,
  FORM,
  line,
  putAll,
  TIME,
  uuid,
  versionText,
} from '../../../../test/suites/store/store-fixture.ts';
import { OTHER, remove, SIBLING, submit } from '../../../../test/suites/store/store-resources-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type {
  BulkStep,
  ResourceKey,
  ResourceKind,
  ResourceObject,
} from '../../../domain/manage/managed-resource.ts';
import { openSqliteStore, type SqliteStore } from '../sqlite/open-sqlite-store.ts';
import type { Store } from '../store.ts';

const CATALOGS = [CATALOG, uuid(201)];
const FORMS = [FORM, uuid(202)];
const RECORDS = [uuid(203), uuid(204)];
const workspaces = [ACME, SIBLING, OTHER] as const;

/** One random step; each works with the objects that exist. */
type Step = (store: SqliteStore, workspace: WorkspaceScope) => Promise<unknown>;

const attempt = (store: SqliteStore, workspace: WorkspaceScope, object: BundleObject): Promise<unknown> =>
  store.writeResource(workspace, object as ResourceObject & BundleObject, { kind: 'none' });

const anId = fc.constantFrom('a', 'b', 'c');
const aCatalog = fc.constantFrom(...CATALOGS);
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const attributes = fc.dictionary(fc.constantFrom('color', 'größe', 'weight', 'eco'), text, { maxKeys: 4 });
const phrases = fc.array(fc.constantFrom('shoe', 'boot', 'clog', 'pump'), { minLength: 2, maxLength: 6 });

const objects: fc.Arbitrary<BundleObject> = fc.oneof(
  fc
    .record({ id: anId, catalog_id: aCatalog, name: text, attributes })
    .map((given) => line('product', given)),
  fc.record({ id: anId, catalog_id: aCatalog, words: phrases }).map((given) => line('synonyms', given)),
  fc.record({ id: anId, catalog_id: aCatalog, name: text }).map((given) => line('category', given)),
  fc
    .record({ id: anId, catalog_id: aCatalog, pin: fc.array(anId) })
    .map((given) => line('merchandising_rule', given)),
  fc.record({ name: anId, catalog_id: aCatalog }).map((given) => line('attribute', given)),
  fc.record({ field: anId, catalog_id: aCatalog }).map((given) => line('facet', given)),
  fc
    .record({
      provider_id: anId,
      catalog_id: aCatalog,
      environment_ids: fc.constantFrom<string[] | null>(null, ['PROD'], ['PROD', 'STAGE']),
    })
    .map((given) => line('content_item', given)),
  fc.record({ id: aCatalog, name: text }).map((given) => line('catalog', given)),
  fc.record({ id: fc.constantFrom(...FORMS), display_name: text }).map((given) => line('form', given)),
  fc.constantFrom('PROD', 'STAGE').map((id) => line('environment', { id })),
  fc.constant(line('content_model')),
);

const puts: fc.Arbitrary<Step> = objects.map(
  (object) => (store, workspace) => attempt(store, workspace, object),
);

const bulks: fc.Arbitrary<Step> = fc
  .array(
    fc.oneof(
      objects.map((object): BulkStep => ({ action: 'put', object })),
      fc
        .record({ id: anId, catalog_id: aCatalog })
        .map((key): BulkStep => ({ action: 'delete', kind: 'product', key })),
      aCatalog.map((id): BulkStep => ({ action: 'delete', kind: 'catalog', key: { id } })),
    ),
    { maxLength: 8 },
  )
  .map((steps) => (store, workspace) => store.writeBatch(workspace, steps));

/** Rolled back as often as committed. */
const imports: fc.Arbitrary<Step> = fc.tuple(fc.array(objects, { maxLength: 6 }), fc.boolean()).map(
  ([all, keep]) =>
    (store, workspace) =>
      store.writeBundle(async (writer) => {
        for (const object of all) await writer.put(workspace, object).catch(() => {});
        return keep;
      }),
);

const removals: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      aCatalog.map((id): [ResourceKind, ResourceKey] => ['catalog', { id }]),
      fc.constantFrom(...FORMS).map((id): [ResourceKind, ResourceKey] => ['form', { id }]),
      fc.constantFrom('PROD', 'STAGE').map((id): [ResourceKind, ResourceKey] => ['environment', { id }]),
      fc
        .record({ catalog_id: aCatalog, id: anId })
        .chain((key) =>
          fc
            .constantFrom<ResourceKind>('product', 'synonyms', 'category', 'merchandising_rule')
            .map((kind): [ResourceKind, ResourceKey] => [kind, key]),
        ),
      fc.constant<[ResourceKind, ResourceKey]>(['content_model', { id: line('content_model').id }]),
    ),
    fc.boolean(),
  )
  .map(
    ([[kind, key], cascade]) =>
      (store, workspace) =>
        remove(store, kind, { key, cascade, workspace }),
  );

const aRecord = fc.constantFrom(...RECORDS);
let latest = 1_000;

const records: fc.Arbitrary<Step> = fc
  .tuple(aRecord, text, fc.nat(2))
  .map(([id, title, what]) => async (store, workspace) => {
    const model = line('record').model;
    latest += 1;
    const versionId = uuid(latest);
    const base = (await store.listVersions(workspace, id, { skip: 0, limit: 1 })).items[0]?.version;
    const write = {
      version: {
        id: versionId,
        recordId: id,
        name: '',
        createdAt: TIME,
        createdBy: null,
        localized: { 'en-us': { ...versionText(title), pageSlug: '', imageUrl: null, summary: undefined } },
      },
      relations: [],
      idempotency: undefined,
      now: TIME,
    };
    if (what === 0) return store.removeRecord(workspace, model, id, { cascade: true, now: TIME });
    if (base === undefined) {
      const record = { id, model, createdAt: TIME, createdBy: null };
      return store.createRecord(workspace, record, { ...write, isSingle: false }).catch(() => {});
    }
    if (what === 1) return store.removeVersion(workspace, id, base.id);
    return store.saveVersion(workspace, { ...write, model, baseVersionId: base.id });
  });

const submissions: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...FORMS), fc.nat(3), fc.nat(2))
  .map(([form, number, what]) => (store, workspace) => {
    const id = uuid(500 + number);
    if (what === 0) return store.deleteSubmission(workspace, form, id);
    if (what === 1 && number === 0) return store.eraseSubmissions(workspace, form, () => true);
    return submit(store, workspace, id, form).catch(() => {});
  });

const steps = fc.array(
  fc.tuple(fc.constantFrom(...workspaces), fc.oneof(puts, bulks, imports, removals, records, submissions)),
  { maxLength: 25 },
);

const fill = async (store: Store): Promise<void> => {
  for (const workspace of workspaces) await putAll(store, workspace, everyKind(workspace));
};

const open = async () => {
  const dataDir = await copySqliteFolder(fill);
  return { store: await openSqliteStore({ dataDir }), dataDir };
};

test('after any life the counters are what a recount gives', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const { store, dataDir } = await open();
      try {
        for (const [workspace, step] of life) await step(store, workspace);
        assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir));
        for (const kind of ['catalog', 'form', 'content_model', 'environment'] as const) {
          await remove(store, kind, { workspace: OTHER, cascade: true });
          assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir), kind);
        }
        await remove(store, 'workspace', { workspace: SIBLING, key: { id: 'shop' }, cascade: true });
        assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir));
        await remove(store, 'tenant', { cascade: true });
        assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir));
      } finally {
        await store.close();
        rmSync(dataDir, { recursive: true });
      }
    }),
    { numRuns: runs(3, 20) },
  );
});

test('a database from before is counted when it is opened', async (t) => {
  const { store, dataDir } = await open();
  const products = Array.from({ length: 1_300 }, (_, index) =>
    line('product', { id: `q${index}`, attributes: { [`name ${index % 150}`]: 'x', color: 'ö' } }),
  );
  await putAll(store, ACME, [line('catalog', { id: uuid(201) }), ...products]);
  await putAll(store, ACME, [
    line('product', { id: 'elsewhere', catalog_id: uuid(201), attributes: { color: 1 } }),
  ]);
  await submit(store, ACME, uuid(500));
  // The tables did not exist then.
  for (const workspace of workspaces) {
    await remove(store, 'attribute', { workspace });
    await remove(store, 'facet', { workspace });
  }
  await store.close();
  t.after(() => rmSync(dataDir, { recursive: true }));
  const before = keptUsage(dataDir);
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
  database.exec(
    'drop table usage; drop table usage_attribute; drop table version_slug; alter table feed_head drop column access_head; alter table feed_head drop column product_changes; delete from schema_migration where number >= 3',
  );
  database.close();
  await (await openSqliteStore({ dataDir })).close();
  assert.deepEqual(keptUsage(dataDir), before);
  assert.deepEqual(recountUsage(dataDir), before);
  assert.equal(before.names[`acme/web/${CATALOG}/color`], '1301');
});
