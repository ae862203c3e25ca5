// Views of lists of forms: made anew or from the one before, they are the same; 10,000 forms are never gone through at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { type Allowance, type RequestBudget, unbounded } from '../limits/request-budget.ts';
import { FormLocales, type FormSummary, summarize } from './form-list.ts';
import { type FormView, findPage, prepareView, withOrder } from './form-view.ts';

const PLACE = { environmentId: 'PROD', chain: ['de', 'en-us'], defaultLocale: 'en-us' };
const ANY: Allowance = { units: Number.POSITIVE_INFINITY, part: '', advice: '' };
const SORTS = ['created_at', 'name', 'display_name'] as const;
const ORDERS = SORTS.flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder, skip: 0, limit: 100_000 })),
);

const summaryOf = (id: string, text: string, environmentIds: readonly string[] | null = null): FormSummary =>
  summarize(
    {
      id,
      name: text,
      displayName: text,
      description: '',
      submitBtnTxt: '',
      isCaptchaEnabled: false,
      createdAt: '2026-01-02T03:04:05Z',
      localized: text.startsWith('x') ? { de: { displayName: `d${text}` } } : {},
      fields: [],
    },
    environmentIds,
  );

const withAll = async (view: FormView, budget: RequestBudget = unbounded): Promise<FormView> => {
  let all = view;
  for (const { sortBy, sortOrder } of ORDERS) all = await withOrder(all, sortBy, sortOrder, budget);
  return all;
};

const pagesOf = (view: FormView, needle: string) =>
  Promise.all(ORDERS.map((order) => findPage(view, needle, order, unbounded)));

const forms = fc
  .array(
    fc.tuple(
      fc.constantFrom('x1', 'X2', 'ä', 'b', 'c'),
      fc.constantFrom(null, null, ['PROD'], ['STAGE'] as readonly string[]),
    ),
    { maxLength: 150 },
  )
  .map((all) => all.map(([text, environments], at) => summaryOf(`id${at}`, text, environments)));

test('a view that was made from the one before equals one that was made anew', async () => {
  await fc.assert(
    fc.asyncProperty(forms, forms, fc.infiniteStream(fc.nat(9)), async (before, after, dice) => {
      const first = new Map(before.map((form) => [form.id, form]));
      const next = new Map(first);
      for (const form of after) {
        const { value: number } = dice.next();
        if (number === 0) next.set(form.id, form);
        if (number === 1) next.delete(form.id);
      }
      const old = await withAll(await prepareView(first, PLACE, undefined, unbounded));
      const updated = await prepareView(next, PLACE, old, unbounded);
      const anew = await withAll(await prepareView(next, PLACE, undefined, unbounded));
      assert.equal(updated.orders.size, ORDERS.length);
      for (const needle of ['', 'x']) {
        assert.deepEqual(await pagesOf(updated, needle), await pagesOf(anew, needle));
      }
    }),
    { numRuns: runs(60, 1_000) },
  );
});

test('10,000 forms are prepared, sorted, searched and updated in short steps', async () => {
  const many = new Map<string, FormSummary>();
  for (let number = 0; number < 10_000; number += 1) {
    const id = `id${(number * 7_919) % 10_007}`;
    many.set(id, summaryOf(id, `x form ${(number * 31) % 997}`));
  }
  const changed = new Map(many).set('id1', summaryOf('id1', 'changed'));
  let view: FormView | undefined;
  const works: readonly ((budget: RequestBudget) => Promise<unknown>)[] = [
    async (budget) => (view = await prepareView(many, PLACE, undefined, budget)),
    async (budget) => (view = await withAll(view as FormView, budget)),
    (budget) => findPage(view as FormView, 'form 1', { ...ORDERS[0], limit: 20 } as never, budget),
    async (budget) => (view = await prepareView(changed, PLACE, view, budget)),
  ];
  for (const [index, work] of works.entries()) {
    const notes = meterWith();
    await notes.meter.run({ tenantId: '', workspaceId: '' }, ANY, work);
    assert.ok(notes.longest < 250_000, `${index}: ${notes.longest} units at once`);
    assert.ok(notes.pauses >= 5, `${index}: ${notes.pauses} pauses`);
  }
});

test('only the steps of a locale chain that have texts are kept, up to the untranslated ones', () => {
  const locales = new FormLocales();
  const add = (locale: string) =>
    locales.add({ ...summaryOf('a', 'a'), localized: { [locale]: { displayName: 'a' } } });
  add('de');
  add('fr-ca');
  const short = (chain: readonly string[], base = 'en-us') => locales.shorten(chain, base).join(' ');
  assert.equal(short(['de-at', 'de', 'en-us']), 'de en-us');
  assert.equal(short(['fr', 'fr-*', 'en-us']), 'fr-* en-us');
  assert.equal(short(['it', 'it-*', 'en-us']), 'en-us');
  assert.equal(short(['en', 'en-*', 'en-us']), 'en-us');
  assert.equal(short(['en-us', 'en']), 'en-us');
  for (let number = 0; number < 2_000; number += 1) add(`l${number}`);
  assert.equal(short(['it', 'it-*', 'en-us']), 'it it-* en-us', 'too many to be counted');
});
