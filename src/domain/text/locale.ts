// Locales: their spelling, and the fallback chain in which a text is looked up (Decision 0004).
// Reading by fallback never writes anything.

/** Lower-case, with `-` between the subtags: `en_US` → `en-us`. */
export const normalizeLocale = (locale: string): string => locale.toLowerCase().replaceAll('_', '-');

/** The language of a locale: `en-us` → `en`. */
export const languageSubtag = (locale: string): string => {
  const end = locale.indexOf('-');
  return end === -1 ? locale : locale.slice(0, end);
};

/**
 * Exact → its language → the regional variants of a bare language, as `de-*` → the environment's default. Without a requested
 * locale, the default takes its place.
 */
export const localeChain = (requested: string | undefined, defaultLocale: string): readonly string[] => {
  if (last.requested !== requested || last.defaultLocale !== defaultLocale)
    last = { requested, defaultLocale, chain: chainOf(requested, defaultLocale) };
  return last.chain;
};

const chainOf = (requested: string | undefined, defaultLocale: string): readonly string[] => {
  const fallback = normalizeLocale(defaultLocale);
  const exact = requested === undefined ? fallback : normalizeLocale(requested);
  const language = languageSubtag(exact);
  return [...new Set([exact, exact === language ? `${language}${ANY_VARIANT}` : language, fallback])];
};

/** Marks the step of a chain that means all regional variants of a language. */
const ANY_VARIANT = '-*';

/** Most requests ask for the same as the one before. */
let last = { requested: '' as string | undefined, defaultLocale: '', chain: chainOf('', '') };

const isAnyVariant = (step: string): boolean => step.endsWith(ANY_VARIANT);

/** The chain as single locales, each once. Regional variants are those in `locales`, in code order. */
export const spreadChain = (chain: readonly string[], locales: () => Iterable<string>): readonly string[] => {
  if (!chain.some(isAnyVariant)) return chain;
  const steps = new Set<string>();
  for (const step of chain) {
    if (!isAnyVariant(step)) {
      steps.add(step);
      continue;
    }
    const start = step.slice(0, -1);
    const forms = [...locales()].filter((locale) => locale.startsWith(start));
    for (const form of forms.sort()) steps.add(form);
  }
  return [...steps];
};

/** The first locale of the chain that `texts` has, if any. */
export const findInChain = <T>(
  texts: Readonly<Record<string, T>>,
  chain: readonly string[],
): { readonly locale: string; readonly value: T } | undefined => {
  for (const locale of spreadChain(chain, () => Object.keys(texts))) {
    if (Object.hasOwn(texts, locale)) {
      return { locale, value: texts[locale] as T };
    }
  }
  return undefined;
};

/**
 * What `read` finds first in the translations along the chain. Undefined: use the untranslated text, which is in `baseLocale`, the
 * environment's default. It is used at that step of the chain, and if nothing else is found.
 */
export const findTranslated = <T, R>(
  localized: Readonly<Record<string, T>>,
  read: (texts: T) => R | undefined,
  chain: readonly string[],
  baseLocale: string,
): R | undefined => {
  const base = normalizeLocale(baseLocale);
  for (const locale of spreadChain(chain, () => [...Object.keys(localized), base])) {
    const found = Object.hasOwn(localized, locale) ? read(localized[locale] as T) : undefined;
    if (found !== undefined || locale === base) return found;
  }
  return undefined;
};

/** One text field in the first locale of the chain that has it. */
export const localizedText = <K extends string>(
  own: Readonly<Record<K, string>>,
  localized: Readonly<Record<string, Partial<Readonly<Record<K, string>>>>>,
  field: K,
  chain: readonly string[],
  baseLocale: string,
): string => findTranslated(localized, (texts) => texts[field], chain, baseLocale) ?? own[field];
