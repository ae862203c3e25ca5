// The locales of a space. Contentful falls back field by field along `fallbackCode`, Vitrine record by record along the chain
// of decision 0004. Texts are therefore completed, and copied where the two chains would end in different texts.

import { findInChain, localeChain } from '../../../domain/text/locale.ts';

/** By locale as it is stored: the next locale in which a value is looked for. */
export type Fallbacks = ReadonlyMap<string, string | undefined>;

/** The locale and what it falls back to, each once. */
export const fallbackChain = (locale: string, fallbacks: Fallbacks): readonly string[] => {
  const chain = new Set<string>();
  for (let next: string | undefined = locale; next !== undefined && !chain.has(next); ) {
    chain.add(next);
    next = fallbacks.get(next);
  }
  return [...chain];
};

/**
 * For each locale that needs a text, the locale whose text it shows: the ones that have a text, and those in which the
 * storefront would otherwise find another text than Contentful delivers.
 */
export const neededLocales = (
  written: readonly string[],
  fallbacks: Fallbacks,
  defaultLocale: string,
): ReadonlyMap<string, string> => {
  const shown = new Map(written.map((locale) => [locale, locale]));
  const wanted = [...fallbacks.keys()]
    .map((locale) => ({
      locale,
      text: fallbackChain(locale, fallbacks).find((each) => written.includes(each)),
    }))
    .filter(({ text }) => text !== undefined) as { locale: string; text: string }[];
  // A text that is added can be found in place of another one, so look again until nothing changes.
  for (let before = -1; before !== shown.size; ) {
    before = shown.size;
    for (const { locale, text } of wanted) {
      const found = findInChain(Object.fromEntries(shown), localeChain(locale, defaultLocale));
      if (found?.value !== text) shown.set(locale, text);
    }
  }
  return shown;
};
