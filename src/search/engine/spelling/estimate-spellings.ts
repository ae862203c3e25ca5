// Estimates what other spellings of a term cost: each one is counted before it is shown.

import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { buildAnalyzer } from '../../analysis/analyze.ts';
import { CORRECTIONS_TRIED, REPLACED_WORDS_MAX, triedTerms, triedWords } from '../../term-suggestions.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP } from '../budget/work-costs.ts';
import { countStrings, equalsAt, lowerBound, startsWith } from '../packing/packed-strings.ts';
import { effectiveLocales } from '../products/effective-locales.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { textsIn } from '../text/text-index.ts';
import { termLanguage } from './corrected-term.ts';

/** Even many times this is little: the dictionaries need not be asked. */
const LITTLE = 50_000;
/** A word is counted with merchandising and without. */
const COUNTS_PER_WORD = 2;

/** `work`: of counting by the term. Only a term with a word that no product has gets other spellings. */
export const estimateSpellings = (
  segments: readonly ProductSegment[],
  search: ProductSearch,
  work: number,
): number => {
  const { term, didYouMeanLimit: limit = 0, correctsWords = true } = search;
  if (term === undefined || work < LITTLE || (limit === 0 && !correctsWords)) return 0;
  const language = termLanguage({ locales: effectiveLocales(segments, search) }, segments);
  if (language === undefined) return 0;
  const texts = textsIn(segments, language);
  // The last word may be unfinished.
  const isIn = (surface: string, isLast: boolean): boolean =>
    texts.some(({ surfaces }) => {
      spend(LOOKUP);
      const at = lowerBound(surfaces, surface);
      return isLast
        ? at < countStrings(surfaces) && startsWith(surfaces, at, surface)
        : equalsAt(surfaces, at, surface);
    });
  const { words } = buildAnalyzer(language).readQuery(term);
  const unknown = words.filter(({ surface }, at) => !isIn(surface, at === words.length - 1)).length;
  if (unknown === 0) return 0;
  const replaced = Math.min(unknown, REPLACED_WORDS_MAX);
  const corrections = correctsWords ? CORRECTIONS_TRIED : 0;
  const others = limit === 0 ? 0 : triedWords(limit);
  const terms = limit === 0 ? 0 : triedTerms(limit);
  return work * (replaced * COUNTS_PER_WORD * (corrections + others) + terms);
};
