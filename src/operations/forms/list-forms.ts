// Operation 6: lists the forms of an environment. Search and sorting use the texts of the requested locale.

import { type listForms as contract, formFields, LIST_FORMS_LIMIT } from '../../contract/forms/list-forms.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { environmentNotFound, invalidInput } from '../../domain/failures/failures.ts';
import { type Form, formTextsIn } from '../../domain/forms/form.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { assertPageFits, pageOf } from '../page.ts';
import type { MovableUseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => Pick<ScopedStore, 'listForms'>;
  readonly meter: Meter;
}

type FieldName = keyof typeof formFields;

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'the texts of the forms of the workspace are too long to list them',
};

export const buildListForms =
  ({ storeIn, meter }: Dependencies): MovableUseCase<typeof contract> =>
  async ({ scope, environment }, { query }) => {
    const page = pageOf(query, LIST_FORMS_LIMIT.default);
    const selected = readFields(query.fields);
    if (environment === undefined) {
      throw environmentNotFound();
    }
    const { defaultLocale } = environment;
    return meter.run(scope, ALLOWANCE, async (budget) => {
      const { total, items: forms } = await storeIn(scope).listForms(
        {
          search: query.search?.trim() ?? '',
          locale: query.locale,
          defaultLocale,
          sortBy: query.sort_by ?? 'created_at',
          sortOrder: query.sort_order ?? 'desc',
          ...page,
        },
        budget,
      );
      const items = forms.map((form) => {
        const fields = describeForm(form, query.locale, defaultLocale);
        return Object.fromEntries(selected.map((name) => [name, fields[name]]));
      });
      await assertPageFits(items, budget);
      return { item: { total_count: total, items } };
    });
  };

const allFields = Object.keys(formFields) as FieldName[];

const readFields = (list: string | undefined): readonly FieldName[] => {
  if (list === undefined) {
    return allFields;
  }
  const names = new Set<FieldName>();
  for (const name of list.split(',').map((part) => part.trim())) {
    const known = allFields.find((field) => field === name);
    if (known === undefined) {
      throw invalidInput(
        'not_allowed',
        'fields',
        `fields names an unknown field: ${JSON.stringify(name.slice(0, 64))}`,
      );
    }
    names.add(known);
  }
  return [...names];
};

/** The public properties of a form, with its texts in the requested locale. */
export const describeForm = (
  form: Omit<Form, 'fields'>,
  locale: string | undefined,
  defaultLocale: string,
) => {
  const { displayName, description, submitBtnTxt } = formTextsIn(form, locale, defaultLocale);
  return {
    name: form.name,
    display_name: displayName,
    description,
    submit_btn_txt: submitBtnTxt,
    is_captcha_enabled: form.isCaptchaEnabled,
    created_at: form.createdAt,
  };
};
