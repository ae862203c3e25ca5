// Forms: what they ask, in which words. What people send in is in `submission.ts`, whether it fits in `form-fields.ts`.

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
  /** Empty: the value is shown. */
  readonly label: string;
}

export interface FormFieldTexts {
  readonly label?: string;
  readonly helpText?: string;
  /** Labels of options by their value. */
  readonly options?: Readonly<Record<string, string>>;
}

/** Numbers bound a number, texts of the form `2026-01-31` bound a date. */
export interface FormFieldRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly min?: number | string;
  readonly max?: number | string;
}

/** By id, or by name where only one form has it: the list of forms tells names only. */
export const findFormIn = (forms: readonly Form[], idOrName: string): Form | undefined => {
  const id = idOrName.toLowerCase();
  const named = forms.filter((form) => form.name === idOrName);
  return forms.find((form) => form.id === id) ?? (named.length === 1 ? named[0] : undefined);
};

/** In the order in which they are shown; equal positions keep the order of the form. */
export const fieldsInOrder = ({ fields }: Form): readonly FormField[] =>
  fields.toSorted((a, b) => a.position - b.position);

/** The texts of a field in the asked locale, each walked down the chain for itself. */
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
