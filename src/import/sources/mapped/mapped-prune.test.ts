// Pruning with a mapping: items of its types and locales, forms with ids of the same making, and nothing that others made.

import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import {
  CATALOG,
  createdAt,
  type ImportWorld,
  openImportWorld,
  scope,
} from '../../../../test/fixtures/import/import-world.ts';
import { contentFormat, formsFormat } from './mapped-format.ts';
import { readMapping } from './read-mapping.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

let world: ImportWorld;
beforeEach(async (context) => {
  world = await openImportWorld(context as TestContext);
});

const mappingOf = (kind: 'content' | 'forms', mapping: object) => {
  const read = readMapping(JSON.stringify(mapping), kind);
  assert.ok('mapping' in read, JSON.stringify(read));
  return read.mapping;
};

const rows = (objects: readonly object[]) => JSON.stringify(objects);
const time = { value: createdAt };

test('content: of the types in the files, in locales of the mapping, without what WordPress made', async () => {
  const format = contentFormat(
    mappingOf('content', {
      skip: [{ column: 'state', equals: ['draft'] }],
      content: {
        provider_id: 'id',
        type: 'type',
        title: 'title',
        url: 'id',
        created_at: time,
        localized: { de: { title: 'title_de' } },
      },
    }),
  );
  const run = (objects: readonly object[], isDryRun = false) =>
    world.run([rows(objects)], { format, prunes: true, isDryRun });
  const item = (id: string, more: object = {}) => ({ id, type: 'post', title: id, ...more });
  const stored = (id: string, locale: string, type = 'post') => ({
    kind: 'content_item',
    catalog_id: CATALOG,
    provider_id: id,
    locale,
    type,
    title: id,
    url: id,
    created_at: createdAt,
  });
  await run([item('a', { title_de: 'A' }), item('b'), item('c')]);
  await world.put([stored('wp-5', 'en-us'), stored('x', 'fr'), stored('y', 'en-us', 'guide')]);
  const later = [item('a'), item('b', { state: 'draft' })];
  const dry = await run(later, true);
  assert.deepEqual(
    dry.deletions.map(({ id }) => id),
    ['a de', 'b en-us', 'c en-us'],
  );
  assert.deepEqual((await run(later)).deletions, dry.deletions);
  assert.deepEqual(await world.ids('content_item'), ['a', 'wp-5', 'x', 'y']);
});

test('forms: those of the files that are gone, but none with submissions', async () => {
  const format = formsFormat(mappingOf('forms', { form: { id: 'id', name: 'id', created_at: time } }));
  const run = (ids: readonly string[], isDryRun = false) =>
    world.run([rows(ids.map((id) => ({ id })))], { format, prunes: true, isDryRun });
  const namesOf = async () => (await world.objects('form')).map((form) => form['name']).sort();
  await run(['contact', 'poll', 'quiz']);
  const byHand = { kind: 'form', id: uuid(1), name: 'by hand', created_at: createdAt };
  await world.put([byHand, { ...byHand, id: uuid(2), name: 'of P1', environment_ids: ['P1'] }]);
  const poll = (await world.objects('form')).find((form) => form['name'] === 'poll');
  const formId = String(poll?.['id']);
  const submission = { id: uuid(9), formId, environmentId: 'P1', submittedAt: createdAt, answers: {} };
  assert.equal(await world.store.addSubmission(scope, submission), true);
  const dry = await run(['contact'], true);
  const report = await run(['contact']);
  assert.deepEqual([report.deletions, report.kept], [dry.deletions, dry.kept]);
  assert.equal(report.deletions.length, 1);
  assert.deepEqual(report.kept, [{ kind: 'form', id: formId, reason: 'it has submissions' }]);
  assert.deepEqual(await namesOf(), ['by hand', 'contact', 'of P1', 'poll']);
  await run(['contact', uuid(3)]);
  assert.deepEqual(await namesOf(), [uuid(3), 'contact', 'of P1', 'poll'], 'ids of the files are UUIDs too');
});
