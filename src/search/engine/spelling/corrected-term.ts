// The term as it was understood: words that no product has are replaced by the most frequent word near them.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { languageOf } from '../../analysis/languages.ts';
import { CORRECTIONS_TRIED, REPLACED_WORDS_MAX, replaceWords } from '../../term-suggestions.ts';
import { countSegments } from '../products/product-count.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { nearestWords } from '../text/nearest-word.ts';
import { DOCUMENTS } from '../text/text-index.ts';

/** The language of the first locale that any product has texts in. */
export const termLanguage = (
  { locales }: Pick<ProductPlan, 'locales'>,
  segments: readonly ProductSegment[],
): string | undefined => {
  const locale = locales.find((one) =>
    segments.some(({ texts }) =>
      texts.some(({ index }) => index.locale === one && (index.counters[DOCUMENTS] as number) > 0),
    ),
  );
  return locale === undefined ? undefined : languageOf(locale);
};

/**
 * Whether this shopper finds something by the word alone: what only others may see is not named, even if other words of the term find
 * something. With the rules of merchandising, which may hide what has the word, and without, as they may pin what does not have it.
 */
export const buildIsSeen =
  (
    { tuning }: ProductPlan,
    segments: readonly ProductSegment[],
    contents: CatalogContents,
    search: ProductQuery,
  ) =>
  (word: string): boolean =>
    [search.withMerchandising, false].every((withMerchandising) => {
      const query = { ...search, term: word, withMerchandising, correctsWords: false };
      return countSegments(segments, contents, query, tuning) > 0;
    });

/** Undefined if there is no term or no word of it was corrected. */
export const correctedTerm = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductQuery,
): string | undefined => {
  const { term } = plan.query;
  const language = term === undefined ? undefined : termLanguage(plan, segments);
  if (term === undefined || language === undefined) return undefined;
  const { words, texts } = plan.resolveIn(language);
  const replacements = new Map<string, string>();
  const isSeen = buildIsSeen(plan, segments, contents, search);
  const corrected = [...new Set(words.filter((word) => word.isCorrected).map(({ surface }) => surface))];
  for (const surface of corrected.slice(0, REPLACED_WORDS_MAX)) {
    const nearest = nearestWords(surface, texts).take(CORRECTIONS_TRIED).find(isSeen);
    if (nearest !== undefined) replacements.set(surface, nearest);
  }
  if (replacements.size === 0) return undefined;
  const replaced = replaceWords(term, language, replacements);
  return replaced === term ? undefined : replaced;
};
