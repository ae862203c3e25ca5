// One form as a use case: its texts, its fields, its stamp.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { caller, failure, lostCaller, scope, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { FORM_ID, field, form } from '../../../test/fixtures/fake-submissions.ts';
import { formReads } from '../../../test/fixtures/naive-forms.ts';
import { getForm as contract } from '../../contract/forms/get-form.ts';
import type { Form } from '../../domain/forms/form.ts';
import { assertStamp } from '../../domain/forms/form-stamp.ts';
import { buildFormSigner } from './form-signer.ts';
import { buildGetForm } from './get-form.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const sign = buildFormSigner('secret');

const getting =
  (...forms: Form[]) =>
  async (form_id: string, query: { locale?: string } = {}, who = caller) => {
    const get = buildGetForm({
      storeIn: storeWith(formReads(forms)),
      meter: meterWith().meter,
      sign,
      now: () => NOW,
    });
    const result = await get(who, { params: { form_id }, query, headers: {}, body: undefined });
    assert.ok(Check(contract.success, result));
    return result.item;
  };

test('a form is told whole, its fields in order, with a stamp that is its own', async () => {
  const { stamp, honeypot_field, ...item } = await getting(form)(FORM_ID);
  const plain = { options: [], validation: {}, help_text: '' };
  assert.deepEqual(item, {
    form_id: FORM_ID,
    name: 'contact',
    display_name: 'Contact us',
    description: 'Ask',
    submit_btn_txt: 'Send',
    is_captcha_enabled: false,
    created_at: '2026-01-02T03:04:05Z',
    fields: [
      { name: 'email', label: 'Label of email', type: 'email', is_required: true, ...plain, position: 1 },
      {
        name: 'message',
        label: 'Label of message',
        type: 'textarea',
        is_required: false,
        ...plain,
        position: 2,
      },
    ],
    stamp_expires_at: '2026-03-11T05:06:07.000Z',
    min_fill_seconds: 3,
  });
  assert.match(honeypot_field, /^[a-z_]+$/);
  assertStamp(stamp, { ...scope, formId: FORM_ID }, NOW.getTime() + 3_000, sign);
});

test('its rules and options are told in the names of the wire', async () => {
  const validation = { minLength: 1, maxLength: 9, pattern: 'a+' };
  const fields = [
    field('a', { validation }),
    field('b', { type: 'number', validation: { min: 1, max: 2 } }),
    field('c', { type: 'select', options: [{ value: 's', label: '' }] }),
  ];
  const { fields: told } = await getting({ ...form, fields })(FORM_ID);
  assert.deepEqual(
    told.map((each) => [each.validation, each.options]),
    [
      [{ min_length: 1, max_length: 9, pattern: 'a+' }, []],
      [{ min: 1, max: 2 }, []],
      [{}, [{ value: 's', label: 's' }]],
    ],
  );
});

test('texts are those of the asked locale', async () => {
  const item = await getting(form)('contact', { locale: 'de-CH' });
  assert.equal(item.display_name, 'Kontakt');
  assert.equal(item.description, 'Ask');
  assert.deepEqual(
    item.fields.map(({ label }) => label),
    ['E-Mail', 'Label of message'],
  );
});

test('no environment and no form are 404, each in its own words', async () => {
  await assert.rejects(
    getting(form)(FORM_ID, {}, lostCaller),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  for (const id of ['nothing', FORM_ID.replace('9', '8'), '']) {
    await assert.rejects(getting(form)(id), failure(404, 'FormNotFound', 'form_not_found'));
  }
});
