// The term as it was understood: words that no product has are replaced by the most frequent word near them.

import { languageOf } from '../../analysis/languages.ts';
import { replaceWords } from '../../term-suggestions.ts';
import { nearestWords } from '../text/nearest-word.ts';
import { DOCUMENTS } from '../text/text-index.ts';
import type { ProductPlan } from './product-plan.ts';
import type { ProductSegment } from './product-segment.ts';

/** The language of the first locale that any product has texts in. */
export const termLanguage = (
  { locales }: ProductPlan,
  segments: readonly ProductSegment[],
): string | undefined => {
  const locale = locales.find((one) =>
    segments.some(({ texts }) =>
      texts.some(({ index }) => index.locale === one && (index.counters[DOCUMENTS] as number) > 0),
    ),
  );
  return locale === undefined ? undefined : languageOf(locale);
};

/** Undefined if there is no term or no word of it was corrected. */
export const correctedTerm = (plan: ProductPlan, segments: readonly ProductSegment[]): string | undefined => {
  const { term } = plan.query;
  const language = term === undefined ? undefined : termLanguage(plan, segments);
  if (term === undefined || language === undefined) return undefined;
  const { words, texts } = plan.resolveIn(language);
  const replacements = new Map<string, string>();
  for (const { surface, isCorrected } of words) {
    const [nearest] = isCorrected ? nearestWords(surface, texts) : [];
    if (nearest !== undefined) replacements.set(surface, nearest);
  }
  if (replacements.size === 0) return undefined;
  const corrected = replaceWords(term, language, replacements);
  return corrected === term ? undefined : corrected;
};
