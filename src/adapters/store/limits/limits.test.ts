// Limits at the store: refused is what would grow beyond one, whichever way it comes in, and nothing else. Deleting makes room.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLimited, put, refusedBy } from '../../../../test/suites/store/limited-store.ts';
import {
  ACME,
  CATALOG,
  FORM,
  line,
  putAll,
  TIME,
  uuid,
} from '../../../../test/suites/store/store-fixture.ts';
import { OTHER, remove, SIBLING, submit } from '../../../../test/suites/store/store-resources-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import type { LimitName } from '../../../domain/limits/limits.ts';

/** Of a limit, one more of what it counts. Two stand when each is tried. */
const oneMore: Readonly<Partial<Record<LimitName, (index: number) => BundleObject>>> = {
  environments_per_workspace: (index) => line('environment', { id: `E${index}` }),
  domains_per_workspace: (index) => line('domain', { host: `h${index}.test` }),
  content_models_per_workspace: (index) =>
    line('content_model', { id: uuid(300 + index), internal_name: `m${index}` }),
  catalogs_per_workspace: (index) => line('catalog', { id: uuid(300 + index) }),
  stores_per_workspace: (index) => line('store', { id: `s-${index}` }),
  forms_per_workspace: (index) => line('form', { id: uuid(300 + index) }),
  records_per_workspace: (index) => line('record', { id: uuid(300 + index) }),
  versions_per_workspace: (index) => line('version', { id: uuid(300 + index), number: 10 + index }),
  products_per_catalog: (index) => line('product', { id: `p-${index}` }),
  content_items_per_catalog: (index) => line('content_item', { provider_id: `w-${index}` }),
  categories_per_catalog: (index) => line('category', { id: `c-${index}` }),
  synonym_sets_per_catalog: (index) => line('synonyms', { id: `syn-${index}` }),
  synonym_phrases_per_catalog: (index) => line('synonyms', { id: `syn-${index}` }),
  merchandising_rules_per_catalog: (index) => line('merchandising_rule', { id: `r-${index}` }),
  facet_settings_per_catalog: (index) => line('facet', { field: `f-${index}` }),
  objects_per_workspace: (index) => line('category', { id: `c-${index}` }),
};

for (const [limit, make] of Object.entries(oneMore) as [LimitName, (index: number) => BundleObject][]) {
  test(`${limit}: the last is taken, one more is not, in a bulk request and in an import`, async (t) => {
    const { again } = await openLimited(t);
    const plain = await again({});
    await putAll(plain, ACME, [make(0)]);
    const used = (await plain.readUsage(ACME)).find((usage) => usage.limit === limit)?.used ?? 0;
    const step = limit === 'synonym_phrases_per_catalog' ? line('synonyms').words.length : 1;
    const store = await again({ [limit]: used + step });
    const [last, beyond] = await store.writeBatch(ACME, [
      { action: 'put', object: make(1) },
      { action: 'put', object: make(2) },
    ]);
    assert.deepEqual(last, { kind: 'created' });
    assert.equal(beyond?.kind === 'fault' && beyond.failure?.code, `limit_exceeded:${limit}`);
    await assert.rejects(putAll(store, ACME, [make(2)]), {
      message: new RegExp(`VITRINE_LIMIT_${limit.toUpperCase()}`),
    });
    // In its place and as it stands there is room for everything.
    assert.deepEqual(await store.writeBatch(ACME, [{ action: 'put', object: make(1) }]), [
      { kind: 'unchanged' },
    ]);
  });
}

test('the management interface says which limit, its value, what there would be, and the setting', async (t) => {
  const { store } = await openLimited(t, { categories_per_catalog: 1 });
  await assert.rejects(put(store, line('category', { id: 'one more' })), {
    ...refusedBy('categories_per_catalog'),
    message:
      'Too many categories in this catalog: the limit is 1, and this would make 2; VITRINE_LIMIT_CATEGORIES_PER_CATALOG raises the limit',
    details: {
      limit: {
        name: 'categories_per_catalog',
        allowed: 1,
        wanted: 2,
        setting: 'VITRINE_LIMIT_CATEGORIES_PER_CATALOG',
      },
    },
  });
  assert.equal(
    await store.findResource(ACME, 'category', { catalog_id: CATALOG, id: 'one more' }),
    undefined,
  );
  assert.equal((await put(store, line('category', { name: 'another name' }))).kind, 'updated');
  await remove(store, 'category');
  assert.equal((await put(store, line('category', { id: 'one more' }))).kind, 'created');
  assert.equal((await put(store, line('category', { name: 'theirs' }), OTHER)).kind, 'updated');
});

test('what one object holds is limited, and may shrink but not grow where it stands beyond', async (t) => {
  const { again } = await openLimited(t);
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...line('content_model').fields[0],
      field_properties: { ...line('content_model').fields[0]?.field_properties, internal_name: `f${index}` },
    })) as never[];
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  const named = (count: number) => Object.fromEntries(words(count).map((word) => [word, 1]));
  const cases: readonly (readonly [LimitName, (count: number) => BundleObject])[] = [
    ['phrases_per_synonym_set', (count) => line('synonyms', { words: words(count) })],
    [
      'ids_per_merchandising_rule',
      (count) => line('merchandising_rule', { hide: words(count - 1), pin: ['x'] }),
    ],
    [
      'ids_per_merchandising_rule',
      (count) =>
        line('merchandising_rule', {
          ...{ hide: [], pin_at: [{ id: 'a', position: 1 }] },
          boost: [{ factor: 2, ids: words(count - 2) }],
          bury: [{ factor: 2, ids: ['x'] }],
        }),
    ],
    ['fields_per_content_model', (count) => line('content_model', { fields: fields(count) })],
    ['attributes_per_product', (count) => line('product', { attributes: named(count) })],
    ['attribute_names_per_catalog', (count) => line('product', { attributes: named(count) })],
  ];
  for (const [limit, make] of cases) {
    await put(await again({}), make(6));
    const store = await again({ [limit]: 4 });
    await assert.rejects(put(store, make(7)), refusedBy(limit));
    const outcomes: string[] = [];
    for (const count of [6, 5, 4]) outcomes.push((await put(store, make(count))).kind);
    assert.deepEqual(outcomes, ['unchanged', 'updated', 'updated'], limit);
    await assert.rejects(put(store, make(5)), refusedBy(limit));
  }
});

test('a name of an attribute counts once, and is free when the last product that has it goes', async (t) => {
  const { store } = await openLimited(t, { attribute_names_per_catalog: 4 });
  // The product that stands has color, eco and weight_g.
  await put(store, line('product', { id: 'a', attributes: { color: 'red', size: 1 } }));
  await put(store, line('product', { id: 'b', attributes: { size: 1, eco: true } }));
  const more = line('product', { id: 'c', attributes: { brim: 1 } });
  await assert.rejects(put(store, more), refusedBy('attribute_names_per_catalog'));
  await remove(store, 'product', { key: { catalog_id: CATALOG, id: 'a' } });
  await assert.rejects(put(store, more), refusedBy('attribute_names_per_catalog'));
  await put(store, line('product', { id: 'b', attributes: { eco: true } }));
  assert.equal((await put(store, more)).kind, 'created');
});

test('bytes count for the whole tenant, and records, versions and submissions are refused too', async (t) => {
  const { again } = await openLimited(t);
  const plain = await again({});
  const used = (await plain.readUsage(ACME))[0]?.used ?? 0;
  assert.deepEqual((await plain.readUsage(SIBLING))[0]?.used, used);
  assert.ok(((await plain.readUsage(OTHER))[0]?.used ?? 0) < used);
  const full = await again({ stored_bytes_per_tenant: used });
  const beyond = refusedBy('stored_bytes_per_tenant');
  await assert.rejects(submit(full, SIBLING, uuid(500)), beyond);
  await assert.rejects(put(full, line('form', { id: uuid(300) })), beyond);
  const record = { id: uuid(300), model: line('record').model, createdAt: TIME, createdBy: null };
  const version = {
    id: uuid(301),
    recordId: record.id,
    name: '',
    createdAt: TIME,
    createdBy: null,
    localized: {},
  };
  const write = { version, relations: [], idempotency: undefined, now: TIME };
  await assert.rejects(full.createRecord(ACME, record, { ...write, isSingle: false }), beyond);
  const ofRecord = { ...write, version: { ...version, recordId: line('record').id }, model: record.model };
  const [latest] = (await full.listVersions(ACME, line('record').id, { skip: 0, limit: 1 })).items;
  await assert.rejects(
    full.saveVersion(ACME, { ...ofRecord, baseVersionId: latest?.version.id ?? '' }),
    beyond,
  );
  await assert.rejects(
    (await again({ records_per_workspace: 1 })).createRecord(ACME, record, { ...write, isSingle: false }),
    refusedBy('records_per_workspace'),
  );
  assert.equal(await submit(full, OTHER, uuid(500)), true);
  await remove(full, 'catalog', { workspace: SIBLING, cascade: true });
  assert.equal(await submit(full, ACME, uuid(500)), true);
  const few = await again({ submissions_per_form: 1 });
  await assert.rejects(submit(few, ACME, uuid(501)), refusedBy('submissions_per_form'));
  await few.deleteSubmission(ACME, FORM, uuid(500));
  assert.equal(await submit(few, ACME, uuid(501)), true);
});

test('a version in too many locales is refused, written one by one or imported', async (t) => {
  const { store } = await openLimited(t, { locales_per_version: 3 });
  const beyond = refusedBy('locales_per_version');
  const text = { title: 'x', summary: undefined, pageSlug: '', body: '', imageUrl: null, fields: {} };
  const localizedIn = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`en-x${index}`, text]));
  const record = { id: uuid(300), model: line('record').model, createdAt: TIME, createdBy: null };
  const writeOf = (id: string, count: number) => ({
    version: {
      id,
      recordId: record.id,
      name: '',
      createdAt: TIME,
      createdBy: null,
      localized: localizedIn(count),
    },
    relations: [],
    idempotency: undefined,
    now: TIME,
  });
  const create = (count: number) =>
    store.createRecord(ACME, record, { ...writeOf(uuid(301), count), isSingle: false });
  await assert.rejects(create(4), beyond);
  assert.equal((await create(3)).kind, 'done');
  const save = { ...writeOf(uuid(302), 4), model: record.model, baseVersionId: uuid(301) };
  await assert.rejects(store.saveVersion(ACME, save), beyond);
  const localized = Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => [`en-x${index}`, line('version').localized['en-us']]),
  ) as never;
  const imported = line('version', { id: uuid(303), record_id: record.id, number: 2, localized });
  await assert.rejects(
    store.writeBundle(async (writer) => {
      await writer.put(ACME, imported, 'as-is');
      return true;
    }),
    /the limit is 3, and this would make 4; VITRINE_LIMIT_LOCALES_PER_VERSION/,
  );
});
