// Form listing as a use case: selection, search, every order, every page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caller, failure, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { formReads } from '../../../test/fixtures/naive-forms.ts';
import { PAGE_CHARS_MAX } from '../../contract/values.ts';
import type { Form } from '../../domain/forms/form.ts';
import { buildListForms } from './list-forms.ts';

const form = (id: string, given: Partial<Form> = {}): Form => ({
  id,
  name: id,
  displayName: `Form ${id}`,
  description: 'd',
  submitBtnTxt: 'Send',
  isCaptchaEnabled: false,
  createdAt: '2026-01-02T03:04:05Z',
  localized: {},
  fields: [],
  ...given,
});

const listing = (...forms: Form[]) => {
  const list = buildListForms({ storeIn: storeWith(formReads(forms)), meter: meterWith().meter });
  return async (query: Parameters<typeof list>[1]['query'] = {}, who = caller) =>
    (await list(who, { params: {}, headers: {}, body: undefined, query })).item;
};
const namesOf = ({ items }: { items: readonly { name?: string }[] }) => items.map(({ name }) => name);

test('a form is told whole, or in the fields that were asked for', async () => {
  const list = listing(form('contact', { displayName: 'Contact us', isCaptchaEnabled: true }));
  assert.deepEqual(await list(), {
    total_count: 1,
    items: [
      {
        name: 'contact',
        display_name: 'Contact us',
        description: 'd',
        submit_btn_txt: 'Send',
        is_captcha_enabled: true,
        created_at: '2026-01-02T03:04:05Z',
      },
    ],
  });
  assert.deepEqual((await list({ fields: ' display_name ,name,name' })).items, [
    { display_name: 'Contact us', name: 'contact' },
  ]);
});

test('an unknown field is refused by name', async () => {
  const list = listing();
  for (const fields of ['name,id', 'Name', 'name,', 'toString']) {
    await assert.rejects(list({ fields }), failure(400, 'InvalidInput', 'not_allowed:fields'), fields);
  }
  await assert.rejects(list({ fields: 'name,id' }), /"id"/);
  await assert.rejects(list({ fields: 'x'.repeat(500) }), (error: Error) => error.message.length < 150);
});

test('an environment that does not exist is 404, after the request itself is judged', async () => {
  await assert.rejects(
    listing()({}, lostCaller),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  await assert.rejects(
    listing()({ fields: 'x' }, lostCaller),
    failure(400, 'InvalidInput', 'not_allowed:fields'),
  );
});

test('search is a substring of the display name, case and accents ignored', async () => {
  const list = listing(
    form('a', { displayName: 'Été à Paris' }),
    form('b', { displayName: 'Winter' }),
    form('ete'),
  );
  assert.deepEqual(namesOf(await list({ search: ' ETE A p' })), ['a']);
  assert.deepEqual(namesOf(await list({ search: 'INT' })), ['b']);
  assert.equal((await list({ search: 'intr' })).total_count, 0);
  assert.deepEqual(namesOf(await list({ search: '%' })), []);
});

test('texts, search and order are those of the asked locale', async () => {
  const list = listing(
    form('a', {
      displayName: 'Zebra',
      localized: { de: { displayName: 'Antwort', submitBtnTxt: 'Senden' } },
    }),
    form('b', { displayName: 'Mail', localized: { en: { displayName: 'Post' } } }),
  );
  const query = { sort_by: 'display_name', sort_order: 'asc' } as const;
  assert.deepEqual(namesOf(await list(query)), ['b', 'a']);
  assert.deepEqual(namesOf(await list({ ...query, locale: 'de_AT' })), ['a', 'b']);
  assert.deepEqual(namesOf(await list({ locale: 'de-de', search: 'antw' })), ['a']);
  assert.deepEqual(namesOf(await list({ locale: 'de-de', search: 'zebra' })), []);
  const fields = 'display_name,submit_btn_txt';
  assert.deepEqual((await list({ ...query, locale: 'de', fields })).items, [
    { display_name: 'Antwort', submit_btn_txt: 'Senden' },
    { display_name: 'Mail', submit_btn_txt: 'Send' },
  ]);
  assert.deepEqual((await list({ locale: 'en-gb', search: 'post', fields })).total_count, 1);
  assert.deepEqual((await list({ locale: 'en-us', search: 'post', fields })).total_count, 0);
});

test('the newest come first unless told otherwise, by time and not by text', async () => {
  const list = listing(
    form('a', { createdAt: '2026-01-02T00:30:00+01:00' }),
    form('b', { createdAt: '2026-01-02T00:00:00Z' }),
    form('c', { createdAt: '2026-01-01T23:45:00Z' }),
  );
  assert.deepEqual(namesOf(await list()), ['b', 'c', 'a']);
  assert.deepEqual(namesOf(await list({ sort_order: 'asc' })), ['a', 'c', 'b']);
  assert.deepEqual(
    namesOf(await list({ sort_by: 'name' })),
    ['c', 'b', 'a'],
    'desc is the default of names too',
  );
});

test('twenty forms by default; none with limit 0; never beyond the window', async () => {
  const list = listing(...Array.from({ length: 30 }, (_, at) => form(`f${at}`)));
  assert.equal((await list()).items.length, 20);
  assert.deepEqual(await list({ limit: 0 }), { total_count: 30, items: [] });
  assert.equal((await list({ skip: 25 })).items.length, 5);
  assert.deepEqual(await list({ skip: 99 }), { total_count: 30, items: [] });
  await assert.rejects(list({ skip: 99_999, limit: 2 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
});

test('forms whose texts are too long for one page are refused, and had one by one', async () => {
  const description = 'x'.repeat(PAGE_CHARS_MAX / 2);
  const list = listing(form('a', { description }), form('b', { description }));
  await assert.rejects(list(), failure(400, 'InvalidInput', 'too_many:limit'));
  assert.equal((await list({ limit: 1 })).items.length, 1);
  assert.equal((await list({ fields: 'name' })).items.length, 2);
});

test('any pages of any order join to the whole list, sorted, ties by id ascending', async () => {
  const forms = fc
    .array(
      fc.record({
        name: fc.constantFrom('a', 'B', 'b', 'é', 'e'),
        displayName: fc.constantFrom('x', 'X', 'ý', 'z'),
        createdAt: fc.constantFrom('2026-01-02', '2026-01-02T00:00:00Z', '2025-01-01T00:00:00Z'),
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map((given, at) => form(`id${(at * 5) % 13}`, given)));
  const sortBy = fc.constantFrom('created_at' as const, 'name' as const, 'display_name' as const);
  const sortOrder = fc.constantFrom('asc' as const, 'desc' as const);
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  await fc.assert(
    fc.asyncProperty(
      forms,
      sortBy,
      sortOrder,
      fc.integer({ min: 1, max: 5 }),
      async (all, by, order, size) => {
        // The id is not in the answer, so it is carried in a field that nothing sorts by.
        const list = listing(...all.map((one) => ({ ...one, description: one.id })));
        const items: { description?: string }[] = [];
        for (let skip = 0; skip <= all.length; skip += size) {
          const page = await list({ sort_by: by, sort_order: order, skip, limit: size });
          assert.equal(page.total_count, all.length);
          items.push(...page.items);
        }
        const keyOf = (one: Form) =>
          by === 'created_at' ? Date.parse(one.createdAt) : plain(by === 'name' ? one.name : one.displayName);
        const sign = order === 'asc' ? 1 : -1;
        const expected = all.toSorted((a, b) => {
          const [keyA, keyB] = [keyOf(a), keyOf(b)];
          return keyA === keyB ? (a.id < b.id ? -1 : 1) : keyA < keyB ? -sign : sign;
        });
        assert.deepEqual(
          items.map(({ description }) => description),
          expected.map(({ id }) => id),
        );
      },
    ),
  );
});
