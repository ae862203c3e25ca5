// The locales of a query as single locales: asked for by several steps of a request, and mostly the same for all requests.

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { normalizeLocale, spreadChain } from '../../../domain/text/locale.ts';
import { localesOf } from '../text/text-index.ts';
import type { ProductSegment } from './product-segment.ts';

/** The locales that products may match in, in order of preference. */
export const effectiveLocales = (
  segments: readonly ProductSegment[],
  { localeChain, baseLocale }: Pick<ProductQuery, 'localeChain' | 'baseLocale'>,
): readonly string[] => {
  if (last?.localeChain === localeChain && last.baseLocale === baseLocale) return last.locales;
  const chain = spreadChain(localeChain, () => localesOf(segments));
  const locales = [...new Set([...chain, normalizeLocale(baseLocale)])];
  // Otherwise the segments decide too.
  if (chain === localeChain) last = { localeChain, baseLocale, locales };
  return locales;
};

/** Most queries are for the same locales as the one before. */
let last:
  | (Pick<ProductQuery, 'localeChain' | 'baseLocale'> & { readonly locales: readonly string[] })
  | undefined;
