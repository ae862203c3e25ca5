// Reading, comparing and deleting versions, and deleting records: what is found, what is refused, and who may know what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, fullToken, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, recordStoreOf, textOf, versionOf } from '../../../test/fixtures/fake-records.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { Failure } from '../../domain/failures/failures.ts';
import type { PlacedVersion, VersionPlace } from '../../domain/records/record.ts';
import type { RecordStore, RemoveResult } from '../../domain/records/record-ports.ts';
import { buildCompareVersions } from './compare-versions.ts';
import { buildDeleteRecord } from './delete-record.ts';
import { buildDeleteVersion } from './delete-version.ts';
import { buildGetVersion } from './get-version.ts';
import { buildListVersions } from './list-versions.ts';

const place = (environmentId: string, state: VersionPlace['state'], locale = 'en'): VersionPlace => ({
  environmentId,
  locale,
  state,
  publishedAt: '2026-01-03T00:00:00Z',
});
const placed: readonly PlacedVersion[] = [
  {
    version: versionOf({
      id: idOf(12),
      number: 2,
      localized: { en: textOf({ title: 'New', fields: { a: 1 } }), de: textOf() },
    }),
    places: [
      place('PRODUCTION-1', 'unpublished'),
      place('STAGING', 'published'),
      place('PRODUCTION-1', 'superseded', 'de'),
    ],
  },
  {
    version: versionOf({
      id: idOf(11),
      localized: { en: textOf({ title: 'Old', body: 'B', summary: 'S' }) },
    }),
    places: [],
  },
];

const build = (given: Partial<RecordStore> = {}) => {
  const records = recordStoreOf({
    findRecord: async (_, model, id) =>
      model === 'blog' && id === idOf(1) ? { id, model, createdAt: '', createdBy: null } : undefined,
    listVersions: async (_, recordId, { skip, limit }) => {
      assert.equal(recordId, idOf(1));
      return { total: placed.length, items: placed.slice(skip, skip + limit) };
    },
    findVersion: async (_, recordId, id) =>
      recordId === idOf(1) ? placed.find(({ version }) => version.id === id) : undefined,
    ...given,
  });
  return {
    storeIn: storeWith({
      findContentModelByName: async (name) =>
        name === 'blog' || name === 'other' ? modelOf(name) : undefined,
    }),
    records,
    now: () => new Date('2026-01-05T00:00:00Z'),
  };
};
const params = { modelInternalName: 'blog', contentModelDataId: idOf(1).toUpperCase() };
const rest = { query: {}, headers: {}, body: undefined };
const staging: Caller = { ...caller, token: { ...fullToken, environmentIds: ['PRODUCTION-1'] } };

test('a version is told with its texts as they may be sent back, and where it stands', async () => {
  const get = buildGetVersion(build());
  const { version } = await get(caller, {
    ...rest,
    params: { ...params, version_id: idOf(12).toUpperCase() },
  });
  assert.deepEqual(version.localized, { en: { title: 'New', fields: { a: 1 } }, de: { title: 'Title' } });
  assert.deepEqual([version.state, version.locales], ['superseded', ['de', 'en']]);
  assert.deepEqual(
    version.places.map(({ environment_id, locale, state }) => `${environment_id} ${locale} ${state}`),
    ['PRODUCTION-1 en unpublished', 'STAGING en published', 'PRODUCTION-1 de superseded'],
  );
  const other = await get(caller, { ...rest, params: { ...params, version_id: idOf(11) } });
  assert.deepEqual(other.version.localized, { en: { title: 'Old', summary: 'S', body: 'B' } });
  assert.equal(other.version.state, 'draft');
});

test('environments beyond the token are not named', async () => {
  const get = buildGetVersion(build());
  const { version } = await get(staging, { ...rest, params: { ...params, version_id: idOf(12) } });
  assert.deepEqual(
    version.places.map(({ environment_id }) => environment_id),
    ['PRODUCTION-1', 'PRODUCTION-1'],
  );
});

test('versions are listed newest first, without their texts', async () => {
  const list = buildListVersions({ ...build(), meter: meterWith().meter });
  const result = await list(caller, { ...rest, params });
  assert.deepEqual([result.total_count, result.items.map(({ number }) => number)], [2, [2, 1]]);
  assert.equal(Object.hasOwn(result.items[0] ?? {}, 'localized'), false);
  assert.deepEqual((await list(caller, { ...rest, params, query: { skip: 1 } })).items.length, 1);
  await assert.rejects(
    list(caller, { ...rest, params, query: { skip: 100_000, limit: 1 } }),
    failure(400, 'InvalidInput', 'out_of_range:skip'),
  );
});

test('two versions are compared in the order of the path', async () => {
  const compare = buildCompareVersions(build());
  const run = (version_id: string, other_version_id: string) =>
    compare(caller, { ...rest, params: { ...params, version_id, other_version_id } });
  const result = await run(idOf(11), idOf(12));
  assert.deepEqual([result.before.number, result.after.number], [1, 2]);
  assert.deepEqual(result.changes[1], { locale: 'en', field: 'title', before: 'Old', after: 'New' });
  assert.deepEqual((await run(idOf(12), idOf(12))).changes, []);
  await assert.rejects(run(idOf(11), idOf(99)), failure(404, 'VersionNotFound', 'version_not_found'));
  await assert.rejects(run(idOf(99), idOf(11)), failure(404, 'VersionNotFound', 'version_not_found'));
});

test('a path that names nothing: model, record, version', async () => {
  const get = buildGetVersion(build());
  const run = (changes: Partial<typeof params & { version_id: string }>, who = caller) =>
    get(who, { ...rest, params: { ...params, version_id: idOf(11), ...changes } });
  const noModel = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  const noRecord = failure(404, 'RecordNotFound', 'record_not_found');
  await assert.rejects(run({ modelInternalName: 'none' }), noModel);
  await assert.rejects(run({}, lostCaller), failure(404, 'EnvironmentNotFound', 'environment_not_found'));
  await assert.rejects(run({ modelInternalName: 'other' }), noRecord);
  await assert.rejects(run({ contentModelDataId: 'x' }), noRecord);
  await assert.rejects(run({ version_id: 'x' }), failure(404, 'VersionNotFound', 'version_not_found'));
});

const needed: RemoveResult = {
  kind: 'needed',
  count: 7,
  dependents: [
    { kind: 'environment', id: 'PRODUCTION-1' },
    { kind: 'environment', id: 'STAGING' },
    { kind: 'record', id: idOf(3) },
  ],
};
const namesOnly = (ids: readonly string[]) => (error: unknown) => {
  assert.ok(error instanceof Failure);
  assert.deepEqual(
    [error.status, error.code, error.details?.['dependent_count']],
    [409, 'has_dependents', 7],
  );
  assert.deepEqual(
    (error.details?.['dependents'] as { id: string }[] | undefined)?.map(({ id }) => id),
    ids,
  );
  return true;
};

test('a version is deleted, unless it is needed or not there', async () => {
  const removed: string[] = [];
  const run = (result: RemoveResult, who = caller) =>
    buildDeleteVersion(
      build({
        removeVersion: async (_, recordId, versionId) => {
          removed.push(`${recordId} ${versionId}`);
          return result;
        },
      }),
    )(who, { ...rest, params: { ...params, version_id: idOf(11).toUpperCase() } });
  assert.deepEqual(await run({ kind: 'done' }), { version_id: idOf(11) });
  assert.deepEqual(removed, [`${idOf(1)} ${idOf(11)}`]);
  await assert.rejects(run({ kind: 'absent' }), failure(404, 'VersionNotFound', 'version_not_found'));
  await assert.rejects(run(needed), namesOnly(['PRODUCTION-1', 'STAGING', idOf(3)]));
  await assert.rejects(run(needed, staging), namesOnly(['PRODUCTION-1', idOf(3)]));
});

test('a record is deleted, with cascade only by a token of the whole workspace', async () => {
  const asked: unknown[] = [];
  const run = (result: RemoveResult, cascade: boolean | undefined, who: Caller = caller) =>
    buildDeleteRecord(
      build({
        removeRecord: async (_, model, recordId, options) => {
          asked.push([model, recordId, options]);
          return result;
        },
      }),
    )(who, { ...rest, params, query: cascade === undefined ? {} : { cascade } });
  assert.deepEqual(await run({ kind: 'done' }, undefined), { record_id: idOf(1) });
  await run({ kind: 'done' }, true);
  await run({ kind: 'done' }, true, { ...caller, token: undefined, isOperator: true });
  await run({ kind: 'done' }, false, staging);
  const now = '2026-01-05T00:00:00.000Z';
  assert.deepEqual(
    asked,
    [false, true, true, false].map((cascade) => ['blog', idOf(1), { cascade, now }]),
  );
  await assert.rejects(run({ kind: 'done' }, true, staging), failure(403, 'Forbidden', 'token_scope'));
  assert.equal(asked.length, 4);
  await assert.rejects(run({ kind: 'absent' }, false), failure(404, 'RecordNotFound', 'record_not_found'));
  await assert.rejects(run(needed, false, staging), namesOnly(['PRODUCTION-1', idOf(3)]));
});
