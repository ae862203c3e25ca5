// Pruning after a Contentful export: what is gone or no longer published there, and nothing that was made elsewhere.

import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import {
  createdAt,
  type ImportWorld,
  openImportWorld,
  target,
} from '../../../../test/fixtures/import/import-world.ts';
import type { SourceImport } from '../import-source.ts';
import { contentful } from './contentful.ts';
import { modelIdOf, recordIdOf, versionIdOf } from './contentful-ids.ts';

const SPACE = 'sp1';
const space = { sys: { type: 'Link', linkType: 'Space', id: SPACE } };
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const type = (id: string, spaceId = SPACE) => ({
  sys: { id, createdAt, space: { sys: { id: spaceId } } },
  name: id,
  displayField: 'name',
  fields: [{ id: 'name', name: 'Name', type: 'Symbol', localized: true }],
});

/** `state`: the numbers of the version and of the published one. */
const entry = (
  id: string,
  state: { version: number; publishedVersion?: number; archivedVersion?: number },
  names: object = { en: id },
  of = 'note',
) => ({
  sys: { id, space, createdAt, contentType: { sys: { id: of } }, ...state },
  fields: { name: names },
});
const draft = { version: 3 };
const published = { version: 2, publishedVersion: 1 };

const file = (entries: readonly object[], types: readonly object[] = [type('note')]) =>
  JSON.stringify({ contentTypes: types, entries, locales: [{ code: 'en', default: true }, { code: 'de' }] });

let world: ImportWorld;
beforeEach(async (context) => {
  world = await openImportWorld(context as TestContext);
});

const run = async (text: string, options: Partial<SourceImport> = {}) => {
  const report = await world.run([text], { format: contentful, ...options });
  assert.deepEqual(report.faults, []);
  return report;
};

const idOf = (id: string) => recordIdOf(SPACE, id);
const publishedOf = async (id: string) =>
  (await world.objects('publication'))
    .filter((each) => each['record_id'] === idOf(id))
    .map((each) => [each['environment_id'], each['version_id'], each['locales']]);

test('entries that are gone, archived or no longer published leave; a dry run lists the same', async () => {
  const ids = ['stays', 'unpublished', 'changed', 'archived', 'gone'];
  const both = { target: { ...target, environmentIds: ['P1', 'P2'] } };
  await run(file(ids.map((id) => entry(id, published))), both);
  const later = file([
    entry('stays', published),
    entry('unpublished', draft),
    entry('changed', { version: 5, publishedVersion: 1 }),
    entry('archived', { ...published, archivedVersion: 4 }),
  ]);
  const without = await run(later);
  assert.deepEqual(without.deletions, []);
  assert.equal((await publishedOf('unpublished')).length, 2);
  const dry = await run(later, { prunes: true, isDryRun: true });
  assert.deepEqual(dry.deletions.map(({ kind, id }) => `${kind} ${id}`).sort(), [
    `publication ${idOf('unpublished')} P1`,
    ...[idOf('archived'), idOf('gone')].sort().map((id) => `record ${id}`),
  ]);
  assert.equal((await publishedOf('gone')).length, 2);
  const real = await run(later, { prunes: true });
  assert.deepEqual([real.deletions, real.counts], [dry.deletions, dry.counts]);
  const stays = ['stays', 'unpublished', 'changed'].map(idOf).sort();
  assert.deepEqual(await world.ids('record'), stays);
  assert.deepEqual(
    (await publishedOf('unpublished')).map(([place]) => place),
    ['P2'],
    'P2 was not asked for',
  );
  for (const id of ['stays', 'changed']) {
    assert.deepEqual(
      (await publishedOf(id)).map(([, version]) => version),
      [versionIdOf(idOf(id), 1), versionIdOf(idOf(id), 1)],
    );
  }
  assert.deepEqual((await run(later, { prunes: true })).deletions, []);
});

test('a translation that is gone is no longer published', async () => {
  await run(file([entry('a', published, { en: 'A', de: 'Ah' })]));
  const later = file([entry('a', { version: 4, publishedVersion: 3 }, { en: 'A' })]);
  await run(later);
  assert.equal((await publishedOf('a')).length, 2, 'German still shows the old version');
  await run(later, { prunes: true });
  assert.deepEqual(await publishedOf('a'), [['P1', versionIdOf(idOf('a'), 3), null]]);
});

test('a version that is still in the files, but not published there, is unpublished', async () => {
  await run(file([entry('a', published)]));
  await run(file([entry('a', { version: 1 })]), { prunes: true });
  assert.deepEqual(await publishedOf('a'), []);
});

test('what others made in the same models stays, and what they published', async () => {
  const both = [entry('a', published), entry('b', published)];
  await run(file(both));
  const version = (record: string, id: string, number: number) => ({
    kind: 'version',
    record_id: record,
    id,
    number,
    created_at: createdAt,
    localized: { en: { title: 'By hand', fields: { name: 'By hand' } } },
  });
  const publication = (record: string, id: string) => ({
    kind: 'publication',
    record_id: record,
    environment_id: 'P1',
    version_id: id,
    published_at: createdAt,
  });
  await world.put([
    { kind: 'record', model: 'note', id: uuid(1), created_at: createdAt },
    version(uuid(1), uuid(2), 1),
    version(idOf('a'), uuid(3), 9),
    publication(uuid(1), uuid(2)),
    publication(idOf('a'), uuid(3)),
  ]);
  await run(file([entry('a', draft)]), { prunes: true });
  assert.deepEqual(await world.ids('record'), [uuid(1), idOf('a')].sort());
  assert.deepEqual((await world.objects('publication')).map((each) => each['version_id']).sort(), [
    uuid(2),
    uuid(3),
  ]);
});

test('a content type that is gone takes its model along, unless the model has other records', async () => {
  const types = [type('note'), type('old'), type('used')];
  const entries = [entry('a', published, undefined, 'old'), entry('b', published, undefined, 'used')];
  await run(file(entries, types));
  await world.put([
    { kind: 'record', model: 'used', id: uuid(1), created_at: createdAt },
    { kind: 'content_model', id: uuid(5), internal_name: 'own', created_at: createdAt },
  ]);
  const later = file([entry('c', published)]);
  const report = await run(later, { prunes: true });
  assert.deepEqual(report.kept, [{ kind: 'content_model', id: 'used', reason: 'it has other records' }]);
  const models = (await world.objects('content_model')).map((each) => each['internal_name']);
  assert.deepEqual(models.sort(), ['note', 'own', 'used']);
  assert.deepEqual(await world.ids('record'), [uuid(1), idOf('c')].sort());
});

test('models of another space stay', async () => {
  await run(file([], [type('theirs', 'sp2')]));
  await run(file([entry('a', published)]), { prunes: true });
  assert.deepEqual(
    await world.ids('content_model'),
    [modelIdOf('sp2', 'theirs'), modelIdOf(SPACE, 'note')].sort(),
  );
});
