// Other spellings of a term of which some word is in no product. Each finds something for this shopper, with these filters.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { buildAnalyzer } from '../../analysis/analyze.ts';
import { otherTerms, REPLACED_WORDS_MAX, triedTerms, triedWords } from '../../term-suggestions.ts';
import { countSegments } from '../products/product-count.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { nearestWords } from '../text/nearest-word.ts';
import { buildIsSeen, termLanguage } from './corrected-term.ts';

/** `corrected` is shown already. */
export const didYouMean = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductSearch,
  corrected: string | undefined,
): readonly string[] => {
  const { term, didYouMeanLimit: limit = 0 } = search;
  const language = limit === 0 ? undefined : termLanguage(plan, segments);
  if (term === undefined || language === undefined) return [];
  const { words, texts } = plan.resolveIn(language);
  const unknown = [...new Set(words.filter(({ isKnown }) => !isKnown).map(({ surface }) => surface))].slice(
    0,
    REPLACED_WORDS_MAX,
  );
  if (unknown.length === 0) return [];
  const finds = (query: ProductQuery): boolean => countSegments(segments, contents, query, plan.tuning) > 0;
  const isSeen = buildIsSeen(plan, segments, contents, search);
  const { stemWord } = buildAnalyzer(language);
  const choices = new Map<string, string[]>();
  for (const surface of unknown) {
    const near = new Map<string, string>();
    for (const word of nearestWords(surface, texts)) {
      if (near.size === triedWords(limit)) break;
      const stem = stemWord(word);
      if (!near.has(stem)) near.set(stem, word);
    }
    choices.set(surface, [...near.values()].filter(isSeen));
  }
  const found: string[] = [];
  for (const other of otherTerms(term, language, choices, triedTerms(limit))) {
    if (found.length === limit) break;
    if (other !== corrected && finds({ ...search, term: other })) found.push(other);
  }
  return found;
};
