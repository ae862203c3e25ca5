// Operation 6: lists the forms of an environment. Search and sorting use the texts of the requested locale.

import { type listForms as contract, formFields, LIST_FORMS_LIMIT } from '../../contract/forms/list-forms.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { environmentNotFound, invalidInput } from '../../domain/failures/failures.ts';
import type { Form, FormTexts } from '../../domain/forms/form.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { parseInstant } from '../../domain/text/instant.ts';
import { localeChain, localizedText } from '../../domain/text/locale.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
}

type FieldName = keyof typeof formFields;
type SortField = 'created_at' | 'name' | 'display_name';

interface ListedForm {
  readonly id: string;
  readonly fields: Readonly<Record<FieldName, string | boolean>>;
}

export const buildListForms =
  ({ storeIn }: Dependencies): UseCase<typeof contract> =>
  async ({ scope, environment }, { query }) => {
    const page = pageOf(query, LIST_FORMS_LIMIT.default);
    const selected = readFields(query.fields);
    if (environment === undefined) {
      throw environmentNotFound();
    }
    const needle = query.search === undefined ? '' : foldText(query.search.trim());
    const found = (await storeIn(scope).listForms())
      .map((form) => ({
        id: form.id,
        fields: describeForm(form, query.locale, environment.defaultLocale),
      }))
      .filter(({ fields }) => foldText(String(fields.display_name)).includes(needle))
      .sort(order(query.sort_by ?? 'created_at', query.sort_order ?? 'desc'));
    const items = found
      .slice(page.skip, page.skip + page.limit)
      .map(({ fields }) => Object.fromEntries(selected.map((name) => [name, fields[name]])));
    return { item: { total_count: found.length, items } };
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
export const describeForm = (form: Form, locale: string | undefined, defaultLocale: string) => {
  const chain = localeChain(locale, defaultLocale);
  const textOf = (field: keyof FormTexts) => localizedText(form, form.localized, field, chain, defaultLocale);
  return {
    name: form.name,
    display_name: textOf('displayName'),
    description: textOf('description'),
    submit_btn_txt: textOf('submitBtnTxt'),
    is_captcha_enabled: form.isCaptchaEnabled,
    created_at: form.createdAt,
  };
};

/** Every order is total: ties are sorted by id, ascending in both directions. */
const order = (sortBy: SortField, sortOrder: 'asc' | 'desc') => {
  const keyOf = ({ fields }: ListedForm): string | number =>
    sortBy === 'created_at'
      ? (parseInstant(String(fields.created_at)) ?? 0)
      : foldText(String(fields[sortBy]));
  const direction = sortOrder === 'asc' ? 1 : -1;
  return (a: ListedForm, b: ListedForm): number => {
    const keyA = keyOf(a);
    const keyB = keyOf(b);
    if (keyA !== keyB) return keyA < keyB ? -direction : direction;
    return a.id < b.id ? -1 : 1;
  };
};
