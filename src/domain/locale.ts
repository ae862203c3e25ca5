// Locales: how they are written, and the chain in which a text is looked for (Decision 0004).
// Reading by fallback never writes anything.

/** Lower-case, with `-` between the subtags: `en_US` → `en-us`. */
export const normalizeLocale = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');

/** The language of a locale: `en-us` → `en`. */
export const languageSubtag = (locale: string): string => {
  const end = locale.indexOf('-');
  return end === -1 ? locale : locale.slice(0, end);
};

/** Exact → its language → the environment's default, each once. Without a request the default stands for it. */
export const localeChain = (requested: string | undefined, defaultLocale: string): readonly string[] => {
  const fallback = normalizeLocale(defaultLocale);
  const exact = requested === undefined ? fallback : normalizeLocale(requested);
  return [...new Set([exact, languageSubtag(exact), fallback])];
};

/** The first locale of the chain that `texts` has, if any. */
export const findInChain = <T>(
  texts: Readonly<Record<string, T>>,
  chain: readonly string[],
): { readonly locale: string; readonly value: T } | undefined => {
  for (const locale of chain) {
    if (Object.hasOwn(texts, locale)) {
      return { locale, value: texts[locale] as T };
    }
  }
  return undefined;
};

/**
 * One text of one thing, walked down the chain: the first locale that has this very field answers.
 * The thing's own base text is written in `baseLocale`, the environment's default: it answers there, and where nothing does.
 */
export const localizedText = <K extends string>(
  own: Readonly<Record<K, string>>,
  localized: Readonly<Record<string, Partial<Readonly<Record<K, string>>>>>,
  field: K,
  chain: readonly string[],
  baseLocale: string,
): string => {
  const base = normalizeLocale(baseLocale);
  for (const locale of chain) {
    const found = Object.hasOwn(localized, locale) ? localized[locale]?.[field] : undefined;
    if (found !== undefined) {
      return found;
    }
    if (locale === base) {
      break;
    }
  }
  return own[field];
};
