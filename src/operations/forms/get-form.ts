// Returns one form of an environment, with its texts in the requested locale and a fresh stamp.

import type { getForm as contract } from '../../contract/forms/get-form.ts';
import { environmentNotFound } from '../../domain/failures/failures.ts';
import { type FormField, type FormFieldRules, fieldsInOrder, fieldTextsIn } from '../../domain/forms/form.ts';
import {
  honeypotOf,
  MIN_FILL_SECONDS,
  makeStamp,
  type Sign,
  STAMP_LIFE_SECONDS,
} from '../../domain/forms/form-stamp.ts';
import type { UseCase } from '../use-case.ts';
import { type FormSearch, findForm } from './find-form.ts';
import { describeForm } from './list-forms.ts';

interface Dependencies extends FormSearch {
  readonly sign: Sign;
  readonly now: () => Date;
}

export const buildGetForm =
  ({ storeIn, meter, sign, now }: Dependencies): UseCase<typeof contract> =>
  async ({ scope, environment }, { params, query }) => {
    if (environment === undefined) {
      throw environmentNotFound();
    }
    const form = await findForm({ storeIn, meter }, scope, params.form_id);
    const { defaultLocale } = environment;
    const atMs = now().getTime();
    return {
      item: {
        form_id: form.id,
        ...describeForm(form, query.locale, defaultLocale),
        fields: fieldsInOrder(form).map((field) => toField(field, query.locale, defaultLocale)),
        honeypot_field: honeypotOf(
          form.id,
          form.fields.map(({ name }) => name),
          sign,
        ),
        stamp: makeStamp({ ...scope, formId: form.id }, atMs, sign),
        stamp_expires_at: new Date(atMs + STAMP_LIFE_SECONDS * 1_000).toISOString(),
        min_fill_seconds: MIN_FILL_SECONDS,
      },
    };
  };

const toField = (field: FormField, locale: string | undefined, defaultLocale: string) => {
  const { label, helpText, options } = fieldTextsIn(field, locale, defaultLocale);
  return {
    name: field.name,
    label,
    type: field.type,
    is_required: field.isRequired,
    options,
    validation: rulesOf(field.validation),
    help_text: helpText,
    position: field.position,
  };
};

const rulesOf = ({ minLength, maxLength, pattern, min, max }: FormFieldRules) => ({
  ...(minLength === undefined ? {} : { min_length: minLength }),
  ...(maxLength === undefined ? {} : { max_length: maxLength }),
  ...(pattern === undefined ? {} : { pattern }),
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
