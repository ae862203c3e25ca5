// Suite: forms as an environment shows them. Lists agree with a naive one after any history of writes, and never show less
// than what was acknowledged before.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { toForm } from '../../../src/adapters/store/sql/documents.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { Scope } from '../../../src/domain/access/scope.ts';
import type { Form } from '../../../src/domain/forms/form.ts';
import type { FormQuery } from '../../../src/domain/forms/form-list.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import { buildListForms } from '../../../src/operations/forms/list-forms.ts';
import { caller, environment } from '../../fixtures/fake-caller.ts';
import { meterWith } from '../../fixtures/fake-meter.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { findFormIn, listNaively } from '../../fixtures/naive-forms.ts';
import {
  ACME,
  ALL_FORMS,
  collect,
  FORM,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  uuid,
  workspaceLines,
} from './store-fixture.ts';

const ENVIRONMENTS = ['PROD', 'STAGE'] as const;
const OTHER = { tenantId: 'acme', workspaceId: 'b2b' };
const NONE = { precondition: { kind: 'none' }, cascade: true } as const;
const TIMEOUT_MS = 60_000;
const LOCALES = ['en', 'en-us', 'en-gb', 'de', 'de-at', 'de-ch', 'fr-fr'] as const;

const fillForms = async (store: Store): Promise<void> => {
  for (const workspace of [ACME, OTHER]) await putAll(store, workspace, workspaceLines(workspace));
};

/** As an export tells them. */
const formsIn = async (store: Store, { environmentId, ...workspace }: Scope): Promise<readonly Form[]> => {
  const lines = (await collect(store.readBundle(workspace))).map(({ object }) => object);
  if (!lines.some((each) => each.kind === 'environment' && each.id === environmentId)) return [];
  return lines
    .filter((each) => each.kind === 'form')
    .filter(({ environment_ids: ids }) => ids === null || ids.includes(environmentId))
    .map(toForm);
};

const text = fc.constantFrom('x', 'X', 'ý', 'Été', 'ete a', 'zebra', '');
const texts = fc.record(
  { display_name: text, description: text, submit_btn_txt: text },
  { requiredKeys: [] },
);

const formLine = fc.record({
  id: fc.nat(9).map((number) => uuid(500 + number)),
  name: fc.constantFrom('a', 'B', 'b', 'é', uuid(501)),
  display_name: text,
  created_at: fc.constantFrom(
    '2026-01-02',
    '2026-01-02T00:00:00Z',
    '2026-01-02T00:30:00+01:00',
    '2025-01-01',
  ),
  environment_ids: fc.constantFrom<readonly string[] | null>(
    ...[null, null, [], ['PROD'], ['STAGE'], ['PROD', 'STAGE']],
  ),
  localized: fc.dictionary(fc.constantFrom(...LOCALES), texts, { maxKeys: 3 }),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('put' as const),
      forms: fc.array(formLine, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('delete' as const), id: formLine.map(({ id }) => id) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('putElsewhere' as const), form: formLine }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { act: 'other' as const },
      { act: 'stage' as const },
      { act: 'trim' as const },
    ),
  },
);

const query = fc.record({
  search: fc.constantFrom('', '', ' e', 'ETE', 'x', 'z', '%'),
  locale: fc.option(fc.constantFrom('de', 'de-AT', 'de_ch', 'fr', 'en', 'en-gb', 'xx', 'xx-yy'), {
    nil: undefined,
  }),
  defaultLocale: fc.constantFrom('en-us', 'en-us', 'de', 'de-CH'),
  sortBy: fc.constantFrom('created_at' as const, 'name' as const, 'display_name' as const),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  skip: fc.nat(3),
  limit: fc.nat(6),
});

const round = fc.record({
  steps: fc.array(step, { maxLength: 3 }),
  environmentId: fc.constantFrom(...ENVIRONMENTS),
  queries: fc.array(query, { minLength: 1, maxLength: 3 }),
  name: fc.constantFrom('a', 'b', 'é', 'none', uuid(500), uuid(501), uuid(502).toUpperCase()),
});

/** Whatever the state was, it takes one of these writes. */
const take = async (
  store: Store,
  taken: typeof step extends fc.Arbitrary<infer S> ? S : never,
): Promise<void> => {
  switch (taken.act) {
    case 'put': {
      const stage = await store.findEnvironment({ ...ACME, environmentId: 'STAGE' });
      const known = (ids: readonly string[] | null): string[] | null =>
        ids === null ? null : ids.filter((id) => id === 'PROD' || stage !== undefined);
      const unique = new Map(taken.forms.map((form) => [form.id, form]));
      await putAll(
        store,
        ACME,
        Array.from(unique.values(), (form) =>
          line('form', { ...form, environment_ids: known(form.environment_ids) }),
        ),
      );
      return;
    }
    case 'putElsewhere':
      await putAll(store, OTHER, [line('form', { ...taken.form, environment_ids: null })]);
      return;
    case 'delete':
      await store.deleteResource(ACME, 'form', { id: taken.id }, NONE);
      return;
    case 'other':
      await putAll(store, ACME, [line('content_model', { name: `Model ${Math.random()}` })]);
      return;
    case 'stage': {
      const deleted = await store.deleteResource(ACME, 'environment', { id: 'STAGE' }, NONE);
      if (deleted.kind !== 'done') await putAll(store, ACME, [line('environment', { id: 'STAGE' })]);
      return;
    }
    case 'trim':
      return store.trimChanges({ now: new Date('2100-01-01'), keepChanges: 1, keepDays: 0 });
  }
};

const ask = async (
  store: Store,
  scope: Scope,
  { search, locale, defaultLocale, sortBy, sortOrder, skip, limit }: FormQuery,
) => {
  const list = buildListForms({ storeIn: store.inScope, meter: meterWith().meter });
  const asked = { search, locale, sort_by: sortBy, sort_order: sortOrder, skip, limit };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const who = { ...caller, scope, environment: { ...environment, defaultLocale } };
  return (await list(who, { params: {}, headers: {}, body: undefined, query: given })).item;
};

const compare = async (store: Store, scope: Scope, queries: readonly FormQuery[], name: string) => {
  const forms = await formsIn(store, scope);
  for (const each of queries) {
    assert.deepEqual(await ask(store, scope, each), listNaively(forms, each), JSON.stringify(each));
  }
  assert.deepEqual(await store.inScope(scope).findForm(name, unbounded), findFormIn(forms, name), name);
};

export const describeForms = (open: OpenStore): void => {
  describe('forms', () => {
    it('are found by id, or by a name that no other of the environment has', async (t) => {
      const store = await openFilledBy(open, t, fillForms);
      const form = (number: number, name: string, environment_ids: string[] | null = null) =>
        line('form', { id: uuid(number), name, environment_ids });
      await putAll(store, ACME, [
        ...[
          form(41, 'contact'),
          form(42, 'double'),
          form(43, 'double', ['PROD']),
          form(44, 'stage', ['STAGE']),
        ],
        ...[form(45, uuid(41)), form(46, uuid(44)), form(0xa, 'none', [])],
      ]);
      const idIn = async (environmentId: string, name: string) =>
        (await store.inScope({ ...ACME, environmentId }).findForm(name, unbounded))?.id;
      assert.equal(await idIn('PROD', uuid(41)), uuid(41), 'the id wins');
      assert.equal(await idIn('PROD', 'contact'), uuid(41));
      assert.equal(await idIn('PROD', 'Contact'), undefined);
      assert.equal(await idIn('PROD', 'double'), undefined);
      assert.equal(await idIn('STAGE', 'double'), uuid(42));
      assert.equal(await idIn('PROD', 'stage'), undefined);
      assert.equal(await idIn('PROD', uuid(44)), uuid(46), 'of two, the one that is here');
      assert.equal(await idIn('STAGE', uuid(44)), uuid(44));
      assert.equal(await idIn('PROD', 'none'), undefined);
      for (const name of ['contact', uuid(41)]) assert.equal(await idIn('NOWHERE', name), undefined);
    });

    it('are listed in their environments, those without environments in all', async (t) => {
      const store = await openFilledBy(open, t, fillForms);
      const localized = { 'de-de': { display_name: 'Kontakt' } };
      await putAll(store, ACME, [
        line('form'),
        line('form', { id: uuid(41), environment_ids: ['STAGE'], localized }),
        line('form', { id: uuid(42), environment_ids: [] }),
      ]);
      const listIn = async (environmentId: string) =>
        (await store.inScope({ ...ACME, environmentId }).listForms(ALL_FORMS, unbounded)).items;
      assert.deepEqual(
        (await listIn('PROD')).map(({ id }) => id),
        [FORM],
      );
      assert.deepEqual(
        (await listIn('STAGE')).map(({ id }) => id),
        [FORM, uuid(41)],
      );
      assert.deepEqual(await listIn('NOWHERE'), []);
      const [, staged] = await listIn('STAGE');
      assert.deepEqual(staged?.localized, { 'de-de': { displayName: 'Kontakt' } });
      assert.equal(Object.hasOwn(staged ?? {}, 'fields'), false);
    });

    it('are listed as a naive list does, after any writes', { timeout: TIMEOUT_MS }, async (t) => {
      const store = await openFilledBy(open, t, fillForms);
      await fc.assert(
        fc.asyncProperty(round, async ({ steps, environmentId, queries, name }) => {
          for (const each of steps) await take(store, each);
          await compare(store, { ...ACME, environmentId }, queries, name);
        }),
        { numRuns: open.isRemote ? runs(15, 60) : runs(60, 600), endOnFailure: true },
      );
      for (const environmentId of ENVIRONMENTS) {
        await compare(store, { ...OTHER, environmentId }, [ALL_FORMS], 'a');
      }
    });

    it('never lack what was written before they were asked for', async (t) => {
      const store = await openFilledBy(open, t, fillForms);
      const scoped = store.inScope({ ...ACME, environmentId: 'PROD' });
      const write = (version: number) => putAll(store, ACME, [line('form', { display_name: `v${version}` })]);
      await write(0);
      let written = 0;
      let isOver = false;
      const read = async (turns: number): Promise<void> => {
        while (!isOver) {
          // So that not all begin at once.
          for (let turn = 0; turn <= turns; turn += 1) await setImmediate();
          const least = written;
          const [list, found] = await Promise.all([
            scoped.listForms(ALL_FORMS, unbounded),
            scoped.findForm('contact', unbounded),
          ]);
          for (const { displayName } of [...list.items, found ?? { displayName: '' }]) {
            assert.ok(Number(displayName.slice(1)) >= least, `${displayName} after v${least}`);
          }
        }
      };
      const readers = [0, 1, 2, 3, 5, 7].map(read);
      for (let version = 1; version <= 40; version += 1) {
        await write(version);
        written = version;
      }
      isOver = true;
      await Promise.all(readers);
    });
  });
};
