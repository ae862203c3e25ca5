// The term as it was understood: words that no product has are replaced by the most frequent word near them.

import { buildAnalyzer } from '../../analysis/analyze.ts';
import { languageOf } from '../../analysis/languages.ts';
import { nearestWord } from '../text/nearest-word.ts';
import type { ProductPlan } from './product-plan.ts';

/** Undefined if there is no term or no word of it was corrected. */
export const correctedTerm = ({ query, locales, resolveIn }: ProductPlan): string | undefined => {
  const { term } = query;
  const [locale] = locales;
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
