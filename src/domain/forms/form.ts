// Forms, their fields and their texts. `submission.ts` has what people send, `form-fields.ts` checks it.

import { findTranslated, localeChain, localizedText } from '../text/locale.ts';

export interface Form {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly submitBtnTxt: string;
  readonly isCaptchaEnabled: boolean;
  readonly createdAt: string;
  readonly localized: Readonly<Record<string, FormTexts>>;
  readonly fields: readonly FormField[];
}

export interface FormTexts {
  readonly displayName?: string;
  readonly description?: string;
  readonly submitBtnTxt?: string;
}

export type FormFieldType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'url'
  | 'tel'
  | 'number'
  | 'date'
  | 'select'
  | 'multi_select'
  | 'checkbox';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: FormFieldType;
  readonly isRequired: boolean;
  readonly options: readonly FormOption[];
  readonly validation: FormFieldRules;
  readonly helpText: string;
  readonly position: number;
  readonly localized: Readonly<Record<string, FormFieldTexts>>;
}

export interface FormOption {
  readonly value: string;
  /** Empty: show the value. */
  readonly label: string;
}

export interface FormFieldTexts {
  readonly label?: string;
  readonly helpText?: string;
  /** Labels of options, by value. */
  readonly options?: Readonly<Record<string, string>>;
}

/** `min` and `max` are numbers for a number, and dates such as `2026-01-31` for a date. */
export interface FormFieldRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly min?: number | string;
  readonly max?: number | string;
}

/** The texts of a form in the requested locale. Each text follows the locale chain separately. */
export const formTextsIn = (
  form: Omit<Form, 'fields'>,
  locale: string | undefined,
  defaultLocale: string,
): Required<FormTexts> => {
  const chain = localeChain(locale, defaultLocale);
  const textOf = (field: keyof FormTexts) => localizedText(form, form.localized, field, chain, defaultLocale);
  return {
    displayName: textOf('displayName'),
    description: textOf('description'),
    submitBtnTxt: textOf('submitBtnTxt'),
  };
};

/** In display order. Fields with equal positions keep their order in the form. */
export const fieldsInOrder = ({ fields }: Form): readonly FormField[] =>
  fields.toSorted((a, b) => a.position - b.position);

/** The texts of a field in the requested locale. Each text follows the locale chain separately. */
export const fieldTextsIn = (field: FormField, locale: string | undefined, defaultLocale: string) => {
  const chain = localeChain(locale, defaultLocale);
  const textOf = (name: 'label' | 'helpText') =>
    localizedText(field, field.localized, name, chain, defaultLocale);
  const labelOf = (value: string) =>
    findTranslated(field.localized, ({ options }) => ownLabel(options, value), chain, defaultLocale);
  return {
    label: textOf('label'),
    helpText: textOf('helpText'),
    options: field.options.map(({ value, label }) => ({
      value,
      label: labelOf(value) ?? (label === '' ? value : label),
    })),
  };
};

const ownLabel = (labels: FormFieldTexts['options'], value: string): string | undefined =>
  labels !== undefined && Object.hasOwn(labels, value) ? labels[value] : undefined;
