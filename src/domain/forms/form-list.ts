// What a list of forms knows of each form, and what is asked of it. The fields of forms are not part of it.

import type { SortOrder } from '../sort-order.ts';
import { foldText } from '../text/fold-text.ts';
import { parseInstant } from '../text/instant.ts';
import { languageSubtag } from '../text/locale.ts';
import type { Form } from './form.ts';

export interface FormSummary extends Omit<Form, 'fields'> {
  /** Null: all. */
  readonly environmentIds: readonly string[] | null;
  readonly foldedName: string;
  readonly createdMs: number;
}

export const summarize = (
  { fields: _, ...form }: Form,
  environmentIds: readonly string[] | null,
): FormSummary => ({
  ...form,
  environmentIds,
  foldedName: foldText(form.name),
  createdMs: parseInstant(form.createdAt) ?? 0,
});

export const isShownIn = (
  { environmentIds }: Pick<FormSummary, 'environmentIds'>,
  environmentId: string,
): boolean => environmentIds === null || environmentIds.includes(environmentId);

/** Objects that a summary is made of, counted in characters. */
const OVERHEAD_CHARS = 200;

/** About how much memory it takes, in characters. */
export const charsOf = (form: FormSummary): number => {
  let chars = OVERHEAD_CHARS + form.name.length + form.foldedName.length;
  chars += form.displayName.length + form.description.length + form.submitBtnTxt.length;
  for (const id of form.environmentIds ?? []) chars += id.length;
  for (const texts of Object.values(form.localized)) {
    chars += OVERHEAD_CHARS;
    for (const text of Object.values(texts) as string[]) chars += text.length;
  }
  return chars;
};

/** If there are more, they are not counted. */
const LOCALES_MAX = 1_000;

/** The locales that some form has texts in, or had. */
export class FormLocales {
  readonly #locales = new Set<string>();
  /** Of the regional variants among them. */
  readonly #languages = new Set<string>();

  add({ localized }: FormSummary): void {
    for (const locale of Object.keys(localized)) {
      if (this.#locales.has(locale) || this.#locales.size > LOCALES_MAX) continue;
      this.#locales.add(locale);
      const language = languageSubtag(locale);
      if (language !== locale) this.#languages.add(language);
    }
  }

  /**
   * The steps of a locale chain that can make a difference: those with texts of a form, up to the locale of the untranslated
   * texts. Whatever locale is requested that no form has, the chain is the same.
   */
  shorten(chain: readonly string[], baseLocale: string): readonly string[] {
    const steps: string[] = [];
    for (const step of chain) {
      if (step === baseLocale) return [...steps, step];
      if (this.#locales.size > LOCALES_MAX) {
        steps.push(step);
        continue;
      }
      const language = languageSubtag(step);
      const isVariants = step === `${language}-*`;
      if (isVariants ? this.#languages.has(language) : this.#locales.has(step)) steps.push(step);
      // The only variant that has texts.
      else if (isVariants && languageSubtag(baseLocale) === language) return [...steps, baseLocale];
    }
    return steps;
  }
}

export type FormSort = 'created_at' | 'name' | 'display_name';

export interface FormQuery {
  /** A part of the display name; case and accents are ignored. Empty: all forms. */
  readonly search: string;
  readonly locale: string | undefined;
  /** The locale of texts that are not translated. */
  readonly defaultLocale: string;
  readonly sortBy: FormSort;
  readonly sortOrder: SortOrder;
  readonly skip: number;
  readonly limit: number;
}

export interface FormPage {
  /** Of all matching forms. */
  readonly total: number;
  readonly items: readonly FormSummary[];
}
