// Listing records as a use case: what is shown to whom, and that pages are slices of one list in one order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caller, failure, fullToken, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, readerOf, shownOf } from '../../../test/fixtures/fake-records.ts';
import { PAGE_CHARS_MAX } from '../../contract/values.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import { buildListRecords } from './list-records.ts';

const blog = modelOf('blog', {
  minutes: { type: 'number' },
  note: { isSearchable: true },
  body: { type: 'rich_text', isSearchable: true },
});
const readOnly = { ...caller, token: { ...fullToken, permission: 'read' as const } };

type Query = Parameters<ReturnType<typeof buildListRecords>>[1]['query'];

const build = (records: readonly ShownRecord[], units?: number) => {
  const { reader, asked, scans } = readerOf(records);
  const notes = meterWith(units === undefined ? {} : { units });
  const list = buildListRecords({
    storeIn: storeWith({ findContentModelByName: async (name) => (name === 'blog' ? blog : undefined) }),
    recordsIn: () => reader,
    meter: notes.meter,
  });
  const run = (query: Query = {}, who = caller, model = 'blog') =>
    list(who, { params: { modelInternalName: model }, query, headers: {}, body: undefined });
  return { run, asked, scans, notes };
};

const three = [
  shownOf(
    idOf(1),
    { 'en-us': { title: 'B', fields: { minutes: 5 } } },
    { createdAt: '2026-01-01T00:00:00Z' },
  ),
  shownOf(
    idOf(2),
    { 'en-us': { title: 'a', fields: { minutes: 3 } }, de: { title: 'Zwei' } },
    { createdAt: '2026-01-03T00:00:00Z' },
  ),
  shownOf(idOf(3), { fr: { title: 'Trois' } }, { createdAt: '2026-01-02T00:00:00Z' }),
];
const titles = ({ items }: { items: readonly { title?: string }[] }) => items.map(({ title }) => title);

test('a record is returned in the first locale of the chain, newest first; in none it is not there', async () => {
  const { run, scans } = build(three);
  const result = await run();
  assert.equal(result.total_count, 2);
  assert.deepEqual(titles(result), ['a', 'B']);
  assert.deepEqual(titles(await run({ locale: 'DE_at' })), ['Zwei', 'B']);
  assert.deepEqual(titles(await run({ locale: 'fr' })), ['a', 'Trois', 'B']);
  assert.deepEqual(titles(await run({ sort_by: 'title' })), ['a', 'B']);
  assert.deepEqual(titles(await run({ sort_by: 'minutes', sort_order: 'desc' })), ['B', 'a']);
  assert.ok(scans.every(({ model, view }) => model === 'blog' && view === 'published'));
});

test('the whole record is returned, and in a preview its state', async () => {
  const { run, asked } = build([three[0] as ShownRecord]);
  const whole = {
    id: idOf(1),
    model: 'blog',
    locale: 'en-us',
    version_id: idOf(900),
    version_number: 1,
    title: 'B',
    page_slug: '',
    summary: '',
    body: '',
    image_url: null,
    fields: { minutes: 5 },
    created_at: '2026-01-01T00:00:00Z',
    created_by: null,
    modified_at: '2026-01-02T00:00:00Z',
    modified_by: null,
    published_at: '2026-01-03T00:00:00Z',
  };
  assert.deepEqual((await run()).items, [whole]);
  assert.deepEqual((await run({ preview: true })).items, [{ ...whole, state: 'published' }]);
  assert.deepEqual(
    asked.map(({ view }) => view),
    ['published', 'latest'],
  );
});

test('a preview is for tokens that may write, and for the operator', async () => {
  const { run, scans } = build(three);
  await assert.rejects(run({ preview: true }, readOnly), failure(403, 'Forbidden', 'token_permission'));
  assert.equal(scans.length, 0);
  assert.equal((await run({ preview: false }, readOnly)).total_count, 2);
  const operator = { ...caller, token: undefined, isOperator: true };
  assert.equal((await run({ preview: true }, operator)).total_count, 2);
  assert.equal(scans.at(-1)?.view, 'latest');
});

test('fields select; what a record does not have is refused', async () => {
  const { run } = build(three);
  assert.deepEqual((await run({ fields: 'title, id', limit: 1 })).items, [{ id: idOf(2), title: 'a' }]);
  assert.deepEqual((await run({ fields: 'fields.minutes,locale', limit: 1 })).items, [
    { locale: 'en-us', fields: { minutes: 3 } },
  ]);
  assert.deepEqual((await run({ fields: 'fields.note', limit: 1 })).items, [{ fields: {} }]);
  assert.deepEqual((await run({ fields: 'fields,fields.note', limit: 1 })).items, [
    { fields: { minutes: 3 } },
  ]);
  for (const fields of ['nothing', 'fields.nothing', 'fields.body', 'state', 'title,', 'constructor']) {
    await assert.rejects(run({ fields }), failure(400, 'InvalidInput', 'not_allowed:fields'));
  }
  assert.deepEqual((await run({ fields: 'state', preview: true, limit: 1 })).items, [{ state: 'published' }]);
});

test('filters and search count exactly; nothing is read for a page without items', async () => {
  const { run, asked, notes } = build(three);
  const filter = JSON.stringify([
    { group: { rules: [{ action: 'greater_than', field_name: 'minutes', value: '3' }] } },
  ]);
  assert.deepEqual(titles(await run({ filter })), ['B']);
  assert.equal((await run({ search: 'A' })).total_count, 1);
  assert.ok(notes.pauses >= 6, 'each record is a step');
  const before = asked.length;
  assert.deepEqual(await run({ limit: 0 }), { total_count: 2, items: [] });
  assert.deepEqual(await run({ skip: 5 }), { total_count: 2, items: [] });
  assert.equal(asked.length, before);
});

test('unknown model and environment, bad pages and bad filters', async () => {
  const { run, scans } = build(three);
  const noModel = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  await assert.rejects(run({}, caller, 'none'), noModel);
  await assert.rejects(run({}, lostCaller), failure(404, 'EnvironmentNotFound', 'environment_not_found'));
  await assert.rejects(run({ skip: 99_999, limit: 2 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
  await assert.rejects(run({ filter: '{' }), failure(400, 'InvalidInput', 'invalid_json:filter'));
  await assert.rejects(run({ sort_by: 'x' }), failure(400, 'InvalidInput', 'not_allowed:sort_by'));
  assert.deepEqual(scans, []);
});

test('a list that was disturbed is gone through again, and nothing of the first attempt is returned', async () => {
  const { reader, scans } = readerOf(three);
  const disturbed = { ...reader, findRecords: async () => [three[0] as ShownRecord] };
  const list = buildListRecords({
    storeIn: storeWith({ findContentModelByName: async () => blog }),
    recordsIn: () => ({
      ...disturbed,
      atOnce: async (work) => {
        await work(disturbed);
        return work(reader);
      },
    }),
    meter: meterWith().meter,
  });
  const result = await list(caller, {
    params: { modelInternalName: 'blog' },
    query: {},
    headers: {},
    body: undefined,
  });
  assert.deepEqual([result.total_count, titles(result)], [2, ['a', 'B']]);
  assert.equal(scans.length, 2);
});

test('long records make a page too long sooner: never all are read before it is seen, and one is always had', async () => {
  const body = 'x'.repeat(PAGE_CHARS_MAX / 10);
  const records = Array.from({ length: 100 }, (_, index) => shownOf(idOf(index), { 'en-us': { body } }));
  const { run, asked } = build([...records, shownOf(idOf(100), { 'en-us': { body: body.repeat(11) } })]);
  const refused = failure(400, 'InvalidInput', 'too_many:limit');
  const lengthOf = async (query: Query) => (await run({ sort_by: 'id', ...query })).items.length;
  assert.equal(await lengthOf({ limit: 9 }), 9);
  asked.splice(0);
  await assert.rejects(run({ sort_by: 'id', limit: 100 }), refused);
  assert.deepEqual(
    asked.map(({ ids }) => ids.length),
    [20],
  );
  assert.equal(await lengthOf({ limit: 100, fields: 'id,title' }), 100);
  assert.equal(await lengthOf({ skip: 100, limit: 1 }), 1);
  await assert.rejects(run({ sort_by: 'id', skip: 99, limit: 2 }), refused);
});

test('pages of any list are slices of the naive one', async () => {
  const record = fc.record({
    title: fc.constantFrom('a', 'B', 'ä', 'c', 'abc'),
    note: fc.constantFrom(undefined, 'wool', 'night wool'),
    minutes: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    locale: fc.constantFrom('en-us', 'en', 'de'),
  });
  const query = fc.record(
    {
      search: fc.constantFrom('a', 'wool', 'x'),
      least: fc.integer({ min: 0, max: 5 }),
      sort_by: fc.constantFrom('title', 'minutes', 'id'),
      sort_order: fc.constantFrom('asc' as const, 'desc' as const),
    },
    { requiredKeys: ['sort_by'] },
  );
  const fold = (text: string) => text.replace('ä', 'a').toLowerCase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 25 }),
      query,
      fc.nat(12),
      fc.nat(12),
      async (all, asked, skip, limit) => {
        const records = all.map(({ title, note, minutes, locale }, index) =>
          shownOf(idOf(index), {
            [locale]: { title, fields: { ...(note && { note }), ...(minutes !== undefined && { minutes }) } },
          }),
        );
        const { least, ...rest } = asked;
        const filter =
          least === undefined
            ? {}
            : {
                filter: JSON.stringify([
                  {
                    group: {
                      rules: [
                        { action: 'greater_than_or_equal_to', field_name: 'minutes', value: String(least) },
                      ],
                    },
                  },
                ]),
              };
        const result = await build(records).run({ ...rest, ...filter, skip, limit });
        const direction = (asked.sort_order ?? 'asc') === 'asc' ? 1 : -1;
        const naive = all
          .map((one, index) => ({ ...one, id: idOf(index) }))
          .filter(({ locale }) => locale !== 'de')
          .filter(
            ({ title, note = '' }) =>
              asked.search === undefined ||
              [fold(title), note].some((text) => text.includes(asked.search ?? '')),
          )
          .filter(({ minutes }) => least === undefined || (minutes !== undefined && minutes >= least))
          .sort((a, b) => {
            const [x, y] = [a, b].map((one) =>
              asked.sort_by === 'title' ? fold(one.title) : one[asked.sort_by],
            );
            if (x === y) return a.id < b.id ? -1 : 1;
            if (x === undefined) return 1;
            if (y === undefined) return -1;
            return x < y ? -direction : direction;
          })
          .map(({ id }) => id);
        assert.equal(result.total_count, naive.length);
        assert.deepEqual(
          result.items.map(({ id }) => id),
          naive.slice(skip, skip + limit),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('a list that costs more than a request may is refused, saying what to ask for instead', async () => {
  const body = 'x'.repeat(10_000);
  const records = Array.from({ length: 30 }, (_, index) => shownOf(idOf(index), { 'en-us': { body } }));
  const rules = Array.from({ length: 40 }, (_, index) => ({
    action: 'does_not_contains',
    field_name: 'body',
    value: `q${index}`,
  }));
  const filter = JSON.stringify([{ group: { rules } }]);
  const { run, notes } = build(records);
  const { total_count } = await run({ filter });
  assert.equal(total_count, 30);
  assert.ok(notes.longest <= 2 * 10_000 * 2, 'never more than a long text between two chances for others');
  const refused = assert.rejects(build(records, notes.spent - 1).run({ filter }), (error: Error) => {
    assert.match(error.message, /^The request asks for too much: use fewer filters/);
    return failure(400, 'InvalidInput', 'too_much:list')(error);
  });
  await refused;
  assert.equal((await build(records, notes.spent).run({ filter })).total_count, 30);
});
