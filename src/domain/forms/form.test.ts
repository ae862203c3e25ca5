// Which form is meant, and the texts of its fields down the locale chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Form, type FormField, fieldsInOrder, fieldTextsIn } from './form.ts';

const form = (id: string, name: string, fields: readonly FormField[] = []): Form => ({
  id,
  name,
  displayName: '',
  description: '',
  submitBtnTxt: '',
  isCaptchaEnabled: false,
  createdAt: '2026-01-01T00:00:00Z',
  localized: {},
  fields,
});

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type: 'select',
  isRequired: false,
  options: [],
  validation: {},
  helpText: '',
  position: 0,
  localized: {},
  ...more,
});

test('fields come by position, and those of one position as the form has them', () => {
  const fields = [field('c', { position: 2 }), field('a', { position: 1 }), field('b', { position: 1 })];
  assert.deepEqual(
    fieldsInOrder(form('f', 'f', fields)).map(({ name }) => name),
    ['a', 'b', 'c'],
  );
});

test('each text of a field walks the chain for itself, options too', () => {
  const size = field('size', {
    label: 'Size',
    helpText: 'Pick one',
    options: [
      { value: 's', label: 'Small' },
      { value: 'm', label: '' },
    ],
    localized: { de: { label: 'Größe', options: { s: 'Klein' } }, 'de-at': { helpText: 'Bitte wählen' } },
  });
  const texts = (locale: string | undefined) => fieldTextsIn(size, locale, 'en-us');
  const base = {
    label: 'Size',
    helpText: 'Pick one',
    options: [
      { value: 's', label: 'Small' },
      { value: 'm', label: 'm' },
    ],
  };
  assert.deepEqual(texts(undefined), base);
  assert.deepEqual(texts('fr'), base);
  assert.deepEqual(texts('de_AT'), {
    label: 'Größe',
    helpText: 'Bitte wählen',
    options: [
      { value: 's', label: 'Klein' },
      { value: 'm', label: 'm' },
    ],
  });
  assert.deepEqual(fieldTextsIn(size, 'de', 'de').label, 'Größe');
});
