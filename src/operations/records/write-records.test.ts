// Creating records and saving versions as use cases: what is refused before the store is asked, what reaches it, and what
// its results become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, fullToken, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, recordStoreOf, textOf, versionOf } from '../../../test/fixtures/fake-records.ts';
import { Failure } from '../../domain/failures/failures.ts';
import type { ContentRecord, RecordVersion } from '../../domain/records/record.ts';
import type {
  RecordStore,
  RecordWriteResult,
  VersionWriteResult,
} from '../../domain/records/record-ports.ts';
import { buildCreateRecord } from './create-record.ts';
import { buildSaveVersion } from './save-version.ts';

const models = [
  modelOf('blog', {
    author: { type: 'relation', relation: 'many_to_one' },
    code: { rules: { unique: true } },
    hero: { type: 'component', component: 'HERO' },
  }),
  modelOf('settings', {}, { type: 'single' }),
  modelOf('fixed', {}, { isVersionable: false }),
];
const hero = modelOf('hero', { text: { isRequired: true } });
const localized = { 'en-us': { title: 'T' } };

type CreateCall = { record: ContentRecord; write: Parameters<RecordStore['createRecord']>[2] };
type SaveCall = Parameters<RecordStore['saveVersion']>[1];

const build = (results: { create?: RecordWriteResult; save?: VersionWriteResult } = {}) => {
  const created: CreateCall[] = [];
  const saved: SaveCall[] = [];
  let made = 100;
  const dependencies = {
    meter: meterWith().meter,
    storeIn: storeWith({
      findContentModelByName: async (name: string) =>
        models.find(({ internalName }) => internalName === name),
      findContentModel: async (id: string) => (id === 'hero' ? hero : undefined),
    }),
    records: recordStoreOf({
      findRecord: async (_, model, id) =>
        id === idOf(1) || id === idOf(2) ? { id, model, createdAt: '', createdBy: null } : undefined,
      createRecord: async (workspace, record, write) => {
        assert.equal(workspace.workspaceId, 'web');
        created.push({ record, write });
        return results.create ?? { kind: 'done', version: { ...write.version, number: 1 } };
      },
      saveVersion: async (_, write) => {
        saved.push(write);
        return results.save ?? { kind: 'done', version: { ...write.version, number: 2 } };
      },
    }),
    now: () => new Date('2026-01-02T03:04:05Z'),
    newId: () => {
      made += 1;
      return idOf(made);
    },
  };
  const create = buildCreateRecord(dependencies);
  const save = buildSaveVersion(dependencies);
  return {
    created,
    saved,
    create: (body: Record<string, unknown>, { model = 'blog', key = '', who = caller } = {}) =>
      create(who, {
        params: { modelInternalName: model },
        query: {},
        headers: key === '' ? {} : { 'idempotency-key': key },
        body,
      }),
    save: (
      body: Record<string, unknown>,
      { model = 'blog', record = idOf(1), key = '', who = caller } = {},
    ) =>
      save(who, {
        params: { modelInternalName: model, contentModelDataId: record },
        query: {},
        headers: key === '' ? {} : { 'idempotency-key': key },
        body,
      }),
  };
};

test('a record is created with its first version, a draft', async () => {
  const { create, created } = build();
  const result = await create({
    id: idOf(5).replace('8000', 'ABCD'),
    name: 'First',
    created_by: 'Ines',
    localized: { 'en-us': { title: 'T', fields: { author: idOf(2), code: 'A' } }, DE_de: { title: 'D' } },
  });
  const [call] = created;
  assert.ok(call !== undefined);
  const id = idOf(5).replace('8000', 'abcd');
  assert.deepEqual(call.record, {
    id,
    model: 'blog',
    createdAt: '2026-01-02T03:04:05.000Z',
    createdBy: 'Ines',
  });
  assert.deepEqual(
    [call.write.version.recordId, call.write.version.id, call.write.isSingle, call.write.idempotency],
    [id, idOf(101), false, undefined],
  );
  assert.deepEqual(call.write.relations, [
    { field: 'fields.author', locale: 'en-us', recordId: idOf(2), models: null },
  ]);
  assert.deepEqual(call.write.unique, [{ field: 'code', locale: 'en-us', value: 'A' }]);
  assert.deepEqual(result, {
    record: { id, model: 'blog', created_at: '2026-01-02T03:04:05.000Z', created_by: 'Ines' },
    version: {
      id: idOf(101),
      record_id: id,
      number: 1,
      name: 'First',
      created_at: '2026-01-02T03:04:05.000Z',
      created_by: 'Ines',
      locales: ['de-de', 'en-us'],
      state: 'draft',
      places: [],
      localized: { 'en-us': { title: 'T', fields: { author: idOf(2), code: 'A' } }, 'de-de': { title: 'D' } },
    },
  });
});

test('ids are made where none is given, and a single model says so', async () => {
  const { create, created } = build();
  await create({ localized, id: null, name: null, created_by: [] }, { model: 'settings' });
  assert.equal(created[0]?.record.id, idOf(101));
  assert.equal(created[0]?.write.version.id, idOf(102));
  assert.equal(created[0]?.write.isSingle, true);
  assert.deepEqual([created[0]?.record.createdBy, created[0]?.write.version.name], [null, '']);
});

const badBodies: readonly (readonly [Record<string, unknown>, string, string])[] = [
  [{}, 'MissingParameter', 'missing:localized'],
  [{ localized: null }, 'MissingParameter', 'missing:localized'],
  [{ localized: {} }, 'InvalidInput', 'blank_value:localized'],
  [{ localized: 'x' }, 'InvalidInput', 'wrong_type:localized'],
  [{ localized: [{}] }, 'InvalidInput', 'blank_value:localized'],
  [{ localized, other: 1 }, 'InvalidInput', 'unknown_field:other'],
  [{ localized, id: 'x' }, 'InvalidInput', 'malformed:id'],
  [{ localized, id: 5 }, 'InvalidInput', 'wrong_type:id'],
  [{ localized, id: '' }, 'InvalidInput', 'blank_value:id'],
  [{ localized, name: ' ' }, 'InvalidInput', 'blank_value:name'],
  [{ localized, name: {} }, 'InvalidInput', 'blank_value:name'],
  [{ localized, name: 'a\0' }, 'InvalidInput', 'invalid_character:name'],
  [{ localized, created_by: 'x'.repeat(201) }, 'InvalidInput', 'too_long:created_by'],
];

test('a body at fault is refused before anything is looked up', async () => {
  const { create, save, created, saved } = build();
  for (const [body, name, code] of badBodies) {
    await assert.rejects(create(body, { model: 'none' }), failure(400, name, code));
    const base = { base_version_id: idOf(9), ...body };
    await assert.rejects(save(base, { model: 'none' }), failure(400, name, code));
  }
  await assert.rejects(
    create({ localized, base_version_id: idOf(9) }),
    failure(400, 'InvalidInput', 'unknown_field:base_version_id'),
  );
  await assert.rejects(save({ localized }), failure(400, 'MissingParameter', 'missing:base_version_id'));
  await assert.rejects(
    save({ localized, base_version_id: 'x' }),
    failure(400, 'InvalidInput', 'malformed:base_version_id'),
  );
  assert.deepEqual([created, saved], [[], []]);
});

test('values that do not fit are told all at once, those of components too', async () => {
  const { create, save } = build();
  const body = { localized: { en: { title: 5, fields: { author: 'x', hero: { other: 1 } } } } };
  const told = (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.equal(error.status, 400);
    assert.deepEqual(
      (error.details?.['field_errors'] as { field: string; locale: string }[] | undefined)?.map(
        ({ field, locale }) => `${locale} ${field}`,
      ),
      ['en title', 'en fields.author', 'en fields.hero', 'en fields.hero.text'],
    );
    return true;
  };
  await assert.rejects(create(body), told);
  await assert.rejects(save({ ...body, base_version_id: idOf(9) }), told);
});

test('unknown models and records, and models without versions', async () => {
  const { create, save, created, saved } = build();
  const noModel = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  const body = { localized, base_version_id: idOf(9) };
  await assert.rejects(create({ localized }, { model: 'none' }), noModel);
  await assert.rejects(
    create({ localized }, { who: lostCaller }),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  await assert.rejects(save(body, { model: 'none' }), noModel);
  await assert.rejects(save(body, { record: idOf(7) }), failure(404, 'RecordNotFound', 'record_not_found'));
  const notVersionable = failure(409, 'Conflict', 'model_not_versionable');
  await assert.rejects(create({ localized }, { model: 'fixed' }), notVersionable);
  await assert.rejects(save(body, { model: 'fixed' }), notVersionable);
  assert.deepEqual([created, saved], [[], []]);
});

test('what the store finds out while it writes becomes a failure', async () => {
  const relation = (field: string, locale: string) => ({
    field,
    locale,
    recordId: idOf(8),
    models: ['person'],
  });
  const taken = (field: string) => ({
    kind: 'refused' as const,
    relations: [],
    taken: [{ field, locale: 'en', value: 1 }],
  });
  const cases: readonly (readonly [VersionWriteResult | RecordWriteResult, number, string])[] = [
    [{ kind: 'key-reused' }, 409, 'idempotency_key_reused'],
    [{ kind: 'exists' }, 409, 'already_exists'],
    [
      { kind: 'refused', relations: [relation('fields.author', 'en')], taken: [] },
      400,
      'not_found:fields.author',
    ],
    [taken('code'), 400, 'not_unique:fields.code'],
    [taken('title'), 400, 'not_unique:title'],
  ];
  const hasCode = (status: number, code: string) => (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.code], [status, code]);
    return true;
  };
  for (const [result, status, code] of cases) {
    await assert.rejects(
      build({ create: result as RecordWriteResult }).create({ localized }),
      hasCode(status, code),
    );
    await assert.rejects(
      build({ save: result as VersionWriteResult }).save({ localized, base_version_id: idOf(9) }),
      hasCode(status, code),
    );
  }
  const save = (result: VersionWriteResult) =>
    build({ save: result }).save({ localized, base_version_id: idOf(9) });
  await assert.rejects(
    build({ create: { kind: 'single-exists' } }).create({ localized }),
    hasCode(409, 'single_record_exists'),
  );
  await assert.rejects(save({ kind: 'no-record' }), hasCode(404, 'record_not_found'));
  const latest = { id: idOf(5) } as RecordVersion;
  await assert.rejects(save({ kind: 'no-base', latest }), (error: Failure) => {
    assert.deepEqual(error.details, { current_version_id: idOf(5) });
    return hasCode(412, 'base_gone')(error);
  });
  const many = ['fields.a.0', 'fields.a.3', 'fields.b'].map((field) => relation(field, 'en'));
  await assert.rejects(
    save({ ...taken('code'), relations: [...many, relation('fields.a.0', 'de')] }),
    (error) => {
      assert.ok(error instanceof Failure);
      const errors = error.details?.['field_errors'] as { field: string; locale: string; message: string }[];
      assert.deepEqual(
        errors.map(({ field, locale }) => `${locale} ${field}`),
        ['en fields.a.0', 'en fields.b', 'de fields.a.0', 'en fields.code'],
        'relations and values of others in one response',
      );
      assert.match(errors[0]?.message ?? '', /a record of person/);
      return true;
    },
  );
});

test('two who save from the same base: the second is told what changed and what is the latest', async () => {
  const base = versionOf({ id: idOf(9), localized: { en: textOf({ title: 'Old', body: 'B' }) } });
  const latest = versionOf({
    id: idOf(10),
    number: 2,
    localized: { en: textOf({ title: 'New', body: 'B' }) },
  });
  const { save, saved } = build({ save: { kind: 'changed', base, latest } });
  await assert.rejects(save({ localized, base_version_id: idOf(9).toUpperCase() }), (error) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.name], [412, 'PreconditionFailed']);
    assert.deepEqual(error.details, {
      current_version_id: idOf(10),
      changes: [{ locale: 'en', field: 'title', before: 'Old', after: 'New' }],
    });
    return true;
  });
  assert.deepEqual(
    [saved[0]?.baseVersionId, saved[0]?.model, saved[0]?.version.recordId],
    [idOf(9), 'blog', idOf(1)],
  );
});

test('a replay returns what the first did; a claim belongs to its token and to what was said', async () => {
  const first = versionOf({ id: idOf(50), recordId: idOf(51), createdBy: 'Ines' });
  const { create, created } = build({ create: { kind: 'replayed', version: first } });
  const result = await create({ localized }, { key: 'k' });
  assert.deepEqual(
    [result.record.id, result.version.id, result.record.created_by],
    [idOf(51), idOf(50), 'Ines'],
  );
  await create({ localized }, { key: 'k' });
  await create({ localized, name: 'x' }, { key: 'k' });
  await create({ localized }, { key: 'k', who: { ...caller, token: { ...fullToken, id: 't2' } } });
  await create({ localized }, { key: 'k', who: { ...caller, token: undefined, isOperator: true } });
  await create({ localized }, { key: 'k', model: 'settings' });
  const idempotencyKeys = created.map(({ write }) => write.idempotency);
  assert.deepEqual(idempotencyKeys[0], idempotencyKeys[1]);
  assert.notEqual(idempotencyKeys[2]?.fingerprint, idempotencyKeys[0]?.fingerprint);
  assert.notEqual(idempotencyKeys[5]?.fingerprint, idempotencyKeys[0]?.fingerprint);
  assert.equal(
    new Set([idempotencyKeys[0], idempotencyKeys[3], idempotencyKeys[4]].map((claim) => claim?.key)).size,
    3,
  );
  const { save, saved } = build();
  await save({ localized, base_version_id: idOf(9) }, { key: 'k' });
  await save({ localized, base_version_id: idOf(9), name: 'y' }, { key: 'k' });
  assert.notEqual(saved[0]?.idempotency?.fingerprint, saved[1]?.idempotency?.fingerprint);
  await save({ localized, base_version_id: idOf(9) }, { key: 'k', record: idOf(2) });
  assert.notEqual(saved[0]?.idempotency?.fingerprint, saved[2]?.idempotency?.fingerprint);
  assert.equal(saved[0]?.idempotency?.key, idempotencyKeys[0]?.key);
});

test('without a token nothing is written: that would be a fault of the edge', async () => {
  const { create } = build();
  await assert.rejects(create({ localized }, { who: { ...caller, token: undefined } }), /without a token/);
});
