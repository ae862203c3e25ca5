// Listing, reading, deleting, exporting and erasing submissions as use cases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { buildFakeResourceStore } from '../../../test/fixtures/fake-resource-store.ts';
import { FORM_ID, fakeSubmissions, form } from '../../../test/fixtures/fake-submissions.ts';
import { PAGE_CHARS_MAX } from '../../contract/values.ts';
import type { Submission } from '../../domain/forms/submission.ts';
import { buildDeleteSubmission } from './delete-submission.ts';
import { buildEraseSubmissions } from './erase-submissions.ts';
import { buildExportSubmissions } from './export-submissions.ts';
import { buildGetSubmission } from './get-submission.ts';
import { buildListSubmissions } from './list-submissions.ts';

const OTHER_FORM = 'd68e2225-7270-4435-8617-262047081ce4';

const submission = (number: number, changes: Partial<Submission> = {}): Submission => ({
  id: `5f0c8f5e-8f3c-4a53-8f53-00000000000${number}`,
  formId: FORM_ID,
  environmentId: 'PRODUCTION-1',
  submittedAt: `2026-01-0${number}T00:00:00.000Z`,
  answers: { email: `p${number}@example.com` },
  ...changes,
});

const empty = { params: {}, query: {}, headers: {}, body: undefined };
const notFound = failure(404, 'FormNotFound', 'form_not_found');

test('a list tells each submission whole, the newest first, by environment and time', async () => {
  const submissions = fakeSubmissions([
    submission(1),
    submission(2, { environmentId: 'STAGING-1' }),
    submission(3, { answers: { topics: ['a', 'b'], agreed: true, age: 5 } }),
  ]);
  const list = buildListSubmissions({ submissions, meter: meterWith().meter });
  const ask = (query: Parameters<typeof list>[1]['query'], form_id = FORM_ID) =>
    list(caller, { ...empty, params: { form_id }, query });
  const all = await ask({}, FORM_ID.toUpperCase());
  assert.equal(all.total_count, 3);
  assert.deepEqual(all.items[0], {
    submission_id: submission(3).id,
    form_id: FORM_ID,
    environment_id: 'PRODUCTION-1',
    submitted_at: '2026-01-03T00:00:00.000Z',
    values: { topics: ['a', 'b'], agreed: true, age: 5 },
  });
  const days = async (query: Parameters<typeof ask>[0]) =>
    (await ask(query)).items.map((item) => item.submitted_at.slice(8, 10));
  assert.deepEqual(await days({ skip: 1, limit: 1 }), ['02']);
  assert.deepEqual(await days({ environment_id: 'STAGING-1' }), ['02']);
  assert.deepEqual(await days({ from: '2026-01-02' }), ['03', '02']);
  assert.deepEqual(await days({ to: '2026-01-02T01:00:00+01:00' }), ['01']);
  await assert.rejects(ask({ from: 'yesterday' }), failure(400, 'InvalidInput', 'malformed:from'));
  await assert.rejects(
    ask({ to: '9999-12-31T23:00:00-02:00' }),
    failure(400, 'InvalidInput', 'malformed:to'),
  );
  await assert.rejects(ask({ to: '2026-02-30' }), failure(400, 'InvalidInput', 'malformed:to'));
  await assert.rejects(ask({ skip: 99_999, limit: 2 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
  await assert.rejects(ask({}, OTHER_FORM), notFound);
});

test('submissions that are too long for one page are refused, and had one by one', async () => {
  const long = { answers: { message: 'x'.repeat(PAGE_CHARS_MAX / 2) } };
  const list = buildListSubmissions({
    submissions: fakeSubmissions([submission(1, long), submission(2, long)]),
    meter: meterWith().meter,
  });
  const ask = (limit: number) => list(caller, { ...empty, params: { form_id: FORM_ID }, query: { limit } });
  await assert.rejects(ask(2), failure(400, 'InvalidInput', 'too_many:limit'));
  assert.equal((await ask(1)).items.length, 1);
});

test('one is read and deleted by its form and its own id, and only so', async () => {
  const submissions = fakeSubmissions([submission(1), submission(2)]);
  const get = buildGetSubmission({ submissions });
  const remove = buildDeleteSubmission({ submissions });
  const params = { form_id: FORM_ID, submission_id: submission(1).id };
  const gone = failure(404, 'ResourceNotFound', 'submission_not_found');
  const { item } = await get(caller, { ...empty, params });
  assert.deepEqual(item.values, { email: 'p1@example.com' });
  const elsewhere = { ...params, form_id: OTHER_FORM };
  await assert.rejects(get(caller, { ...empty, params: elsewhere }), gone);
  await assert.rejects(remove(caller, { ...empty, params: elsewhere }), gone);
  const upper = { ...params, submission_id: params.submission_id.toUpperCase() };
  assert.deepEqual(await remove(caller, { ...empty, params: upper }), { submission_id: submission(1).id });
  await assert.rejects(get(caller, { ...empty, params }), gone);
  await assert.rejects(remove(caller, { ...empty, params }), gone);
  assert.equal(submissions.kept.length, 1);
});

test('an export has a line of names, no formulas, and loses no answer', async () => {
  const submissions = fakeSubmissions([
    submission(1, { answers: { email: '=cmd|x@example.com', message: 'say "hi",\nthen; go' } }),
    submission(2, { answers: { old_field: ['-1', 'b'], email: 'b@example.com' } }),
    submission(3, { answers: { message: ['=a', 'b'] } }),
  ]);
  const write = buildExportSubmissions({ submissions });
  const lines = await write(caller, { ...empty, params: { form_id: FORM_ID }, query: {} });
  assert.equal(lines.fileName, 'submissions-contact.csv');
  const start = (number: number) =>
    `"${submission(number).id}","2026-01-0${number}T00:00:00.000Z","PRODUCTION-1"`;
  assert.equal(
    (await Array.fromAsync(lines)).join(''),
    [
      '"submission_id","submitted_at","environment_id","email","message","other_answers"',
      `${start(1)},"'=cmd|x@example.com","say ""hi"",\nthen; go",""`,
      `${start(2)},"b@example.com","","{""old_field"":[""-1"",""b""]}"`,
      `${start(3)},"","'=a; b",""`,
      '',
    ].join('\r\n'),
  );
  const from = await write(caller, { ...empty, params: { form_id: FORM_ID }, query: { from: '2026-01-04' } });
  assert.equal((await Array.fromAsync(from)).length, 1);
});

test('an export of no form, or of times that are none, fails before its first line', async () => {
  const write = buildExportSubmissions({ submissions: fakeSubmissions() });
  await assert.rejects(write(caller, { ...empty, params: { form_id: OTHER_FORM }, query: {} }), notFound);
  await assert.rejects(
    write(caller, { ...empty, params: { form_id: FORM_ID }, query: { to: 'x' } }),
    failure(400, 'InvalidInput', 'malformed:to'),
  );
});

test('whoever asks to be forgotten is, in every form or in one', async () => {
  const ada = { answers: { email: 'Ada@example.com', message: 'p2@example.com' } };
  const submissions = fakeSubmissions(
    [submission(1, ada), submission(2), submission(3, { ...ada, formId: OTHER_FORM }), submission(4)],
    [form, { ...form, id: OTHER_FORM }],
  );
  const erase = buildEraseSubmissions({ submissions, resources: buildFakeResourceStore() });
  const ask = (body: Parameters<typeof erase>[1]['body']) => erase(caller, { ...empty, body });
  assert.deepEqual(await ask({ value: 'p2@example.com', field: 'email' }), { erased_count: 1 });
  assert.deepEqual(await ask({ value: ' ada@EXAMPLE.com', form_id: OTHER_FORM.toUpperCase() }), {
    erased_count: 1,
  });
  assert.deepEqual(await ask({ value: 'ada@example.com' }), { erased_count: 1 });
  assert.deepEqual(await ask({ value: 'ada@example.com' }), { erased_count: 0 });
  assert.deepEqual(
    submissions.kept.map(({ id }) => id),
    [submission(4).id],
  );
  await assert.rejects(ask({ value: 'x', form_id: 'nothing' }), notFound);
  const operator = { ...caller, token: undefined, isOperator: true };
  await assert.rejects(
    erase(operator, { ...empty, body: { value: 'x' } }),
    failure(404, 'ResourceNotFound', 'workspace_not_found'),
  );
});
