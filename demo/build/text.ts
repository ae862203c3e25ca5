// One hand-written text in the three languages of the shop, always in the order English, German, French.
// There is no machine translation and no fallback here: a text without a translation is simply not localized.

export type Text = readonly [en: string, de: string, fr: string];

export const locales = ['en-us', 'de-de', 'fr-fr'] as const;
export type Locale = (typeof locales)[number];

export function textIn(text: Text, locale: Locale): string {
  if (locale === 'de-de') return text[1];
  if (locale === 'fr-fr') return text[2];
  return text[0];
}
