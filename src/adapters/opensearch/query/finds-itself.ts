// Whether a search for the name of a product finds that product, as far as this can be said without a search.

import type { Product } from '../../../domain/products/product.ts';
import { shownLocale } from '../../../domain/products/shown-product.ts';
import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { findRules } from '../../../search/engine/merchandising/rule-index.ts';
import { analyzeText } from '../../../search/text-document.ts';
import { nameIn } from '../../../search/weighted-texts.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

/** Of a product that the shopper sees. False: only a search can tell. */
export const findsItself = ({ contents }: OpenedCatalog, query: SuggestQuery, product: Product): boolean => {
  const locale = shownLocale(product, query);
  const name = nameIn(product, locale);
  const rules = findRules(contents.merchandisingRules, findableBy(query, { term: name }));
  if (rules.some(({ hide, only }) => hide.length > 0 || only !== undefined)) return false;
  // The name is one of the texts of the product, so it has these stems.
  const { stems, language } = analyzeText(locale, [{ text: name, weight: 1 }]);
  const words = buildAnalyzer(language).analyzeQuery(name);
  return words.length > 0 && words.every(({ stem }) => stems.has(stem));
};
