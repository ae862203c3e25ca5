// Suite: form submissions are kept per workspace, found by form and time, and gone once erased.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import { holdsValue, type Submission } from '../../../src/domain/forms/submission.ts';
import type { SubmissionFilter } from '../../../src/domain/forms/submission-ports.ts';
import { meterWith } from '../../fixtures/fake-meter.ts';
import {
  ACME,
  collect,
  FORM,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const OTHER = { tenantId: 'acme', workspaceId: 'app' };
const FORM_2 = uuid(5);
const EVERYTHING: SubmissionFilter = { environmentId: undefined, from: undefined, to: undefined };

const submission = (number: number, changes: Partial<Submission> = {}): Submission => ({
  id: uuid(100 + number),
  formId: FORM,
  environmentId: 'PROD',
  submittedAt: new Date(Date.UTC(2026, 0, 2, 0, 0, number)).toISOString(),
  answers: { email: `person${number}@example.com`, age: number, topics: ['a', 'b'], agreed: true },
  ...changes,
});

const openWithForms = (open: OpenStore, t: TestContext): Promise<Store> => openFilledBy(open, t, putForms);

const putForms = async (store: Store): Promise<void> => {
  for (const scope of [ACME, OTHER]) {
    await putAll(store, scope, [...workspaceLines(scope), line('form'), line('form', { id: FORM_2 })]);
  }
};

const idsOf = (items: readonly Submission[]): string[] => items.map(({ id }) => id);

export const describeSubmissions = (open: OpenStore): void => {
  describe('submissions', () => {
    it('keeps a submission as it was sent, only while its form exists', async (t) => {
      const store = await openWithForms(open, t);
      const sent = submission(1, { answers: { text: '=1+1\n"ü😀', list: [], none: '' } });
      assert.equal(await store.addSubmission(ACME, sent), true);
      assert.deepEqual(await store.findSubmission(ACME, FORM, sent.id), sent);
      assert.equal(await store.addSubmission(ACME, submission(2, { formId: uuid(99) })), false);
      assert.equal(await store.findSubmission(ACME, uuid(99), uuid(102)), undefined);
    });

    it('finds a form of the workspace with its fields, wherever it is shown', async (t) => {
      const store = await openWithForms(open, t);
      const field = {
        name: 'size',
        label: 'Size',
        type: 'select' as const,
        is_required: true,
        options: [{ value: 's', label: 'Small' }],
        validation: {},
        help_text: 'h',
        position: 2,
        localized: { de: { label: 'Größe', options: { s: 'Klein' } } },
      };
      const rules = { min_length: 1, max_length: 2, pattern: 'a', min: 3, max: '2026-01-01' };
      const plain = { ...field, name: 'plain', options: [], validation: rules, localized: {} };
      await putAll(store, ACME, [line('form', { environment_ids: ['STAGE'], fields: [field, plain] })]);
      const form = await store.findForm(ACME, FORM);
      assert.deepEqual(form?.fields, [
        {
          name: 'size',
          label: 'Size',
          type: 'select',
          isRequired: true,
          options: [{ value: 's', label: 'Small' }],
          validation: {},
          helpText: 'h',
          position: 2,
          localized: { de: { label: 'Größe', options: { s: 'Klein' } } },
        },
        {
          ...form?.fields[0],
          name: 'plain',
          options: [],
          validation: { minLength: 1, maxLength: 2, pattern: 'a', min: 3, max: '2026-01-01' },
          localized: {},
        },
      ]);
      assert.deepEqual((await store.findForm(OTHER, FORM))?.fields, []);
      assert.equal(await store.findForm(ACME, uuid(99)), undefined);
    });

    it('lists the newest first, page by page, by environment and time', async (t) => {
      const store = await openWithForms(open, t);
      const same = submission(1).submittedAt;
      const sent = [
        submission(1),
        submission(2, { submittedAt: same }),
        submission(3, { environmentId: 'STAGE' }),
        submission(4),
      ];
      for (const each of [sent[2], sent[0], sent[3], sent[1]])
        await store.addSubmission(ACME, each as Submission);
      await store.addSubmission(ACME, submission(5, { formId: FORM_2 }));
      const list = async (filter: Partial<SubmissionFilter>, skip = 0, limit = 100) => {
        const { items, total } = await store.listSubmissions(
          ACME,
          FORM,
          { ...EVERYTHING, ...filter },
          { skip, limit },
        );
        return [total, ...items.map(({ id }) => Number(id.slice(-3)) - 100)];
      };
      assert.deepEqual(await list({}), [4, 4, 3, 2, 1]);
      assert.deepEqual(await list({}, 1, 2), [4, 3, 2]);
      assert.deepEqual(await list({}, 0, 0), [4]);
      assert.deepEqual(await list({ environmentId: 'STAGE' }), [1, 3]);
      assert.deepEqual(await list({ from: submission(3).submittedAt }), [2, 4, 3]);
      assert.deepEqual(await list({ to: submission(3).submittedAt }), [2, 2, 1]);
    });

    it('reads however many there are, the oldest first, each once', async (t) => {
      const store = await openWithForms(open, t);
      const count = sizeFor(open, 210, 450);
      for (let number = count; number > 0; number -= 1) {
        const submittedAt = submission(Math.ceil(number / 3)).submittedAt;
        await store.addSubmission(ACME, submission(number, { submittedAt }));
      }
      const read = (await collect(store.readSubmissions(ACME, FORM, EVERYTHING))).flat();
      const expected = Array.from({ length: count }, (_, index) => uuid(101 + index));
      assert.deepEqual(idsOf(read), expected);
      const window = { ...EVERYTHING, from: submission(2).submittedAt, to: submission(3).submittedAt };
      const some = (await collect(store.readSubmissions(ACME, FORM, window))).flat();
      assert.deepEqual(idsOf(some), expected.slice(3, 6));
    });

    it('lists any page of many in small steps', async (t) => {
      const store = await openWithForms(open, t);
      const count = sizeFor(open, 345, 2_345);
      const newest = Array.from({ length: count }, (_, index) => count - index);
      for (const number of newest) {
        const environmentId = number % 3 === 0 ? 'STAGE' : 'PROD';
        await store.addSubmission(ACME, submission(number, { environmentId }));
      }
      const allowance = { units: Number.POSITIVE_INFINITY, part: 'list', advice: '' };
      for (const environmentId of [undefined, 'STAGE']) {
        const meant = newest.filter((number) => environmentId === undefined || number % 3 === 0);
        for (const skip of [0, 700, 995, 2_000, 2_340]) {
          const notes = meterWith();
          const { items, total } = await notes.meter.run(ACME, allowance, (budget) =>
            store.listSubmissions(ACME, FORM, { ...EVERYTHING, environmentId }, { skip, limit: 10 }, budget),
          );
          assert.equal(total, meant.length);
          assert.deepEqual(
            idsOf(items),
            meant.slice(skip, skip + 10).map((number) => uuid(100 + number)),
          );
          assert.ok(notes.longest <= 1_500_000, `${notes.longest}`);
        }
      }
    });

    it('deletes one, once', async (t) => {
      const store = await openWithForms(open, t);
      for (const number of [1, 2]) await store.addSubmission(ACME, submission(number));
      assert.equal(await store.deleteSubmission(ACME, FORM_2, uuid(101)), false);
      assert.equal(await store.deleteSubmission(ACME, FORM, uuid(101)), true);
      assert.equal(await store.deleteSubmission(ACME, FORM, uuid(101)), false);
      const { items } = await store.listSubmissions(ACME, FORM, EVERYTHING, { skip: 0, limit: 9 });
      assert.deepEqual(idsOf(items), [uuid(102)]);
    });

    it('erases what is meant in every form of the workspace, and nothing else', async (t) => {
      const store = await openWithForms(open, t);
      const mark = (number: number) => (number % 7 === 0 ? 'ADA@example.com ' : `p${number}@example.com`);
      for (let number = 1; number <= 420; number += 1) {
        const formId = number % 2 === 0 ? FORM : FORM_2;
        await store.addSubmission(ACME, submission(number, { formId, answers: { email: mark(number) } }));
      }
      await store.addSubmission(OTHER, submission(7, { answers: { email: 'ada@example.com' } }));
      const isMeant = (each: Submission) => holdsValue(each, 'ada@EXAMPLE.com');
      assert.equal(await store.eraseSubmissions(ACME, FORM, isMeant), 30);
      assert.equal(await store.eraseSubmissions(ACME, undefined, isMeant), 30);
      assert.equal(await store.eraseSubmissions(ACME, undefined, isMeant), 0);
      const left = await store.listSubmissions(ACME, FORM, EVERYTHING, { skip: 0, limit: 0 });
      const left2 = await store.listSubmissions(ACME, FORM_2, EVERYTHING, { skip: 0, limit: 0 });
      assert.deepEqual([left.total, left2.total], [180, 180]);
      const others = await store.listSubmissions(OTHER, FORM, EVERYTHING, { skip: 0, limit: 9 });
      assert.deepEqual(idsOf(others.items), [uuid(107)]);
    });

    it('shows nothing of it to another workspace, to a bundle or to the feed', async (t) => {
      const store = await openWithForms(open, t);
      const before = await store.headPosition(ACME);
      await store.addSubmission(ACME, submission(1));
      assert.equal(await store.headPosition(ACME), before);
      assert.equal(await store.findSubmission(OTHER, FORM, uuid(101)), undefined);
      assert.equal(await store.deleteSubmission(OTHER, FORM, uuid(101)), false);
      assert.equal(await store.eraseSubmissions(OTHER, undefined, () => true), 0);
      assert.deepEqual(await store.listSubmissions(OTHER, FORM, EVERYTHING, { skip: 0, limit: 9 }), {
        items: [],
        total: 0,
      });
      assert.deepEqual(await collect(store.readSubmissions(OTHER, FORM, EVERYTHING)), []);
      const exported = JSON.stringify(await collect(store.readBundle(ACME)));
      assert.ok(!exported.includes('person1@example.com'));
    });
  });
};
