// The term as it was understood: words that no product has are replaced by the most frequent word near them.

import { buildAnalyzer } from '../../analysis/analyze.ts';
import { languageOf } from '../../analysis/languages.ts';
import { nearestWord } from '../text/nearest-word.ts';
import type { ProductPlan } from './product-plan.ts';
import type { ProductSegment } from './product-segment.ts';

/** Undefined if there is no term or no word of it was corrected. */
export const correctedTerm = (
  { query, locales, resolveIn }: ProductPlan,
  segments: readonly ProductSegment[],
): string | undefined => {
  const { term } = query;
  // The first one that any product has texts in.
  const locale = locales.find((one) =>
    segments.some(({ texts }) => texts.some(({ index }) => index.locale === one)),
  );
  if (term === undefined || locale === undefined) return undefined;
  const language = languageOf(locale);
  const resolved = resolveIn(language);
  const replacements = new Map<string, string>();
  for (const { surface, isCorrected } of resolved.words) {
    const nearest = isCorrected ? nearestWord(surface, resolved.texts) : undefined;
    if (nearest !== undefined) replacements.set(surface, nearest);
  }
  if (replacements.size === 0) return undefined;
  const analyzer = buildAnalyzer(language);
  const corrected = term
    .split(/(\s+)/u)
    .map((part) => {
      const { words } = analyzer.readQuery(part);
      const [only] = words;
      return (words.length === 1 && only !== undefined && replacements.get(only.surface)) || part;
    })
    .join('');
  return corrected === term ? undefined : corrected;
};
